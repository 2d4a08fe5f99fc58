package driver

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/examples/session"
)

// more says which flag tells more of an assumption.
var more = map[session.By]string{
	session.ByDeps:     "-deps follows them",
	session.ByElements: "-elements says how many",
	session.ByCalls:    "-calls says how many",
	session.ByKept:     "-v lists them",
}

// assumption is the sentence that is printed.
func assumption(a session.Assumption) string {
	if a.By == "" {
		return a.Text
	}
	return strings.TrimSuffix(a.Text, ".") + "; " + more[a.By] + "."
}

// assume notes what a result about p rests on.
func (in *invocation) assume(p *session.Program, s session.Sides, cfg session.RunConfig) {
	for _, a := range p.Assumptions(s, cfg) {
		if text := assumption(a); !slices.Contains(in.out.Assumptions, text) {
			in.out.Assumptions = append(in.out.Assumptions, text)
		}
		in.listsKept = in.listsKept || a.By == session.ByKept
	}
}
