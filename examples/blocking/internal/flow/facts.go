package flow

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// Facts are what a path has decided: conditions on which further branches depend. They compare a register with a
// constant, or two registers that are not given other values. Facts are comparable. The zero Facts are none.
type Facts struct{ all [maxFacts]envs.Condition }

// maxFacts is how many conditions are kept of a path. What is asked again last gives way to the others.
const maxFacts = 8

// Compare orders facts.
func (f *Facts) Compare(g *Facts) int {
	for i := range f.all {
		x, y := &f.all[i], &g.all[i]
		if c := cmp.Or(cmp.Compare(x.X.Reg, y.X.Reg), cmp.Compare(x.X.Of, y.X.Of), cmp.Compare(x.X.Kind, y.X.Kind),
			cmp.Compare(x.Cmp, y.Cmp), cmp.Compare(x.Y.Reg, y.Y.Reg), cmp.Compare(x.Y.Of, y.Y.Of),
			cmp.Compare(x.Y.Kind, y.Y.Kind), cmp.Compare(x.Y.Const.Bits(), y.Y.Const.Bits())); c != 0 {
			return c
		}
	}
	return 0
}

// with has a condition more, which is known behind an operation. One that says what a term is equal to makes the others
// about it superfluous.
func (f Facts) with(c envs.Condition, q *questions, pc int32) Facts {
	all := make([]envs.Condition, 0, maxFacts+1)
	for _, x := range f.all {
		if x.X.Reg != 0 && x != c && !(c.Cmp == machine.Eq && c.Y.Reg == 0 && x.X.Reg == c.X.Reg && x.X.Of == c.X.Of) {
			all = append(all, x)
		}
	}
	if all = append(all, c); len(all) > maxFacts {
		last := 0
		for i := range all {
			if q.next(all[i].X.Reg, pc) > q.next(all[last].X.Reg, pc) {
				last = i
			}
		}
		all = slices.Delete(all, last, last+1)
	}
	f.all = [maxFacts]envs.Condition{}
	copy(f.all[:], all)
	return f
}

// without leaves out what is said of registers.
func (f Facts) without(out func(envs.Reg) bool) Facts {
	all := f.all[:0:0]
	for _, x := range f.all {
		if x.X.Reg != 0 && !out(x.X.Reg) && (x.Y.Reg == 0 || !out(x.Y.Reg)) {
			all = append(all, x)
		}
	}
	f.all = [maxFacts]envs.Condition{}
	copy(f.all[:], all)
	return f
}

// Asks reports whether a function has a branch that depends on what an operation defines, and that Facts may decide.
func (f *Flow) Asks(fn *envs.Func, op *envs.Op) bool {
	q := f.questionsOf(fn)
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		if q.open[r] || op.Kind == envs.Move && len(q.asked[r]) > 0 {
			return true
		}
	}
	return false
}

// Assume are the facts behind an operation if a condition of a register and a constant holds, too.
func (f *Flow) Assume(fn *envs.Func, known Facts, c envs.Condition, pc int32) Facts {
	q := f.questionsOf(fn)
	c.X = f.Settled(fn, c.X)
	if len(q.asked[c.X.Reg]) == 0 || c.Y.Reg != 0 {
		return known
	}
	return known.with(c, q, pc)
}

