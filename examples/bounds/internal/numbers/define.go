package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// define gives what op defines the values that defs say, all at once.
func (s *State) define(op *envs.Op, defs []envs.Def) {
	if op.Results == 0 {
		return
	}
	s.changed()
	old := s.keep(op, defs)
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		s.forget(varOf(r.Term(machine.NoKind)), varOf(envs.Len.Of(r)), varOf(envs.Cap.Of(r)))
		if i := slices.Index(s.params, r); i >= 0 {
			s.params = slices.Clone(s.params)
			s.params[i] = 0
		}
	}
	for i := range defs {
		d := defs[i]
		if d.Reg != 0 {
			d.X, d.Y = old(d.X), old(d.Y)
			s.defineOne(&d)
		}
	}
	if old(envs.Term{Reg: op.Dst}).Reg != op.Dst {
		for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
			o := old(r.Term(machine.NoKind)).Reg
			s.forget(varOf(o.Term(machine.NoKind)), varOf(envs.Len.Of(o)), varOf(envs.Cap.Of(o)))
		}
	}
}

// keep gives the terms of defs that mean registers which op defines other names,
// so that they keep their meaning: old says which. In single assignment form there
// are none.
func (s *State) keep(op *envs.Op, defs []envs.Def) (old func(envs.Term) envs.Term) {
	defined := func(t envs.Term) bool { return t.Reg != 0 && op.Defines(t.Reg) }
	reads := false
	for i := range defs {
		reads = reads || defined(defs[i].X) || defined(defs[i].Y)
	}
	if !reads {
		return func(t envs.Term) envs.Term { return t }
	}
	old = func(t envs.Term) envs.Term {
		if defined(t) {
			t.Reg = -t.Reg // no register of a function is negative
		}
		return t
	}
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		for _, t := range []envs.Term{r.Term(machine.NoKind), envs.Len.Of(r), envs.Cap.Of(r)} {
			s.assign(varOf(old(t)), linear.Var(varOf(t)))
		}
	}
	return old
}

func (s *State) defineOne(d *envs.Def) {
	if !d.Kind.Valid() {
		return
	}
	v := varOf(d.Target())
	if s.plain {
		s.defineValue(v, d)
		return
	}
	in := s.classOf(d) // by what was there before
	s.defineValue(v, d)
	s.classes = s.classes.with(v, in)
	if isLarge(d.Target()) {
		s.large = s.large.with(v)
	}
}

func (s *State) defineValue(v Var, d *envs.Def) {
	switch d.Op {
	case envs.Any:
		s.set(v, Limits(d.Target()))
	case envs.Copy, envs.Convert:
		s.convert(v, d)
	case envs.Unary:
		x := s.expr(d.X)
		if d.One == machine.Neg && s.assignIfFits(v, d.Kind, x.Times(-1)) {
			return
		}
		s.setMachine(v, interval.Domain{}.Unary(d.One, toMachine(d.Kind, s.rel.Eval(x))))
	case envs.Binary:
		s.binary(v, d)
	case envs.Minimum, envs.Maximum:
		s.extreme(v, d)
	}
}

// assign gives v the value of e, which does not mention it.
func (s *State) assign(v Var, e expr) {
	s.changed()
	in, same := s.classes.of(e)
	s.forget(v)
	s.rel = s.rel.Assign(v, e)
	if same {
		s.classes = s.classes.with(v, in)
	}
	if e.Rest().Lo == e.Rest().Hi && !s.plain {
		s.eqs = s.eqs.with(e.Minus(linear.Var(v)))
	}
}

func (s *State) forget(vs ...Var) {
	gone := func(v Var) bool { return slices.Contains(vs, v) }
	s.eqs = s.rescued(gone, anyVar).without(gone).tidy()
	s.sums = s.sums.without(gone)
	s.classes = s.classes.without(gone)
	s.large = s.large.without(gone)
	s.rel = s.rel.Forget(vs...)
}

func (s *State) set(v Var, iv linear.Interval) { s.assign(v, linear.Between[Var](iv)) }

func (s *State) setMachine(v Var, iv interval.Interval) {
	least, greatest, ok := interval.Domain{}.Bounds(iv)
	if !ok {
		s.forget(v)
		return
	}
	s.set(v, toLinear(least, greatest))
}

// assignIfFits gives v the value e if e certainly is a number of the kind.
func (s *State) assignIfFits(v Var, k machine.Kind, e expr) bool {
	if !s.fits(k, e) {
		return false
	}
	s.assign(v, e)
	return true
}

// fits reports whether e certainly is a number of the kind. Bounds of 64 bits are infinite here, so a finite bound is
// within them. A number that has no such bound fits if it lies between two variables of the frame, whose values are
// numbers of the kind.
func (s *State) fits(k machine.Kind, e expr) bool {
	iv, l := s.rel.Eval(e), limits[k]
	if iv.IsEmpty() {
		return true
	}
	low := iv.Lo >= l.Lo && (iv.Lo != linear.MinusInf || s.between(e, machine.Ge, nil))
	var large largeSet
	if k.Signed() {
		large = s.large
	}
	high := iv.Hi <= l.Hi && (iv.Hi != linear.PlusInf || s.between(e, machine.Le, large))
	return low && high
}

