package session

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// header is what a recording says of the program whose runs it has.
type header struct {
	Sort        string   `json:"sort"`               // the name of its environment
	Name        string   `json:"name"`               // the patterns or the file, for people
	Text        string   `json:"text,omitempty"`     // of the file
	Dir         string   `json:"dir,omitempty"`      // of Go packages: the folder in which patterns are resolved
	Patterns    []string `json:"patterns,omitempty"` // of Go packages
	Tags        string   `json:"tags,omitempty"`     // build tags
	Build       []string `json:"build,omitempty"`    // other build flags
	Tests       bool     `json:"tests,omitempty"`    // whether tests were loaded
	Deps        bool     `json:"deps,omitempty"`     // whether imports were followed
	Fingerprint string   `json:"fingerprint"`        // of the program
	Checkers    []string `json:"checkers,omitempty"` // of Go packages: which the events are enough for
}

// runInfo is what a recording adds to the end of a run.
type runInfo struct {
	Kept []Kept `json:"kept,omitempty"`
}

func (p *Program) header() header {
	h := header{Sort: p.env.Name, Name: p.Name, Text: string(p.text), Fingerprint: fingerprint(p.Code)}
	if p.env.Suffix != "" {
		return h
	}
	s := &p.src
	h.Dir, h.Patterns, h.Tags, h.Tests, h.Deps, h.Build = s.Dir, s.Patterns, s.Tags, s.Tests, s.Deps, s.BuildFlags
	for _, a := range dataflow.On(dataflow.OnRuns, p.session.Checkers) {
		h.Checkers = append(h.Checkers, a.Name)
	}
	if abs, err := filepath.Abs(s.Dir); err == nil {
		h.Dir = abs
	}
	return h
}

// fingerprint is the same for two programs whose functions, operations and places have the same numbers and names,
// which is what events refer to.
func fingerprint(p envs.Program) string {
	h := sha256.New()
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if fn == nil {
			continue
		}
		fmt.Fprintf(h, "%d %s %d\n", id, fn.Name, len(fn.Ops))
		for i := range fn.Ops {
			io.WriteString(h, fn.Ops[i].String())
			io.WriteString(h, "\n")
		}
		if len(fn.Ops) > 0 {
			io.WriteString(h, p.Position(envs.At(id, 0)).String())
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ErrFolder says that what was recorded is not in the folder of the session.
var ErrFolder = errors.New("wrong folder")

// folderError is an ErrFolder that says more.
type folderError string

func (e folderError) Error() string        { return string(e) }
func (e folderError) Is(target error) bool { return target == ErrFolder }

// headerOf is what a trace says of its program; the zero header if it says nothing.
func headerOf(r *trace.Reader) (h header, err error) {
	if r.Header() == nil {
		return h, nil
	}
	if err := json.Unmarshal(r.Header(), &h); err != nil {
		return h, fmt.Errorf("its header is none that a recording has: %w", err)
	}
	return h, nil
}

// recorded opens the program of a recording.
func (s *Session) recorded(ctx context.Context, h header) (*Program, error) {
	for _, e := range s.environments() {
		if e.Name != h.Sort {
			continue
		}
		if e.Suffix != "" {
			return s.open(ctx, &e, Source{Patterns: []string{h.Name}, Text: []byte(h.Text), Dir: s.Dir, Runs: true})
		}
		dir := cmp.Or(s.Dir, h.Dir)
		if err := Folder(dir); err != nil {
			return nil, folderError(err.Error() + ": name the one in which the module of the recording is")
		}
		p, err := s.open(ctx, &e, Source{
			Patterns: h.Patterns, Dir: dir, Tests: h.Tests, Runs: true, Deps: h.Deps, Tags: h.Tags, BuildFlags: h.Build,
		})
		if s.Dir != "" && (p == nil || p.Code.NumFuncs() == 0) && ctx.Err() == nil {
			err = errors.Join(err, folderError(fmt.Sprintf("the recording's patterns, %s, match nothing that can be read in "+
				"the folder %s: name the folder in which it was made, or a copy", h.Name, dir)))
			p = nil
		}
		return p, err
	}
	return nil, fmt.Errorf("the recording is of a program of the sort %q, which is not known: "+
		"it was made by a newer version, or with an environment that is not there", h.Sort)
}

// otherProgram says why p may not be the program of a recording.
func (s *Session) otherProgram(p *Program) error {
	if p.env.Suffix == "" && s.Dir != "" {
		return fmt.Errorf("%s in the folder %s is not the program that was recorded: "+
			"if it is the right folder, the program has changed since; record it again", p.Name, s.Dir)
	}
	return fmt.Errorf("%s is not the program that was recorded: it has changed since; record it again", p.Name)
}
