package methods

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// walk follows some way through a function and what it calls, and gives the places where locks are taken.
func walk(p envs.Program, fn *envs.Func, r *rand.Rand, depth int, taken []envs.Point) []envs.Point {
	pc := int32(0)
	for range 40 {
		op := &fn.Ops[pc]
		switch {
		case op.Kind == envs.Acquire:
			taken = append(taken, envs.At(fn.ID, pc))
		case op.Kind == envs.Call && op.Callee != nil && len(op.Callee.Funcs) > 0 && depth < 5:
			callee := op.Callee.Funcs[r.IntN(len(op.Callee.Funcs))]
			taken = walk(p, p.Func(callee), r, depth+1, taken)
		}
		next := fn.Targets(op)
		if op.Falls() {
			next = append([]int32{pc + 1}, next...)
		}
		if len(next) == 0 {
			break
		}
		pc = next[r.IntN(len(next))]
	}
	return taken
}

// Whatever follows on some way through a method is known to follow.
func TestFollowsOnWays(t *testing.T) {
	apart, following := 0, 0
	for seed := range uint64(150) {
		text := irgen.Blocks(irgen.Seeded(seed))
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		b, r := newBook(asks{}), rand.New(rand.NewPCG(seed, 1))
		var own []*part
		at := map[envs.Point]*part{}
		for id := range envs.FuncID(p.NumFuncs()) {
			for i := range p.Func(id).Ops {
				op := &p.Func(id).Ops[i]
				if op.Kind == envs.Acquire {
					place := envs.At(id, op.PC)
					at[place] = &part{lockView: &lockView{block: blocks.Block{From: place}}, number: len(own)}
					own = append(own, at[place])
				}
				if op.Kind == envs.Call && op.Callee != nil {
					for _, callee := range op.Callee.Funcs {
						b.calls(id, callee, op.PC, nil)
					}
				}
			}
		}
		for id := range envs.FuncID(p.NumFuncs()) {
			s := &scope{book: b, fn: id, own: own}
			s.follow(p)
			for range 10 {
				taken := walk(p, p.Func(id), r, 0, nil)
				for i, first := range taken {
					for _, then := range taken[i+1:] {
						require.True(t, s.follows.may(at[first], at[then]), "%v then %v in %s, seed %d\n%s", first, then,
							p.Func(id).Name, seed, text)
						following++
					}
				}
			}
			for _, x := range own {
				for _, o := range own {
					if b.reaches(id, x.block.From.Func()) && b.reaches(id, o.block.From.Func()) && !s.follows.may(x, o) {
						apart++
					}
				}
			}
		}
	}
	require.Positive(t, apart)
	require.Positive(t, following)
	t.Log(following, "follow, and", apart, "pairs do not")
}