// between reports whether e c y holds for another variable y of the frame. Variables in the set but do not count. The
// value of y is a number of 64 bits, so these numbers bound e on that side.
func (s *State) between(e expr, c machine.Cmp, but largeSet) bool {
	terms := e.Terms()
	if len(terms) == 0 || len(terms) > 2 {
		return false
	}
	tried := func(v Var) bool { return len(terms) == 1 && terms[0].Var == v || but.has(v) }
	for _, t := range terms {
		for _, y := range s.rel.Pack(t.Var) {
			if !tried(y) && !s.rel.Eval(e.Minus(linear.Var(y))).May(c.Negate()) {
				return true
			}
		}
	}
	for _, eq := range s.eqs {
		for _, t := range eq.Terms() {
			if !tried(t.Var) && !s.eqs.bound(e.Minus(linear.Var(t.Var)), s.rel.Eval).May(c.Negate()) {
				return true
			}
		}
	}
	return false
}

// convert defines v as X in another kind, which may be its own.
func (s *State) convert(v Var, d *envs.Def) {
	x := s.expr(d.X)
	from, to := d.X.Kind, d.Kind
	if from == to || from.Min().Fits(to) && from.Max().Fits(to) || s.fits(to, x) {
		s.assign(v, x)
		return
	}
	s.setMachine(v, interval.Domain{}.Convert(toMachine(from, s.rel.Eval(x)), to))
}

func (s *State) binary(v Var, d *envs.Def) {
	x, y := s.expr(d.X), s.expr(d.Y)
	ix, iy := s.rel.Eval(x), s.rel.Eval(y)
	if e, ok := linearOf(d.Arith, x, y, ix, iy); ok {
		if d.Of != envs.Whole || s.assignIfFits(v, d.Kind, e) {
			if d.Of != envs.Whole {
				s.assign(v, e) // lengths do not wrap
			}
			return
		}
	}
	kx, ky := d.Kind, d.Kind
	if d.Arith.IsShift() {
		ky = d.Y.Kind
	}
	s.setMachine(v, interval.Domain{}.Binary(d.Arith, toMachine(kx, ix), toMachine(ky, iy)))
	s.related(v, d.Arith, x, y, ix, iy)
	s.wrapping(v, d.Kind, d.Arith, x, y)
}

// linearOf is x op y as a linear expression, if it is one.
func linearOf(op machine.Op, x, y expr, ix, iy linear.Interval) (expr, bool) {
	switch op {
	case machine.Add:
		return x.Plus(y), true
	case machine.Sub:
		return x.Minus(y), true
	case machine.Mul:
		if iy.Lo == iy.Hi {
			return x.Times(iy.Lo), true
		}
		if ix.Lo == ix.Hi {
			return y.Times(ix.Lo), true
		}
	case machine.Shl:
		if iy.Lo == iy.Hi && 0 <= iy.Lo && iy.Lo < 62 {
			return x.Times(1 << iy.Lo), true
		}
	}
	return expr{}, false
}

// related adds what is known of v = x op y beyond its bounds, for x that is not
// negative.
func (s *State) related(v Var, op machine.Op, x, y expr, ix, iy linear.Interval) {
	r := linear.Var(v)
	if op == machine.And && iy.Lo >= 0 {
		s.rel = s.rel.Assume(r, machine.Le, y)
	}
	if ix.Lo < 0 {
		return
	}
	switch op {
	case machine.And, machine.AndNot, machine.Shr:
		s.rel = s.rel.Assume(r, machine.Le, x)
	case machine.Quo:
		if iy.Lo >= 1 {
			s.rel = s.rel.Assume(r, machine.Le, x)
		}
		if iy.Lo >= 2 && ix.Lo >= 1 {
			s.rel = s.rel.Assume(r, machine.Lt, x)
		}
	case machine.Rem:
		s.rel = s.rel.Assume(r, machine.Le, x)
		if iy.Lo >= 1 {
			s.rel = s.rel.Assume(r, machine.Lt, y)
		}
	}
}

// extreme defines v as the lesser or the greater of two.
func (s *State) extreme(v Var, d *envs.Def) {
	x, y := s.expr(d.X), s.expr(d.Y)
	ix, iy := s.rel.Eval(x), s.rel.Eval(y)
	c, iv := machine.Le, linear.Interval{Lo: min(ix.Lo, iy.Lo), Hi: min(ix.Hi, iy.Hi)}
	if d.Op == envs.Maximum {
		c, iv = machine.Ge, linear.Interval{Lo: max(ix.Lo, iy.Lo), Hi: max(ix.Hi, iy.Hi)}
	}
	s.set(v, iv)
	s.rel = s.rel.Assume(linear.Var(v), c, x)
	s.rel = s.rel.Assume(linear.Var(v), c, y)
}
