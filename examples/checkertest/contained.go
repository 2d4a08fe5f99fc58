package checkertest

import (
	"cmp"
	"errors"
	"fmt"
	"iter"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/session"
)

// Generated is n texts of programs, the same each time.
func Generated(n int, generate func(irgen.Draw) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for seed := range n {
			if !yield(generate(irgen.Seeded(uint64(seed)))) {
				return
			}
		}
	}
}

// Shown is how often runs showed findings of a kind: in how many places of all
// programs together.
type Shown map[string]int

// Total is the sum over all kinds.
func (s Shown) Total() int {
	n := 0
	for _, k := range s {
		n += k
	}
	return n
}

// Contained holds the checker to soundness: whatever it finds in runs of programs, it
// also finds over all paths, of the same kind and at the same place. A checker that
// leaves out over all paths what nothing speaks for is given the flag that has it
// report all. Runs of the textual language are cut off after a while, for programs that do not end; those of another
// Environment are as long as its Runner makes them. Runs may fail, in a deadlock for instance; an error of theirs that
// has no place in the program is one of the interpreter, and t is told.
//
// It stops at the first program that shows more, and tells t of it with its text. t is
// also told if no run shows anything: then nothing was tested. The result is for tests
// that ask for more than that, kind by kind.
func Contained(t T, c Checker, programs iter.Seq[string]) Shown {
	t.Helper()
	shown, n := Shown{}, 0
	for text := range programs {
		more, err := c.contained(text)
		for kind, times := range more {
			shown[kind] += times
		}
		if err != nil {
			t.Errorf("program %d: %v\n%s\nChecker.Contained makes such a program small, where rapid draws it", n, err, text)
			return shown
		}
		n++
	}
	if shown.Total() == 0 {
		t.Errorf("no run of the %d programs shows anything, so nothing was tested: draw programs in which the checker has "+
			"something to find; package irgen has several generators, and a program may have parts that are not drawn", n)
	}
	return shown
}

// Contained is the function Contained for one program, of which runs may show nothing.
// It is for libraries that draw programs themselves and make those small that fail:
//
//	rapid.Check(t, func(t *rapid.T) {
//		checker.Contained(t, irgen.Numbers(func(label string, n int) int {
//			return rapid.IntRange(0, n-1).Draw(t, label)
//		}))
//	})
func (c Checker) Contained(t T, program string) Shown {
	t.Helper()
	shown, err := c.contained(program)
	if err != nil {
		t.Errorf("%v\n%s", err, program)
	}
	return shown
}

func (c Checker) contained(text string) (Shown, error) {
	p, err := c.read("x"+cmp.Or(c.Environment.Suffix, ".plx"), text, ir.Options{MaxSteps: 2000, MaxDepth: 100})
	if err != nil {
		return nil, err
	}
	static, err := c.static(p.code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", paths, err)
	}
	dynamic, err := c.dynamic(p.code, p.runs...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", run, err)
	}
	if err := broken(p.ends()); err != nil {
		return nil, err
	}
	may := map[site]bool{}
	for s := range sites(static) {
		may[s] = true
	}
	var missed []error
	shown, counted := Shown{}, map[site]bool{}
	for s, message := range sites(dynamic) {
		if counted[s] {
			continue
		}
		counted[s] = true
		shown[s.kind]++
		if !may[s] {
			missed = append(missed, fmt.Errorf("%s: %s is found in a run, but not over all paths: %s", s.pos, s.kind, message))
		}
	}
	return shown, errors.Join(missed...)
}

// broken is an error of a run that has no place in the program. What is drawn may fail, but not who runs it.
func broken(ends []end) error {
	for _, e := range ends {
		for _, p := range session.Problems(e.err) {
			if p.Pos.File == "" {
				return fmt.Errorf("%w (%s)%s", p, e.run, blame(p))
			}
		}
	}
	return nil
}

// A site is where a finding shows.
type site struct {
	kind string
	pos  envs.Position
}

// sites are all places of findings, with what is said of them.
func sites(findings []envs.Finding) iter.Seq2[site, string] {
	return func(yield func(site, string) bool) {
		for _, f := range findings {
			for _, at := range f.Sites() {
				if !yield(site{f.Kind, at}, f.Message) {
					return
				}
			}
		}
	}
}