// Learn are the facts after an operation: what it defines is a constant, or another value of which something is known,
// or no longer what it was.
func (f *Flow) Learn(fn *envs.Func, known Facts, op *envs.Op) Facts {
	after := known
	if slices.ContainsFunc(known.all[:], func(c envs.Condition) bool {
		return op.Defines(c.X.Reg) || op.Defines(c.Y.Reg)
	}) {
		after = known.without(func(r envs.Reg) bool { return op.Defines(r) })
	}
	if !f.Asks(fn, op) {
		return after
	}
	q := f.questionsOf(fn)
	copied := func(from, to envs.Reg) {
		for _, x := range known.all {
			if x.X.Reg == from && from != 0 && x.Y.Reg == 0 {
				x.X.Reg = to
				after = f.Assume(fn, after, x, op.PC)
			}
		}
	}
	set := func(r envs.Reg, c envs.Condition) {
		if q.open[r] {
			after = after.with(c, q, op.PC)
		}
	}
	isSome := func(r envs.Reg) envs.Condition { return envs.Condition{X: r.Term(machine.NoKind), Cmp: machine.Ne} }
	if op.Kind == envs.Move {
		if from := f.Origin(fn, op.Uses[0]); from != nil && from.Kind == envs.New {
			set(op.Dst, isSome(op.Dst))
		}
		copied(op.Uses[0], op.Dst)
	}
	for _, d := range f.prog.Detail(envs.At(fn.ID, op.PC)).Defs {
		switch {
		case d.Of != envs.Whole || !op.Defines(d.Reg):
		case d.Op == envs.NonNil:
			set(d.Reg, isSome(d.Reg))
		case d.Op == envs.Copy && d.X.Reg == 0:
			set(d.Reg, envs.Condition{X: d.Target(), Cmp: machine.Eq, Y: d.X})
		case d.Op == envs.Copy && d.X.Of == envs.Whole && op.Kind != envs.Move:
			copied(d.X.Reg, d.Reg)
		}
	}
	return after
}

// Decide are the facts on one way that a branch may take; ok is false if they exclude that way.
func (f *Flow) Decide(fn *envs.Func, known Facts, branch *envs.Op, way int) (after Facts, ok bool) {
	on := f.prog.Detail(envs.At(fn.ID, branch.PC)).On
	if way >= len(on) {
		return known, true
	}
	q := f.questionsOf(fn)
	for _, c := range on[way] {
		c.X, c.Y = f.Settled(fn, c.X), f.Settled(fn, c.Y)
		if c.X.Reg == 0 {
			c.X, c.Y, c.Cmp = c.Y, c.X, c.Cmp.Swap()
		}
		if c.X.Reg == 0 && c.X.Int() && c.Y.Int() && !c.Cmp.HoldsNumbers(c.X.Const, c.Y.Const) {
			return known, false
		}
		if c.X.Reg == 0 || c.Y.Reg != 0 && !(f.stays(fn, c.X.Reg) && f.stays(fn, c.Y.Reg)) {
			continue
		}
		for _, x := range known.all {
			if x.X.Reg != 0 && excludes(x, c) {
				return known, false
			}
		}
		if q.open[c.X.Reg] || q.open[c.Y.Reg] {
			known = known.with(c, q, branch.PC)
		}
	}
	to := fn.Targets(branch)[way]
	return known.without(func(r envs.Reg) bool { // what nobody asks any more
		return !slices.ContainsFunc(q.asked[r], func(pc int32) bool { return pc == to || f.Leads(fn, to, pc) })
	}), true
}

// stays reports whether a register always has what it was given first: a parameter, or what is defined once and not in
// a loop.
func (f *Flow) stays(fn *envs.Func, r envs.Reg) bool {
	from := f.Origin(fn, r)
	if from == nil {
		return slices.Contains(fn.Params, r) && !slices.ContainsFunc(fn.Ops, func(op envs.Op) bool { return op.Defines(r) })
	}
	return !f.Leads(fn, from.PC, from.PC)
}

// excludes reports whether two conditions cannot both hold, by the numbers that each leaves for a term, or since one is
// the negation of the other.
func excludes(x, y envs.Condition) bool {
	if x.X.Reg != y.X.Reg || x.X.Of != y.X.Of {
		return false
	}
	low, high, isRange := between(x)
	from, to, both := between(y)
	switch {
	case isRange && both && (low > to || from > high):
		return true
	case x.Cmp == machine.Eq && x.Y.Int() && y.Y.Int() && x.Y.Reg == 0 && y.Y.Reg == 0:
		return !y.Cmp.HoldsNumbers(x.Y.Const, y.Y.Const)
	case y.Cmp == machine.Eq && x.Y.Int() && y.Y.Int() && x.Y.Reg == 0 && y.Y.Reg == 0:
		return !x.Cmp.HoldsNumbers(y.Y.Const, x.Y.Const)
	}
	return x.Y == y.Y && x.Cmp == y.Cmp.Negate()
}

