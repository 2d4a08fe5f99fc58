package numbers

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
	"github.com/seed38182bad/parallax/envs"
)

// classes are the remainders that variables leave, by variable: after i = 0, i += 4 the
// last i below 256 is 252. Constants are among them, so that 0 and 4 merge to multiples
// of 4. What is not listed may leave any remainder.
type classes []class

type class struct {
	of Var
	in congruence.Congruence
}

// residues are the operations on classes.
var residues congruence.Domain

func (cs classes) find(v Var) (int, bool) {
	return slices.BinarySearchFunc(cs, v, func(c class, v Var) int { return cmp.Compare(c.of, v) })
}

// of is the class of an expression that is a variable with a class.
func (cs classes) of(e expr) (in congruence.Congruence, ok bool) {
	if ts := e.Terms(); len(ts) == 1 && ts[0].Coef == 1 && e.Rest() == linear.Point(0) {
		if i, found := cs.find(ts[0].Var); found {
			return cs[i].in, true
		}
	}
	return in, false
}

// with is cs with another class for v, or none if that says nothing.
func (cs classes) with(v Var, in congruence.Congruence) classes {
	i, found := cs.find(v)
	switch says := in != (congruence.Congruence{}) && in.Modulus() != 1; {
	case found && says:
		cs = slices.Clone(cs)
		cs[i].in = in
		return cs
	case found:
		return slices.Concat(cs[:i], cs[i+1:])
	case says:
		return slices.Insert(cs[:len(cs):len(cs)], i, class{v, in})
	}
	return cs
}

// without is cs without the variables that are gone.
func (cs classes) without(gone func(Var) bool) classes {
	return filtered(cs, func(c class) bool { return !gone(c.of) })
}

// class is what remainder v leaves as a number of a kind.
func (s *State) class(v Var, k machine.Kind) congruence.Congruence {
	if i, found := s.classes.find(v); found && residues.Kind(s.classes[i].in) == k {
		return s.classes[i].in
	}
	if iv := s.rel.Bounds(v); iv.Lo == iv.Hi {
		return residues.Of(k.Of(iv.Lo))
	}
	return residues.All(k)
}

// strided is what a term is as a number of its kind: its bounds and its remainder.
func (s *State) strided(t envs.Term) strided.Interval {
	if t.Reg == 0 {
		return strided.Of(t.Const)
	}
	return strided.Reduce(toMachine(t.Kind, s.rel.Eval(s.expr(t))), s.class(varOf(t), t.Kind))
}

// classOf is the remainder that a definition gives.
func (s *State) classOf(d *envs.Def) (in congruence.Congruence) {
	switch ops := (strided.Domain{}); d.Op {
	case envs.Copy, envs.Convert:
		return ops.Convert(s.strided(d.X), d.Kind).Class()
	case envs.Unary:
		return ops.Unary(d.One, s.strided(d.X)).Class()
	case envs.Binary:
		return ops.Binary(d.Arith, s.strided(d.X), s.strided(d.Y)).Class()
	}
	return residues.All(d.Kind)
}

// commonClasses are the classes that cover those of both, and whether they are fewer or
// larger than those of s.
func (s *State) commonClasses(other *State) (classes, bool) {
	common, grew := s.classes, false
	for _, c := range s.classes {
		with := other.class(c.of, residues.Kind(c.in))
		if !residues.Leq(with, c.in) {
			common, grew = common.with(c.of, residues.Join(c.in, with)), true
		}
	}
	for _, c := range other.classes {
		if _, found := s.classes.find(c.of); !found {
			common = common.with(c.of, residues.Join(s.class(c.of, residues.Kind(c.in)), c.in))
		}
	}
	return common, grew
}

// leaves reports whether all that is known of remainders in other holds in s.
func (s *State) leaves(other *State) bool {
	return !slices.ContainsFunc(other.classes, func(c class) bool {
		return !residues.Leq(s.class(c.of, residues.Kind(c.in)), c.in)
	})
}

// tighten moves bounds to numbers that leave the right remainders.
func (s *State) tighten() {
	for _, c := range s.classes {
		k := residues.Kind(c.in)
		span := toMachine(k, s.rel.Bounds(c.of))
		lo, hi, ok := span.Bounds()
		if s.rel.IsBottom() || !ok {
			return
		}
		least, greatest, some := c.in.Within(lo, hi)
		v := linear.Var(c.of)
		if !some {
			s.rel = s.rel.Assume(v, machine.Lt, v) // nothing is left
			return
		}
		if iv := toLinear(least, greatest); least != lo && iv.Lo != linear.MinusInf {
			s.rel = s.rel.Assume(v, machine.Ge, linear.Const[Var](iv.Lo))
		}
		if iv := toLinear(least, greatest); greatest != hi && iv.Hi != linear.PlusInf {
			s.rel = s.rel.Assume(v, machine.Le, linear.Const[Var](iv.Hi))
		}
	}
}

// formatClasses writes what bounds do not say: ", r3 in 4ℤ+2 int".
func (s *State) formatClasses() (text string) {
	for _, c := range s.classes {
		if iv := s.rel.Bounds(c.of); iv.Lo != iv.Hi {
			text += ", " + name(c.of) + " in " + c.in.String()
		}
	}
	return text
}
