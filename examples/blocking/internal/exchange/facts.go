package exchange

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// Facts are what a path has decided: conditions of registers and constants on which further branches depend. They are
// comparable. The zero Facts are none.
type Facts struct{ all [maxFacts]envs.Condition }

// maxFacts is how many conditions are kept of a path. Earlier ones give way to later ones.
const maxFacts = 4

// Compare orders facts.
func (f *Facts) Compare(g *Facts) int {
	for i := range f.all {
		x, y := &f.all[i], &g.all[i]
		if c := cmp.Or(cmp.Compare(x.X.Reg, y.X.Reg), cmp.Compare(x.X.Of, y.X.Of), cmp.Compare(x.Cmp, y.Cmp),
			cmp.Compare(x.Y.Kind, y.Y.Kind), cmp.Compare(x.Y.Const.Bits(), y.Y.Const.Bits())); c != 0 {
			return c
		}
	}
	return 0
}

// with has a condition more.
func (f Facts) with(c envs.Condition) Facts {
	all := make([]envs.Condition, 0, maxFacts+1)
	for _, x := range f.all {
		if x.X.Reg != 0 && x != c {
			all = append(all, x)
		}
	}
	all = append(all, c)
	all = all[max(0, len(all)-maxFacts):]
	f.all = [maxFacts]envs.Condition{}
	copy(f.all[:], all)
	return f
}

// without leaves out what is said of registers.
func (f Facts) without(out func(envs.Reg) bool) Facts {
	all := f.all[:0:0]
	for _, x := range f.all {
		if x.X.Reg != 0 && !out(x.X.Reg) {
			all = append(all, x)
		}
	}
	f.all = [maxFacts]envs.Condition{}
	copy(f.all[:], all)
	return f
}

// Asks reports whether a function has a branch that depends on what an operation defines, and that Facts may decide.
func (t *Table) Asks(fn *envs.Func, op *envs.Op) bool {
	asked := t.askedIn(fn)
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		if len(asked[r]) > 0 {
			return true
		}
	}
	return false
}

// Learn are the facts after an operation: what it defines is a constant, or no longer what it was.
func (t *Table) Learn(fn *envs.Func, f Facts, op *envs.Op) Facts {
	if !t.Asks(fn, op) {
		return f
	}
	f = f.without(func(r envs.Reg) bool { return op.Defines(r) })
	if op.Kind == envs.Move {
		if from := t.Origin(fn, op.Uses[0]); from != nil && from.Kind == envs.New {
			return f.with(envs.Condition{X: op.Dst.Term(machine.NoKind), Cmp: machine.Ne})
		}
	}
	if op.Kind != envs.Const {
		return f
	}
	for _, d := range t.prog.Detail(envs.At(fn.ID, op.PC)).Defs {
		if d.Of == envs.Whole && d.Op == envs.Copy && d.X.Reg == 0 && len(t.askedIn(fn)[d.Reg]) > 0 {
			f = f.with(envs.Condition{X: d.Target(), Cmp: machine.Eq, Y: d.X})
		}
	}
	return f
}

// Decide are the facts on one way that a branch may take; ok is false if they exclude that way.
func (t *Table) Decide(fn *envs.Func, f Facts, branch *envs.Op, way int) (after Facts, ok bool) {
	on := t.prog.Detail(envs.At(fn.ID, branch.PC)).On
	if way >= len(on) {
		return f, true
	}
	asked := t.askedIn(fn)
	for _, c := range on[way] {
		if c.X.Reg == 0 {
			c.X, c.Y, c.Cmp = c.Y, c.X, c.Cmp.Swap()
		}
		if c.X.Reg == 0 || c.Y.Reg != 0 || len(asked[c.X.Reg]) == 0 {
			continue
		}
		for _, x := range f.all {
			if x.X.Reg != 0 && excludes(x, c) {
				return f, false
			}
		}
		f = f.with(c)
	}
	to := fn.Targets(branch)[way]
	return f.without(func(r envs.Reg) bool { // what nobody asks any more
		return !slices.ContainsFunc(asked[r], func(pc int32) bool { return pc == to || t.Leads(fn, to, pc) })
	}), true
}

// excludes reports whether two conditions of a term and a constant cannot both hold.
func excludes(f, c envs.Condition) bool {
	switch {
	case f.X.Reg != c.X.Reg || f.X.Of != c.X.Of:
		return false
	case f.Cmp == machine.Eq && f.Y.Int() && c.Y.Int():
		x, _ := f.Y.Const.Int64()
		y, ok := c.Y.Const.Int64()
		return ok && !c.Cmp.Holds(machine.Int64.Of(x), machine.Int64.Of(y))
	case f.Cmp == machine.Eq && f.Y.IsNil() != c.Y.IsNil():
		return false
	}
	return f.Y == c.Y && f.Cmp == c.Cmp.Negate()
}

// recovers reports whether an operation gives the exception for which a deferred function is executed, and nil if there
// is none. In other languages it may give anything.
func recovers(op *envs.Op) bool {
	return op.Kind == envs.Compute && len(op.Uses) == 0 && op.Results == 1
}

// maxAsked is how many operations a function may have whose branches are told apart by what they ask.
const maxAsked = 4000

// askedIn are the branches of a function that depend on a register, by register: where there are several of them, or
// the register is given values in several places.
func (t *Table) askedIn(fn *envs.Func) map[envs.Reg][]int32 {
	if asked, known := t.asked[fn.ID]; known {
		return asked
	}
	asked := map[envs.Reg][]int32{}
	for i := 0; i < len(fn.Ops) && len(fn.Ops) <= maxAsked; i++ {
		op := &fn.Ops[i]
		if op.Kind != envs.Branch && op.Kind != envs.Switch {
			continue
		}
		for _, on := range t.prog.Detail(envs.At(fn.ID, op.PC)).On {
			for _, c := range on {
				for _, r := range []envs.Reg{c.X.Reg, c.Y.Reg} {
					if r != 0 && !slices.Contains(asked[r], op.PC) {
						asked[r] = append(asked[r], op.PC)
					}
				}
			}
		}
	}
	for r, pcs := range asked {
		if from := t.indexOf(fn).defined[r]; from != nil && recovers(from) {
			continue
		}
		if len(pcs) < 2 && t.indexOf(fn).defined[r] != nil {
			delete(asked, r)
		}
	}
	t.asked[fn.ID] = asked
	return asked
}