// between are the least and the greatest number that a condition leaves for its first term.
func between(c envs.Condition) (low, high int64, ok bool) {
	n, isNumber := c.Y.Const.Int64()
	if c.Y.Reg != 0 || !c.Y.Int() || !isNumber || n == math.MinInt64 || n == math.MaxInt64 {
		return 0, 0, false
	}
	switch c.Cmp {
	case machine.Eq:
		return n, n, true
	case machine.Lt:
		return math.MinInt64, n - 1, true
	case machine.Le:
		return math.MinInt64, n, true
	case machine.Gt:
		return n + 1, math.MaxInt64, true
	case machine.Ge:
		return n, math.MaxInt64, true
	}
	return 0, 0, false
}

// Recovers reports whether an operation gives the exception for which a deferred function is executed, and nil if there
// is none. In other languages it may give anything.
func Recovers(op *envs.Op) bool {
	return op.Kind == envs.Compute && len(op.Uses) == 0 && op.Results == 1
}

// maxAsked is how many operations a function may have whose branches are told apart by what they ask.
const maxAsked = 4000

// questions are on what the branches of a function depend.
type questions struct {
	asked map[envs.Reg][]int32 // by register: those branches, and those that depend on a copy
	// open are the registers of which Facts keep what is learnt: several branches ask for them, or they are given values
	// in several places.
	open map[envs.Reg]bool
}

// next is how far behind an operation a register is asked for. Behind the last question it is the first one, of the
// next round of a loop.
func (q *questions) next(r envs.Reg, pc int32) int32 {
	first, next := int32(math.MaxInt32/2), int32(math.MaxInt32)
	for _, at := range q.asked[r] {
		if first = min(first, at); at > pc {
			next = min(next, at-pc)
		}
	}
	if next == math.MaxInt32 {
		return math.MaxInt32/2 + first
	}
	return next
}

func (f *Flow) questionsOf(fn *envs.Func) *questions {
	if q := f.questions[fn.ID]; q != nil {
		return q
	}
	q := &questions{map[envs.Reg][]int32{}, map[envs.Reg]bool{}}
	for i := 0; i < len(fn.Ops) && len(fn.Ops) <= maxAsked; i++ {
		op := &fn.Ops[i]
		if op.Kind != envs.Branch && op.Kind != envs.Switch {
			continue
		}
		for _, on := range f.prog.Detail(envs.At(fn.ID, op.PC)).On {
			for _, c := range on {
				for _, x := range []envs.Term{c.X, c.Y} {
					r := f.Settled(fn, x).Reg
					if r != 0 && !slices.Contains(q.asked[r], op.PC) {
						q.asked[r] = append(q.asked[r], op.PC)
					}
				}
			}
		}
	}
	for r, pcs := range q.asked {
		from := f.Origin(fn, r)
		q.open[r] = from == nil || len(pcs) > 1 || Recovers(from)
	}
	for again := len(q.asked) > 0; again; {
		again = false
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Kind != envs.Move || op.Uses[0] == 0 {
				continue
			}
			for _, pc := range q.asked[op.Dst] {
				if !slices.Contains(q.asked[op.Uses[0]], pc) {
					q.asked[op.Uses[0]], again = append(q.asked[op.Uses[0]], pc), true
				}
			}
			if q.open[op.Dst] && !q.open[op.Uses[0]] {
				q.open[op.Uses[0]], again = true, true
			}
		}
	}
	f.questions[fn.ID] = q
	return q
}
