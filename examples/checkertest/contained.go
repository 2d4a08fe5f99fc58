package checkertest

import (
	"iter"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
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
// report all. Runs are cut off after a while, for programs that do not end.
//
// It stops at the first program that shows more, and tells t of it with its text. t is
// also told if no run shows anything: then nothing was tested. The result is for tests
// that ask for more than that, kind by kind.
func Contained(t T, c Checker, programs iter.Seq[string]) Shown {
	t.Helper()
	shown, n := Shown{}, 0
	for text := range programs {
		p, err := ir.Parse("x.plx", text)
		if err != nil {
			t.Errorf("program %d: %v\n%s", n, err, text)
			return shown
		}
		static, err := c.static(p)
		if err != nil {
			t.Errorf("program %d, over all paths: %v\n%s", n, err, text)
			return shown
		}
		dynamic, err := c.dynamic(p, c.runs(p, ir.Options{MaxSteps: 2000, MaxDepth: 100})...)
		if err != nil {
			t.Errorf("program %d, in a run: %v\n%s", n, err, text)
			return shown
		}
		may := map[site]bool{}
		for s := range sites(static) {
			may[s] = true
		}
		sound, counted := true, map[site]bool{}
		for s, message := range sites(dynamic) {
			if counted[s] {
				continue
			}
			counted[s] = true
			shown[s.kind]++
			if !may[s] {
				sound = false
				t.Errorf("program %d: %s: %s is found in a run, but not over all paths: %s", n, s.pos, s.kind, message)
			}
		}
		if !sound {
			t.Errorf("program %d:\n%s", n, text)
			return shown
		}
		n++
	}
	if shown.Total() == 0 {
		t.Errorf("no run of the %d programs shows anything, so nothing was tested", n)
	}
	return shown
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
