package world

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
)

// sites are all that a program's accesses can be told apart by: the operations that access memory, each with the
// different surroundings in which it is executed. Calling contexts are many more than these, as most of them differ in
// what an access is not asked about. A checker that has no state in a frame, and to which only accesses mean
// something, is shown each site once, in place of each operation in each context. Over net/http that takes a quarter
// of the time (BenchmarkSites).
type sites struct {
	byFunc  [][]site
	around  []surrounding // each once
	numbers map[surrounding]int32
}

// site is an operation of a function in a surrounding.
type site struct{ pc, around int32 }

// surrounding is what an environment knows at an access, beside the operation.
type surrounding struct {
	locks  *locks // nil in a flat frame
	within bool   // of a flat frame: its caller is in a block
	fact   int32
	mine   bool
}

func newSites(funcs int) *sites {
	return &sites{byFunc: make([][]site, funcs), numbers: map[surrounding]int32{}}
}

// add notes that the operation at which env is, an access, is executed in what env knows.
func (t *sites) add(env *staticEnv) {
	fn, s := env.Fn.ID, surrounding{env.locks, !env.flat.None(), env.fact, env.mine}
	n := known(t.numbers, s, func() int32 {
		t.around = append(t.around, s)
		return int32(len(t.around)) - 1
	})
	t.byFunc[fn] = append(t.byFunc[fn], site{env.Op.PC, n})
}

// done puts the sites in order and leaves out repetitions.
func (t *sites) done() {
	for fn, list := range t.byFunc {
		slices.SortFunc(list, func(a, b site) int { return cmp.Or(cmp.Compare(a.pc, b.pc), cmp.Compare(a.around, b.around)) })
		t.byFunc[fn] = slices.Clone(slices.Compact(list)) // without room for more
	}
	t.numbers = nil
}

// scan shows an analysis, to which what it selects means something, all sites. It gives false if that is not accesses
// alone.
func (t *sites) scan(env *staticEnv, selects func(*envs.Op) bool, scan ground.Scan) (done bool, err error) {
	for id := range t.byFunc {
		fn := env.Prog.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			if op := &fn.Ops[i]; !op.Accesses() && selects(op) {
				return false, nil
			}
		}
	}
	for id, list := range t.byFunc {
		if len(list) == 0 {
			continue
		}
		fn := env.Prog.Func(envs.FuncID(id))
		if err := scan(fn, func(step func(*envs.Op)) {
			for _, x := range list {
				around := &t.around[x.around]
				env.locks, env.fact, env.mine, env.flat = around.locks, around.fact, around.mine, envs.Block{}
				if around.within {
					env.flat = envs.OuterBlock(0)
				}
				env.named = false
				step(&fn.Ops[x.pc])
			}
		}); err != nil {
			return true, err
		}
	}
	return true, nil
}
