package bounds

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/numbers"
	"github.com/seed38182bad/parallax/envs"
)

// callTable gathers what calls pass to functions all of whose calls are known. The
// first pass over the program takes any argument for possible, and finds what its calls
// pass; the next one takes that for granted, which is sound since the first was. So
// each pass is, and knows more than the one before. In a run there is one pass.
type callTable struct {
	passes int
	found  map[envs.FuncID]*numbers.State
	seen   map[site]*numbers.State
}

// site is a call and one of its callees. What is known there is replaced at each visit:
// the last one has the final state.
type site struct {
	at envs.Point
	fn envs.FuncID
}

// maxPasses is how often the program is looked at: what a function passes on depends on
// what is passed to it.
const maxPasses = 3

func (t *callTable) of(fn envs.FuncID) *numbers.State { return t.found[fn] }

// note takes in a call.
func (t *callTable) note(env envs.Env, op *envs.Op, s *numbers.State, passes []envs.Def) {
	p, ok := env.Program().(envs.Closed)
	if !ok || op.Callee == nil || t.passes >= maxPasses-1 {
		return
	}
	for _, f := range op.Callee.Funcs {
		if p.Closed(f) {
			if t.seen == nil {
				t.seen = map[site]*numbers.State{}
			}
			t.seen[site{env.Point(), f}] = s.Passed(passes)
		}
	}
}

// settle ends a pass and reports whether another one is worth its while.
func (t *callTable) settle() bool {
	if t.passes++; t.passes >= maxPasses || len(t.seen) == 0 {
		return false
	}
	t.found = map[envs.FuncID]*numbers.State{}
	sites := slices.SortedFunc(maps.Keys(t.seen), func(a, b site) int {
		return cmp.Or(cmp.Compare(a.fn, b.fn), a.at.Compare(b.at))
	})
	for _, at := range sites {
		s := t.seen[at]
		if f := t.found[at.fn]; f != nil {
			s, _ = f.Clone().Merge(s)
		}
		t.found[at.fn] = s
	}
	t.seen = nil
	return true
}
