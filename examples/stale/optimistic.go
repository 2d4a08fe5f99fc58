package stale

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// Optimistic updates: a value is read, something is computed from it with no lock held, and is stored if
// what was read is still there.
//
//	mu.Lock()
//	old := shared.value
//	mu.Unlock()
//	next := f(old) // computing is no use yet
//	mu.Lock()
//	if old == shared.value { // the copy is compared with what is there,
//		shared.value = next // and as good as fresh in what that decides
//	}
//	mu.Unlock()
//
// What counts is that a branch depends on the copy and on a fresh read of the same class of memory, not
// which way it goes.

// A check is a branch on the outcome of such a comparison, in a block.
type check struct {
	pc    int32
	loc   *envs.Loc
	block envs.Block
}

// commonChecks are the checks that both have: on either path they were passed.
func commonChecks(a, b []check) []check {
	return order.Without(a, func(k check) bool {
		return !slices.ContainsFunc(b,
			func(o check) bool { return k.pc == o.pc && k.loc == o.loc && k.block.Compare(o.block) == 0 })
	})
}

// compared is the origin of what is computed: it says so if a stale copy meets what is there.
func (s State) compared(blocks envs.Blocks, op *envs.Op) *Origin {
	r := s.join(op.Uses)
	if r == nil || r.Loc == nil || len(op.Uses) < 2 {
		return r
	}
	stale := func(r envs.Reg) bool { o := s.get(r); return o != nil && !o.Block.MustBe(blocks.Block()) }
	fresh := func(r envs.Reg) bool { o := s.get(r); return o != nil && o.Block.MustBe(blocks.Block()) }
	if !slices.ContainsFunc(op.Uses, stale) || !slices.ContainsFunc(op.Uses, fresh) {
		return r
	}
	n := *r
	n.Now = blocks.Block()
	return &n
}

// check notes that a branch is about a copy that was compared in the current block.
func (s State) check(blocks envs.Blocks, op *envs.Op) State {
	if len(op.Uses) == 0 || blocks.Block().None() {
		return s
	}
	o := s.get(op.Uses[0])
	if o == nil || o.Now.None() || !o.Now.MustBe(blocks.Block()) {
		return s
	}
	k := check{op.PC, o.Loc, blocks.Block()}
	i, found := slices.BinarySearchFunc(s.checks, k.pc, func(k check, pc int32) int { return int(k.pc) - int(pc) })
	if s.checks = slices.Clone(s.checks); found {
		s.checks[i] = k
	} else {
		s.checks = slices.Insert(s.checks, i, k)
	}
	return s
}

// computes reports whether a call leads to functions of the program only, which write nothing and tell
// nobody of what they are passed.
func (c *checker) computes(env envs.Env, callee *envs.Callee) bool {
	if callee == nil || callee.Open || len(callee.Funcs) == 0 {
		return false
	}
	for _, f := range callee.Funcs {
		if !c.onlyComputes(env, f) {
			return false
		}
	}
	return true
}

func (c *checker) onlyComputes(env envs.Env, f envs.FuncID) (pure bool) {
	if is, ok := c.pure[f]; ok {
		return is
	}
	if c.pure == nil {
		c.pure = map[envs.FuncID]bool{}
	}
	c.pure[f] = true // if it comes back to itself, that adds nothing
	defer func() {
		if c.pure[f] = pure; !pure { // what rests on the contrary is to be looked at again
			maps.DeleteFunc(c.pure, func(_ envs.FuncID, is bool) bool { return is })
		}
	}()
	fn := env.Program().Func(f)
	if fn == nil {
		return false
	}
	for i := range fn.Ops {
		switch op := &fn.Ops[i]; op.Kind {
		case envs.Nop, envs.Const, envs.Move, envs.Compute, envs.New, envs.Addr, envs.Load, envs.Return, envs.Throw,
			envs.Catch, envs.Branch, envs.Switch, envs.Jump:
		case envs.Call:
			if !c.computes(env, op.Callee) {
				return false
			}
		default:
			if !op.Is(envs.Local) || op.Kind != envs.Store {
				return false
			}
		}
	}
	return true
}

// harmless reports whether a stale operand is no use of it. Either it is computed with or compared, or a comparison
// has shown in this block that it is as good as fresh.
func (c *checker) harmless(env envs.Env, op *envs.Op, s State, o *Origin) bool {
	if !c.opts.Optimistic {
		return false
	}
	switch op.Kind {
	case envs.Compute, envs.Addr:
		return true
	case envs.Call:
		if c.computes(env, op.Callee) {
			return true
		}
	case envs.Branch, envs.Switch:
		if !o.Now.None() && o.Now.MustBe(c.blocks.Block()) {
			return true
		}
	}
	return o.Loc != nil && slices.ContainsFunc(s.checks, func(k check) bool {
		return k.loc == o.Loc && k.block.MustBe(c.blocks.Block()) && env.MayDecide(k.pc)
	})
}
