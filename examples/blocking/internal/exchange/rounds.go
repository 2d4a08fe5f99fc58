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
		d := t.Defining(fn, x)
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

// Constant reports whether a term is one, or always has the value of one.
func (t *Table) Constant(fn *envs.Func, x envs.Term) bool {
	x = t.Settled(fn, x)
	return x.Reg == 0
}

// constantRounds is how often the innermost loop around an operation executes it; 0 if that is not known. The loop
// counts up by one, from a constant to another one. Nothing else ends it.
func (t *Table) constantRounds(fn *envs.Func, pc int32) uint8 {
	ways := t.WaysOut(fn, pc)
	if len(ways) != 1 {
		return 0
	}
	for _, on := range t.prog.Detail(envs.At(fn.ID, ways[0])).On {
		for _, c := range on {
			end, isNumber := t.Settled(fn, c.Y).Const.Int64()
			if c.Cmp != machine.Lt || !t.Constant(fn, c.Y) || !isNumber {
				continue
			}
			counter, next := c.X.Reg, false
			if d := t.Defining(fn, c.X); d != nil { // what is compared is the next number
				counter, next = d.X.Reg, true
			}
			first, counts := t.countsUp(fn, counter, t.Loop(fn, pc))
			if next && t.Passes(fn, ways[0], pc) { // it is compared before the operation
				first++
			}
			if n := end - first; counts && n > 0 && n < Many {
				return uint8(n)
			}
		}
	}
	return 0
}

// countsUp reports whether a register gets a constant outside of a loop, one more in it, and nothing else.
func (t *Table) countsUp(fn *envs.Func, r envs.Reg, in func(int32) bool) (first int64, does bool) {
	begins, more, others := 0, 0, slices.Contains(fn.Params, r)
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if !op.Defines(r) {
			continue
		}
		known := begins + more
		for _, d := range t.prog.Detail(envs.At(fn.ID, op.PC)).Defs {
			n, isNumber := t.Settled(fn, d.X).Const.Int64()
			switch {
			case d.Reg != r || d.Of != envs.Whole || d.Op != envs.Copy:
			case in(op.PC) && t.isNext(fn, d.X, r):
				more++
			case !in(op.PC) && t.Constant(fn, d.X) && isNumber:
				begins, first = begins+1, n
			}
		}
		others = others || begins+more == known
	}
	return first, begins == 1 && more == 1 && !others
}

// isNext reports whether a term is one more than a register.
func (t *Table) isNext(fn *envs.Func, x envs.Term, than envs.Reg) bool {
	d := t.Defining(fn, x)
	if d == nil || d.Op != envs.Binary || d.Arith != machine.Add || d.X.Reg != than || d.Y.Reg != 0 {
		return false
	}
	one, ok := d.Y.Const.Int64()
	return ok && one == 1
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
