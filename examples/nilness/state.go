package nilness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// A State is what is known of the registers of one frame: values, and clauses
// between them. It implements lattice.Mergeable; its chains are finite.
type State struct {
	vals    environment.Sparse[variable, value, values]
	clauses []clause   // ascending, none of which a value makes true
	params  []envs.Reg // the registers that hold the arguments, 0 where it was assigned anew; shared
	dead    bool       // control does not come here
	also    []clause   // space for define
}

// maxClauses is how many clauses a state keeps; it may forget any.
const maxClauses = 128

func (s *State) get(v variable) value { return s.vals.Get(v) }

func (s *State) holds(l literal) bool { return l.truth().of(s.get(l.variable())) }

// put gives v a value, whatever was known of it; clauses are left alone.
func (s *State) put(v variable, x value) { s.vals.Set(v, x) }

func (s *State) add(c clause) {
	if len(s.clauses) >= maxClauses || c.a.variable() == c.b.variable() || s.holds(c.a) || s.holds(c.b) {
		return
	}
	if i, ok := slices.BinarySearchFunc(s.clauses, c, clause.compare); !ok {
		s.clauses = slices.Insert(s.clauses, i, c)
	}
}

// DropRegisters forgets the registers for which dead is true, but for those of
// parameters, of which callers learn.
func (s *State) DropRegisters(dead func(envs.Reg) bool) *State {
	gone := func(v variable) bool { return dead(v.reg()) && !slices.Contains(s.params, v.reg()) }
	s.clauses = slices.DeleteFunc(s.clauses, func(c clause) bool {
		return gone(c.a.variable()) || gone(c.b.variable())
	})
	s.vals.Drop(func(v variable, _ value) bool { return gone(v) })
	return s
}

// A definition is what a variable gets: a value, and, if it is the copy of another
// variable, that.
type definition struct {
	to   variable
	val  value
	copy variable
}

// define forgets the registers from first up to next and gives variables their
// values. What is copied is copied in order, unless it is among the registers that
// are defined: then only the values are known.
func (s *State) define(first, next envs.Reg, defs []definition) {
	defined := func(r envs.Reg) bool { return first <= r && r < next }
	for i := range defs {
		if d := &defs[i]; d.copy != 0 && defined(d.copy.reg()) {
			d.val, d.copy = s.get(d.copy), 0
		}
	}
	s.forget(first, next)
	for _, d := range defs {
		if d.copy == 0 {
			s.put(d.to, d.val)
			continue
		}
		x := s.get(d.copy)
		s.put(d.to, x)
		for i := len(s.clauses) - 1; i >= 0; i-- {
			if c := s.clauses[i]; c.about(d.copy) {
				own, other := c.split(d.copy)
				s.also = append(s.also, either(d.to.literal(own.truth()), other))
			}
		}
		if x.is == nullness.Maybe && !d.to.number() {
			s.also = append(s.also,
				either(d.to.literal(isNil), d.copy.literal(nonNil)),
				either(d.to.literal(nonNil), d.copy.literal(isNil)))
		}
		for _, c := range s.also {
			s.add(c)
		}
		s.also = s.also[:0]
	}
}

// forget forgets the registers from first up to next.
func (s *State) forget(first, next envs.Reg) {
	for i, p := range s.params {
		if p != 0 && first <= p && p < next {
			s.params = slices.Clone(s.params)
			s.params[i] = 0
		}
	}
	s.vals.Forget(variable(first)<<1, variable(next)<<1)
	s.clauses = slices.DeleteFunc(s.clauses, func(c clause) bool {
		a, b := c.a.variable().reg(), c.b.variable().reg()
		return first <= a && a < next || first <= b && b < next
	})
}

// learn restricts the state to where l is true, with what follows by clauses. New
// evidence that something is nil comes from a point. The state is dead if l cannot be
// true.
func (s *State) learn(l literal, at envs.Point) {
	v, old := l.variable(), s.get(l.variable())
	x := old
	switch l.truth() {
	case nonNil:
		x = notNil
	case isNil:
		x.is = nullness.Nil
		if old.from.none() && !v.number() {
			x.from = origin{at: at}
		}
	case clean:
		if old.is == nullness.Nil {
			return
		}
		x.from = origin{}
	}
	if x == old {
		return
	}
	if old.is&x.is == nullness.None {
		s.dead = true
		return
	}
	s.put(v, x)
	var follows []literal
	s.clauses = slices.DeleteFunc(s.clauses, func(c clause) bool {
		if !c.about(v) {
			return false
		}
		own, other := c.split(v)
		switch t := own.truth(); {
		case t.of(x):
			return true
		case t == nonNil && x.is == nullness.Nil, t == isNil && x.is == nullness.NonNil:
			follows = append(follows, other)
			return true
		case t == clean && x.is == nullness.Nil:
			// What the evidence says is what happened, presumably: no proof.
			if other.truth() != isNil && !other.variable().number() {
				follows = append(follows, other.variable().literal(clean))
			}
			return true
		}
		return false
	})
	for _, l := range follows {
		s.learn(l, at)
	}
}

