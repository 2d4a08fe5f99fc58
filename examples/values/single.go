package main

import (
	"cmp"

	"github.com/seed38182bad/parallax/domains/disjunction"
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// kind is that of all integers of the textual IR.
const kind = machine.Int64

// An env says of each variable by itself what it may be.
type env[E any] = environment.Env[variable, E]

// A single is what a domain of integers makes of the operations of a program.
type single[E any] struct {
	integers machine.Domain[E]
	known    environment.Domain[variable, E]
}

func newSingle[E any](integers machine.Domain[E]) single[E] {
	known, err := environment.New[variable](lattice.Lattice[E](integers))
	if err != nil {
		panic(err) // bottom and top of integers differ
	}
	return single[E]{integers, known}
}

// alone is the analysis by a domain of integers.
func alone[E any](integers machine.Domain[E]) Values[lattice.State[env[E]]] {
	d := newSingle(integers)
	states := lattice.NewStates(d.known)
	return Values[lattice.State[env[E]]]{
		Top: states.Top,
		Define: func(s lattice.State[env[E]], x variable, def *envs.Def) lattice.State[env[E]] {
			return s.With(d.define(s.Value(), x, def))
		},
		Forget: func(s lattice.State[env[E]], x variable) lattice.State[env[E]] {
			return s.With(d.known.Forget(s.Value(), x))
		},
		Assume: func(s lattice.State[env[E]], c envs.Condition) lattice.State[env[E]] {
			return s.With(d.assume(s.Value(), c))
		},
		Impossible: func(s lattice.State[env[E]]) bool { return !d.known.Reached(s.Value()) },
		Format:     func(s lattice.State[env[E]], name func(variable) string) string { return s.Value().Format(name) },
	}
}

// value is what a term may be.
func (d single[E]) value(e env[E], t envs.Term) E {
	switch {
	case t.Reg == 0:
		return d.integers.Of(t.Const)
	case t.Of == envs.Len:
		n, _ := d.integers.Test(machine.Ge, d.known.Get(e, variableOf(t)), d.integers.Of(kind.Of(0)))
		n, _ = d.integers.Test(machine.Le, n, d.integers.Of(kind.Of(maxLength)))
		return n
	}
	return d.known.Get(e, variableOf(t))
}

func (d single[E]) define(e env[E], x variable, def *envs.Def) env[E] {
	if !d.known.Reached(e) {
		return e
	}
	v := d.integers.All(kind)
	switch def.Op {
	case envs.Copy:
		v = d.value(e, def.X)
	case envs.Binary:
		v = d.integers.Binary(def.Arith, d.value(e, def.X), d.value(e, def.Y))
	case envs.Unary:
		v = d.integers.Unary(def.One, d.value(e, def.X))
	}
	return d.known.Set(e, x, v)
}

func (d single[E]) assume(e env[E], c envs.Condition) env[E] {
	if !d.known.Reached(e) {
		return e
	}
	x, y := d.integers.Test(c.Cmp, d.value(e, c.X), d.value(e, c.Y))
	if d.integers.Equal(x, d.integers.Bottom()) {
		return d.known.Bottom()
	}
	if c.X.Reg != 0 {
		e = d.known.Set(e, variableOf(c.X), x)
	}
	if c.Y.Reg != 0 {
		e = d.known.Set(e, variableOf(c.Y), y)
	}
	return e
}

// maxCases is how many cases a disjunction keeps.
const maxCases = 4

// cases is the analysis that keeps several environments, where others have one that
// covers all.
func cases[E any](integers machine.Domain[E]) Values[lattice.State[disjunction.Set[env[E]]]] {
	type state = lattice.State[disjunction.Set[env[E]]]
	d := newSingle(integers)
	sets, err := disjunction.New(d.known, func(a, b env[E]) int { return cmp.Compare(a.String(), b.String()) }, maxCases)
	if err != nil {
		panic(err) // the limit is constant
	}
	each := func(s state, f func(env[E]) env[E]) state { return s.With(sets.Map(s.Value(), f)) }
	return Values[state]{
		Top: lattice.NewStates(sets).Top,
		Define: func(s state, x variable, def *envs.Def) state {
			return each(s, func(e env[E]) env[E] { return d.define(e, x, def) })
		},
		Forget: func(s state, x variable) state {
			return each(s, func(e env[E]) env[E] { return d.known.Forget(e, x) })
		},
		Assume: func(s state, c envs.Condition) state {
			return each(s, func(e env[E]) env[E] { return d.assume(e, c) })
		},
		Impossible: func(s state) bool { return s.Value().Len() == 0 },
		Format: func(s state, name func(variable) string) string {
			return join(s.Value().All(), func(e env[E]) string { return e.Format(name) })
		},
	}
}
