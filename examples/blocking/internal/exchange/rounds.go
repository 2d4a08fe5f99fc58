package exchange

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// size is how much fits into the buffer of a channel that an operation makes: so much for each of what a term counts.
func (t *Table) size(fn *envs.Func, made *envs.Op) (each int, of envs.Term) {
	for _, d := range t.prog.Detail(envs.At(fn.ID, made.PC)).Defs {
		if d.Reg == made.Dst && d.Of == envs.Cap && d.Op == envs.Copy {
			return t.times(fn, d.X)
		}
	}
	return 0, envs.Term{}
}

// times is a term as the multiple of another one: len(s) is once len(s), and 2*n is twice n.
func (t *Table) times(fn *envs.Func, x envs.Term) (factor int, of envs.Term) {
	for range fn.Regs {
		d := t.defining(fn, x)
		if d == nil {
			break
		}
		switch {
		case d.Op == envs.Copy && d.X.Reg != 0, d.Op == envs.Convert && d.X.Reg != 0:
			x = d.X
		case d.Op == envs.Binary && d.Arith == machine.Mul:
			by, n := d.X, d.Y
			if by.Reg != 0 {
				by, n = d.Y, d.X
			}
			if k, ok := by.Const.Int64(); ok && by.Reg == 0 && n.Reg != 0 && k > 0 && k < Many {
				factor, of = t.times(fn, n)
				return factor * int(k), of
			}
			return 1, x
		default:
			return 1, x
		}
	}
	return 1, x
}

// defining says how a term comes about, if a single operation defines its register; nil if that is not known.
func (t *Table) defining(fn *envs.Func, x envs.Term) *envs.Def {
	if x.Reg == 0 {
		return nil
	}
	op := t.Origin(fn, x.Reg)
	if op == nil || slices.Contains(fn.Params, x.Reg) {
		return nil
	}
	defs := t.prog.Detail(envs.At(fn.ID, op.PC)).Defs
	for i := range defs {
		if defs[i].Reg == x.Reg && defs[i].Of == x.Of {
			return &defs[i]
		}
	}
	return nil
}

// goesRound reports whether an operation is in a loop that goes round as often as a term says.
func (t *Table) goesRound(fn *envs.Func, pc int32, of envs.Term) bool {
	in := func(at int32) bool { return t.Leads(fn, pc, at) && t.Leads(fn, at, pc) }
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		if op.Kind != envs.Branch || !in(op.PC) || !t.counts(fn, op.PC, in) {
			return false
		}
		return slices.ContainsFunc(t.prog.Detail(envs.At(fn.ID, op.PC)).On, func(on []envs.Condition) bool {
			return slices.ContainsFunc(on, func(c envs.Condition) bool {
				factor, x := t.times(fn, c.Y)
				return factor == 1 && x == of
			})
		})
	})
}

// measure notes how much room a channel has for each round of a loop, and which threads are started in one.
func (t *Table) measure(fn *envs.Func, x *Object, made *envs.Op) {
	each, of := t.size(fn, made)
	if each == 0 || of.Reg == 0 {
		return
	}
	x.Each = each
	for pc, use := range x.At {
		if use.Threads != nil && use.Again && use.Threads.Asked[Sends] > 0 {
			use.Round = t.goesRound(fn, pc, of)
			x.At[pc] = use
		}
	}
}