// require restricts the state to where a clause is true.
func (s *State) require(c clause, at envs.Point) {
	switch {
	case s.excludes(c.a):
		s.learn(c.b, at)
	case s.excludes(c.b):
		s.learn(c.a, at)
	default:
		s.add(c)
	}
}

// excludes reports whether l certainly is not true.
func (s *State) excludes(l literal) bool {
	v := l.variable()
	return l.truth() == nonNil && s.holds(v.literal(isNil)) || l.truth() == isNil && s.holds(v.literal(nonNil))
}

// assume restricts the state to where a condition holds, of which control learns at
// a point.
func (s *State) assume(c envs.Condition, at envs.Point) {
	if c.X.Reg == 0 {
		c.X, c.Cmp, c.Y = c.Y, c.Cmp.Swap(), c.X
	}
	if c.X.Of != envs.Whole || c.Y.Of != envs.Whole || c.X.Int() != c.Y.Int() {
		return
	}
	x := ofTerm(c.X)
	switch {
	case c.X.Reg == 0 && c.X.Int():
		s.dead = s.dead || !c.Cmp.HoldsNumbers(c.X.Const, c.Y.Const)
	case c.X.Reg == 0:
		s.dead = s.dead || c.Cmp == machine.Ne // nil and nil
	case c.Y.Reg == 0 && c.Cmp == machine.Eq && (c.Y.IsNil() || c.Y.Const.Sign() == 0):
		s.learn(x.literal(isNil), at)
	case c.Y.Reg == 0 && (c.Y.IsNil() || excludesZero(c.Cmp, c.Y.Const)):
		s.learn(x.literal(nonNil), at)
	case c.Y.Reg != 0 && !c.X.Int():
		y, test := ofTerm(c.Y), nullness.Domain{}.TestEqual
		if c.Cmp == machine.Ne {
			test = nullness.Domain{}.TestUnequal
		}
		a, b := test(s.get(x).is, s.get(y).is)
		s.narrow(x, a, at)
		s.narrow(y, b, at)
	}
}

func (s *State) narrow(v variable, is nullness.Value, at envs.Point) {
	switch is {
	case nullness.None:
		s.dead = true
	case nullness.Nil:
		s.learn(v.literal(isNil), at)
	case nullness.NonNil:
		s.learn(v.literal(nonNil), at)
	}
}

// presume drops the evidence for a result of which a clause says that it is not nil, or an argument is something that
// nothing speaks for. For instance, find(nil) gives nil, but nothing says that the argument is nil.
func (s *State) presume(c clause, call *envs.Op) {
	for _, sides := range [2][2]literal{{c.a, c.b}, {c.b, c.a}} {
		result, arg := sides[0].variable(), sides[1].variable()
		if !call.Defines(result.reg()) || sides[0].truth() == isNil || call.Defines(arg.reg()) {
			continue
		}
		if sides[1].truth() == isNil && !arg.number() && s.get(arg) == unknown {
			s.learn(result.literal(clean), envs.Point{})
		}
	}
}

// renamed is a state of the registers to which f gives a number, with the evidence
// that g gives.
func (s *State) renamed(f func(envs.Reg) envs.Reg, g func(variable, origin) origin) *State {
	r := &State{dead: s.dead}
	for v, x := range s.vals.All() {
		if n := f(v.reg()); n != 0 {
			v = v.in(n)
			if !x.from.none() {
				x.from = g(v, x.from)
			}
			r.put(v, x)
		}
	}
	for _, c := range s.clauses {
		a, b := f(c.a.variable().reg()), f(c.b.variable().reg())
		if a != 0 && b != 0 {
			r.add(either(c.a.variable().in(a).literal(c.a.truth()), c.b.variable().in(b).literal(c.b.truth())))
		}
	}
	return r
}

// String is what is known: "r1 nil, r2 not nil; r3 nil or r4 not nil".
func (s *State) String() string {
	if s.dead {
		return "not reached"
	}
	var parts []string
	for v, x := range s.vals.All() {
		text := fmt.Sprintf("%s %s", v, x.is)
		if !x.from.none() {
			text += fmt.Sprintf(" (%d:%d)", x.from.at.Func(), x.from.at.PC())
		}
		parts = append(parts, text)
	}
	for _, c := range s.clauses {
		parts = append(parts, fmt.Sprintf("%s or %s", c.a, c.b))
	}
	if len(parts) == 0 {
		return "nothing known"
	}
	return strings.Join(parts, ", ")
}
