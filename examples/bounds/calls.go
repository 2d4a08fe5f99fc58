package bounds

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

// callTable gathers what calls pass to functions all of whose calls are known. The first pass over the program takes
// any argument for possible, and finds what its calls pass. The next one takes that for granted, which is sound since
// the first was. So each pass is, and knows more than the one before. In a run there is one pass.
type callTable struct {
	passes int
	found  map[envs.FuncID]*numbers.State // what all calls agree on, if that says anything
	news   map[envs.FuncID]bool           // where that is not what it was in the pass before
	seen   map[envs.FuncID]map[site]*numbers.State
}

// site is a call and one of its callees. What is known there is replaced at each visit:
// the last one has the final state.
type site struct {
	pc int32
	fn envs.FuncID
}

// maxPasses is how often the program is looked at: what a function passes on depends on
// what is passed to it.
const maxPasses = 3

func (t *callTable) of(fn envs.FuncID) *numbers.State { return t.found[fn] }

// begin forgets what the calls in a function passed in the pass before.
func (t *callTable) begin(fn envs.FuncID) { delete(t.seen, fn) }

// note takes in a call. A function in which nothing matters is not told what it is passed.
func (t *callTable) note(env envs.Env, op *envs.Op, s *numbers.State, passes []envs.Def,
	matters func(envs.FuncID) bool) {
	closed := env.Program().Knows().Closed
	if closed == nil || op.Callee == nil || t.passes >= maxPasses-1 {
		return
	}
	for _, f := range op.Callee.Funcs {
		if closed(f) && matters(f) {
			if t.seen == nil {
				t.seen = map[envs.FuncID]map[site]*numbers.State{}
			}
			here := t.seen[env.Func().ID]
			if here == nil {
				here = map[site]*numbers.State{}
				t.seen[env.Func().ID] = here
			}
			here[site{op.PC, f}] = s.Passed(passes)
		}
	}
}

// settle ends a pass and reports whether another one is worth its while.
func (t *callTable) settle() bool {
	if t.passes++; t.passes >= maxPasses || len(t.seen) == 0 {
		return false
	}
	before := t.found
	t.found, t.news = map[envs.FuncID]*numbers.State{}, map[envs.FuncID]bool{}
	for _, caller := range slices.Sorted(maps.Keys(t.seen)) {
		here := t.seen[caller]
		for _, at := range slices.SortedFunc(maps.Keys(here), func(a,
			b site) int {
			return cmp.Or(cmp.Compare(a.fn, b.fn), cmp.Compare(a.pc, b.pc))
		}) {
			s := here[at]
			if f := t.found[at.fn]; f != nil {
				s, _ = f.Clone().Merge(s)
			}
			t.found[at.fn] = s
		}
	}
	for fn, s := range t.found {
		if s.Vague() {
			delete(t.found, fn)
		}
	}
	for fn, s := range t.found {
		t.news[fn] = before[fn] == nil || !before[fn].Equal(s)
	}
	for fn := range before {
		t.news[fn] = t.news[fn] || t.found[fn] == nil
	}
	return true
}
