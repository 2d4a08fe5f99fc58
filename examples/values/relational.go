package main

import (
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/karr"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A relation is a state of zones or octagons.
type relation[S any] interface {
	lattice.Mergeable[S]
	Assign(x int, e linear.Expr[int]) error
	Assume(a linear.Expr[int], c machine.Cmp, b linear.Expr[int]) error
	Forget(xs ...int) error
	Eval(linear.Expr[int]) linear.Interval
	IsBottom() bool
	Format(name func(int) string) string
}

// related is the analysis by zones or octagons. Registers beyond what they have room
// for are not followed: their operations return an error and change nothing.
func related[S relation[S]](top func(n int) (S, error)) Values[S] {
	return Values[S]{
		Top: func() S {
			s, err := top(0)
			if err != nil {
				panic(err) // 0 variables are possible
			}
			return s
		},
		Define: func(s S, x variable, d *envs.Def) S {
			assumeLimits(s, d.X, d.Y)
			// What may leave the range of an int64 wraps, and may then be anything.
			e := linearOf(d)
			if d.Op != envs.Copy && isOpen(s.Eval(e)) {
				e = linear.Unknown[int]()
			}
			s.Assign(int(x), e)
			return s
		},
		Forget: func(s S, x variable) S {
			s.Forget(int(x))
			return s
		},
		Assume: func(s S, c envs.Condition) S {
			assumeLimits(s, c.X, c.Y)
			s.Assume(expression(c.X), c.Cmp, expression(c.Y))
			return s
		},
		Impossible: func(s S) bool { return s.IsBottom() },
		Format: func(s S, name func(variable) string) string {
			return s.Format(func(x int) string { return name(variable(x)) })
		},
	}
}

// isOpen reports whether a number may be beyond those of an int64.
func isOpen(in linear.Interval) bool { return in.Lo == linear.MinusInf || in.Hi == linear.PlusInf }

// maxLength is above all lengths: no memory has room for more elements.
const maxLength = 1 << 48

// assumeLimits learns the limits of lengths among the terms.
func assumeLimits[S relation[S]](s S, terms ...envs.Term) {
	for _, t := range terms {
		if t.Of == envs.Len {
			s.Assume(expression(t), machine.Ge, linear.Const[int](0))
			s.Assume(expression(t), machine.Le, linear.Const[int](maxLength))
		}
	}
}

// expression is a term as an expression.
func expression(t envs.Term) linear.Expr[int] {
	if t.Reg != 0 {
		return linear.Var(int(variableOf(t)))
	}
	n, ok := t.Const.Int64()
	if !ok {
		return linear.Unknown[int]()
	}
	return linear.Const[int](n)
}

// linearOf is what d gives, as far as it is linear.
func linearOf(d *envs.Def) linear.Expr[int] {
	x, y := expression(d.X), expression(d.Y)
	switch {
	case d.Op == envs.Copy:
		return x
	case d.Op == envs.Unary && d.One == machine.Neg:
		return x.Times(-1)
	case d.Op == envs.Binary && d.Arith == machine.Add:
		return x.Plus(y)
	case d.Op == envs.Binary && d.Arith == machine.Sub:
		return x.Minus(y)
	case d.Op == envs.Binary && d.Arith == machine.Mul && d.Y.Reg == 0 && len(y.Terms()) == 0:
		return x.Times(y.Rest().Lo)
	}
	return linear.Unknown[int]()
}

type (
	// bounded are intervals and equations. Equations hold for integers that do not wrap,
	// of which intervals know; and what equations say of variables, bounds follow.
	bounded      = lattice.Pair[env[interval.Interval], karr.Space]
	boundedState = lattice.State[reduced.Value[bounded]]
)

// equations is the analysis by linear equations and intervals together.
func equations() Values[boundedState] {
	b := newSingle(interval.Domain{})
	reduce := func(e env[interval.Interval], s karr.Space) (env[interval.Interval], karr.Space) {
		return sharpen(b, e, s), s
	}
	d := reduced.NewPair(b.known, karr.Domain{}, reduce)
	each := func(s boundedState, f func(bounded) bounded) boundedState { return s.With(d.Map(s.Value(), f)) }
	return Values[boundedState]{
		Top: lattice.NewStates(d).Top,
		Define: func(s boundedState, x variable, def *envs.Def) boundedState {
			return each(s, func(p bounded) bounded {
				e := linearOf(def)
				if def.Op != envs.Copy && isOpen(eval(b, p.First, e)) {
					p.Second = karr.Domain{}.Forget(p.Second, karr.Var(x))
				} else {
					p.Second = karr.Domain{}.Assign(p.Second, karr.Var(x), exact(e))
				}
				p.First = b.define(p.First, x, def)
				return p
			})
		},
		Forget: func(s boundedState, x variable) boundedState {
			return each(s, func(p bounded) bounded {
				return bounded{First: b.known.Forget(p.First, x), Second: karr.Domain{}.Forget(p.Second, karr.Var(x))}
			})
		},
		Assume: func(s boundedState, c envs.Condition) boundedState {
			return each(s, func(p bounded) bounded {
				p.First = b.assume(p.First, c)
				p.Second = karr.Domain{}.Test(c.Cmp, p.Second, exact(expression(c.X)), exact(expression(c.Y)))
				return p
			})
		},
		Impossible: func(s boundedState) bool { return d.Leq(s.Value(), d.Bottom()) },
		Format: func(s boundedState, name func(variable) string) string {
			p := d.Get(s.Value())
			return p.Second.Format(func(x karr.Var) string { return name(variable(x)) }) + " " + p.First.Format(name)
		},
	}
}

// exact is a linear expression with a number for its rest.
func exact(e linear.Expr[int]) karr.Expr {
	r := karr.Constant(karr.Int(e.Rest().Lo))
	for _, t := range e.Terms() {
		r = r.Plus(karr.X(karr.Var(t.Var)).Times(karr.Int(t.Coef)))
	}
	return r
}

// eval is an interval of what e is by the bounds of its variables, without wrapping.
func eval(b single[interval.Interval], known env[interval.Interval], e linear.Expr[int]) linear.Interval {
	sum := e.Rest()
	for _, t := range e.Terms() {
		in := linear.Full()
		if lo, hi, ok := b.known.Get(known, variable(t.Var)).Int64Bounds(); ok {
			in = linear.Interval{Lo: lo, Hi: hi}
		}
		sum = sum.Plus(in.Times(t.Coef))
	}
	return sum
}

// sharpen bounds each variable by the equation that s has for it.
func sharpen(b single[interval.Interval], known env[interval.Interval], s karr.Space) env[interval.Interval] {
	for _, eq := range s.Equations() {
		e := linear.Const[int](0)
		n, whole := eq.Right.Offset().Int64()
		for _, x := range eq.Right.Vars() {
			c, ok := eq.Right.Coefficient(x).Int64()
			e, whole = e.Plus(linear.Var(int(x)).Times(c)), whole && ok
		}
		if !whole {
			continue
		}
		in := eval(b, known, e.Add(n))
		at := envs.Condition{X: variable(eq.Left).term()}
		if in.Lo != linear.MinusInf {
			at.Cmp, at.Y = machine.Ge, envs.ConstTerm(kind.Of(in.Lo))
			known = b.assume(known, at)
		}
		if in.Hi != linear.PlusInf {
			at.Cmp, at.Y = machine.Le, envs.ConstTerm(kind.Of(in.Hi))
			known = b.assume(known, at)
		}
	}
	return known
}
