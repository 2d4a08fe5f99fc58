package driver

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// FormatVersion is the Version of an Output.
const FormatVersion = 2

// An Output is what one invocation has to say; with -json it is printed as it is.
// Lists are sorted by place and never null; with -ranked findings are sorted by rank.
type Output struct {
	Version int      `json:"version"` // FormatVersion
	Command []string `json:"command"` // the verb and what it was applied to
	// Flags are those that were given, as name=value, by name.
	Flags []string `json:"flags"`
	// Behind is what stood behind --.
	Behind []string `json:"behind"`
	// Checkers are the names of the checkers that ran.
	Checkers []string `json:"checkers"`
	// Informs are those of the checkers whose findings tell what the program is like, and not what
	// is wrong with it. They do not count for Status.
	Informs []string `json:"informs,omitempty"`
	// Functions is how many functions there are in what was looked at.
	Functions int `json:"functions"`
	// Findings are those of check, run, test and replay.
	Findings []Finding `json:"findings"`
	// Inferred is what infer has to say, for the Go packages and for each file.
	Inferred []Inference `json:"inferred,omitempty"`
	// Rows are those of compare.
	Rows []Row `json:"rows"`
	// Beside lays the rows of several checkers side by side, by functions; it is empty if one
	// checker ran.
	Beside []Beside `json:"beside,omitempty"`
	// Runs are the runs that were watched.
	Runs []session.RunInfo `json:"runs"`
	// Explored says which executions explore has made.
	Explored []session.Explored `json:"explored,omitempty"`
	// Probes tells which accesses to memory were watched, if checkers ask for that, and why
	// others need not be.
	Probes []string `json:"probes,omitempty"`
	// Skipped is how many events of a trace could not be read and were left out.
	Skipped int64 `json:"skipped,omitempty"`
	// Gone are judgements that speak of no finding any more, as class checker kind place.
	Gone []string `json:"gone,omitempty"`
	// Kept are the functions that kept their body in a run and were not watched.
	Kept []session.Kept `json:"kept"`
	// Errors are what went wrong. If there is one, Status is 2.
	Errors []session.Problem `json:"errors"`
	// LeftOut are the packages that errors kept from being looked at.
	LeftOut []string `json:"left_out"`
	// Assumptions are what the result rests on.
	Assumptions []string `json:"assumptions"`
	// Status is the exit status.
	Status int `json:"status"`

	ranked bool // findings are sorted by rank
}

// A Finding is a finding, with its marks.
type Finding struct {
	envs.Finding
	marks
}

// A Row is a row of a comparison, with the marks of its finding.
type Row struct {
	session.Row
	marks
}

// marks are what files say of a finding: the reason if a suppression matches it, and what came of it if it was judged.
type marks struct {
	Suppressed string     `json:"suppressed,omitempty"`
	Judged     *Judgement `json:"judged,omitempty"`
}

// marked are all findings, those of rows included.
func (o *Output) marked() iter.Seq2[*envs.Finding, *marks] {
	return func(yield func(*envs.Finding, *marks) bool) {
		for i := range o.Findings {
			if f := &o.Findings[i]; !yield(&f.Finding, &f.marks) {
				return
			}
		}
		for i := range o.Rows {
			if r := &o.Rows[i]; !yield(&r.Finding, &r.marks) {
				return
			}
		}
	}
}

// newOutput has empty lists where null would be a nuisance to readers of JSON.
func newOutput(command ...string) *Output {
	return &Output{
		Version: FormatVersion, Command: command, Flags: []string{}, Behind: []string{}, Checkers: []string{},
		Findings: []Finding{}, Rows: []Row{}, Runs: []session.RunInfo{}, Kept: []session.Kept{},
		Errors: []session.Problem{}, LeftOut: []string{}, Assumptions: []string{},
	}
}

// ranBy notes the checkers that run.
func (o *Output) ranBy(analyzers []*dataflow.Analyzer) {
	o.Checkers, o.Informs = []string{}, nil
	for _, a := range analyzers {
		o.Checkers = append(o.Checkers, a.Name)
		if a.Informs {
			o.Informs = append(o.Informs, a.Name)
		}
	}
}

// finish sorts the lists and settles the status.
func (o *Output) finish() {
	compare := envs.Finding.Compare
	if o.ranked {
		compare = envs.Finding.CompareRanked
	}
	slices.SortStableFunc(o.Findings, func(a, b Finding) int { return compare(a.Finding, b.Finding) })
	classes := envs.Agreements()
	slices.SortStableFunc(o.Rows, func(a, b Row) int {
		return cmp.Or(
			slices.Index(classes, a.Class)-slices.Index(classes, b.Class),
			a.Finding.Compare(b.Finding),
		)
	})
	slices.SortStableFunc(o.Errors, func(a, b session.Problem) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Message, b.Message))
	})
	o.Errors = slices.Compact(o.Errors)
	slices.Sort(o.LeftOut)
	o.LeftOut = slices.Compact(o.LeftOut)
	slices.SortFunc(o.Kept, func(a, b session.Kept) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Func, b.Func))
	})
	o.Kept = slices.Compact(o.Kept)
	switch shown, inferred := o.shown(); {
	case len(o.Errors) > 0:
		o.Status = 2
	case shown > inferred:
		o.Status = 1
	default:
		o.Status = 0
	}
}

// shown is how many findings and rows are not suppressed, and how many of these tell what the program is like.
func (o *Output) shown() (shown, inferred int) {
	for f, m := range o.marked() {
		if m.Suppressed == "" {
			if shown++; o.informs(f) {
				inferred++
			}
		}
	}
	return shown, inferred
}

func (o *Output) informs(f *envs.Finding) bool { return slices.Contains(o.Informs, f.Checker) }
