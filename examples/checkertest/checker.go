package checkertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/session"
)

// T is what a test is told by: a *testing.T, *testing.B or *rapid.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// A Checker says which checker is tested, and with which options. Only Analyzer is
// needed.
type Checker struct {
	// Analyzer makes the analyzer. It is called anew for each analysis.
	Analyzer func() *dataflow.Analyzer
	// Paths makes the analyzer over all paths if that is another one: the one that Analyzer confirms. It has the same
	// flags.
	Paths func() *dataflow.Analyzer
	// Flags are options of the analyzer, each as NAME=VALUE.
	Flags []string
	// Files is the folder of the files that flags name; testdata if it is empty.
	Files string
	// Environment opens the programs that Text and Contained look at; if it is the zero Environment, they are of the
	// textual language.
	Environment session.Environment
	// Runs is how many runs are made of each program of Text and Contained, with the seeds 0, 1
	// and so on; 3 if it is 0.
	Runs int
	// Offline says that the checker sees a whole run before it says something; see
	// dataflow.Watch.RunWhole.
	Offline bool
	// Kinds are the kinds of findings that the checker is held to; all if there are none.
	// What comments want of other kinds is for other checkers of the same module.
	Kinds []string
}

// Static is what the checker finds over all paths of a program. It is nil if something
// goes wrong, of which t is told.
func (c Checker) Static(t T, prog envs.Program) []envs.Finding {
	t.Helper()
	findings, err := c.static(prog)
	if err != nil {
		t.Errorf("over all paths: %v", err)
	}
	return findings
}

// Dynamic is what the checker finds in runs of a program. It is nil if something goes
// wrong, of which t is told.
func (c Checker) Dynamic(t T, prog envs.Program, runs ...envs.Run) []envs.Finding {
	t.Helper()
	findings, err := c.dynamic(prog, runs...)
	if err != nil {
		t.Errorf("in a run: %v", err)
	}
	return findings
}

func (c Checker) static(prog envs.Program) ([]envs.Finding, error) {
	if c.Paths != nil {
		c.Analyzer = c.Paths
	}
	return c.look(func(a *dataflow.Analyzer) ([]envs.Finding, error) {
		r, err := a.Fixpoint(context.Background(), prog, dataflow.Options{})
		if err != nil {
			return nil, err
		}
		return r.Findings, nil
	})
}

func (c Checker) dynamic(prog envs.Program, runs ...envs.Run) ([]envs.Finding, error) {
	return c.look(func(a *dataflow.Analyzer) ([]envs.Finding, error) {
		replay := a.Replay(prog)
		look := replay.Run
		if c.Offline {
			look = replay.RunWhole
		}
		for _, r := range runs {
			if err := look(context.Background(), r); err != nil {
				return nil, err
			}
		}
		return replay.Findings(), replay.Err()
	})
}

// look has an analyzer look at something. A panic is an error, which names its place.
func (c Checker) look(at func(*dataflow.Analyzer) ([]envs.Finding, error)) (findings []envs.Finding, err error) {
	err = session.Guard(func() error {
		a, err := c.analyzer()
		if err == nil {
			findings, err = at(a)
		}
		return err
	})
	if err == nil {
		return findings, nil
	}
	var wrong []error
	for _, p := range session.Problems(err) {
		wrong = append(wrong, p)
	}
	return nil, errors.Join(wrong...)
}

// textual are runs of a textual program.
func (c Checker) textual(p *ir.Program, opts ir.Options) []envs.Run {
	var runs []envs.Run
	for seed := range cmp.Or(c.Runs, 3) {
		runs = append(runs, p.Run(uint64(seed), opts))
	}
	return runs
}

// ofRuns reports whether the checker is one of runs, which confirms no other one.
func (c Checker) ofRuns() bool { return c.Paths == nil && c.Analyzer().Only == dataflow.OnRuns }

// analyzer makes an analyzer that is ready to be used.
func (c Checker) analyzer() (*dataflow.Analyzer, error) {
	a := c.Analyzer()
	for _, f := range c.Flags {
		name, value, ok := strings.Cut(f, "=")
		if !ok {
			return nil, fmt.Errorf("flag %q of %s: want NAME=VALUE", f, a.Name)
		}
		if err := a.Flags.Set(name, value); err != nil {
			return nil, fmt.Errorf("flag %q of %s: %w", f, a.Name, err)
		}
	}
	_, err := session.SetUp(cmp.Or(c.Files, "testdata"), a)
	return a, err
}

// Problems are the texts of the errors that are joined in err, as FILE:LINE:COL: TEXT:
// what is wrong with a file that a checker or an environment reads. t is told of each that has no place in
// a file, as an *envs.InputError has, and a session.Problem.
func Problems(t T, err error) []string {
	t.Helper()
	var texts []string
	for _, e := range session.Unjoin(err) {
		if at := session.Problems(e)[0].Pos; at.File == "" || at.Line == 0 {
			t.Errorf("an error has no place in a file: %v", e)
		}
		texts = append(texts, e.Error())
	}
	return texts
}

// Subjects writes what findings are about and the lines where they show, as "SUBJECT:LINE,LINE",
// sorted and with spaces between.
func Subjects(fs []envs.Finding) string {
	var list []string
	for _, f := range fs {
		var lines []string
		for _, p := range f.Sites() {
			lines = append(lines, fmt.Sprint(p.Line))
		}
		list = append(list, f.Subject+":"+strings.Join(slices.Compact(lines), ","))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Schedules are the runs of a textual program under the seeds from 0 to n-1.
func Schedules(p *ir.Program, n int) []envs.Run {
	var runs []envs.Run
	for seed := range n {
		runs = append(runs, p.Run(uint64(seed), ir.Options{}))
	}
	return runs
}

// Story is the story of a finding, a step each, as LINE TEXT.
func Story(f envs.Finding) []string {
	var steps []string
	for _, n := range f.Story {
		steps = append(steps, fmt.Sprintf("%d %s", n.Pos.Line, n.Text))
	}
	return steps
}
