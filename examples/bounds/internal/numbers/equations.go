package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
)

// equations are linear expressions that are 0, each over three variables or more:
// what zones cannot say. After
//
//	t := s[i:]                  len(t) = len(s) - i
//	r, n := decode(t)           n <= len(t)
//	j := i + n                  j = i + n
//
// they show that j - len(s) = n - len(t), which is not above 0. They are kept as they
// arose, until a variable of theirs changes; none is derived from others.
type equations []expr

const (
	maxEquations = 12
	maxSteps     = 2 // equations that are added up to bound an expression
)

// with is e and one more; the oldest gives way if there are too many.
func (e equations) with(eq expr) equations {
	if len(eq.Terms()) < 3 || slices.ContainsFunc(e, eq.Equal) {
		return e
	}
	if len(e) >= maxEquations {
		e = e[1:]
	}
	return append(e[:len(e):len(e)], eq)
}

// without is e without those that mention a variable that is gone.
func (e equations) without(gone func(Var) bool) equations {
	return filtered(e, func(eq expr) bool { return !mentions(eq, gone) })
}

// mentions reports whether an expression has a variable that is gone.
func mentions(e expr, gone func(Var) bool) bool {
	return slices.ContainsFunc(e.Terms(), func(t linear.Term[Var]) bool { return gone(t.Var) })
}

// filtered is what ok holds of; it is list itself if that is all. A list is shared and never
// changed in place.
func filtered[L ~[]T, T any](list L, ok func(T) bool) L {
	i := slices.IndexFunc(list, func(x T) bool { return !ok(x) })
	if i < 0 {
		return list
	}
	kept := slices.Clone(list[:i])
	for _, x := range list[i+1:] {
		if ok(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// all reports whether ok holds of all.
func all[T any](list []T, ok func(T) bool) bool {
	return !slices.ContainsFunc(list, func(x T) bool { return !ok(x) })
}

// relates reports whether an equation relates v, which is dead, to two variables that
// are not.
func (e equations) relates(v Var, dead func(Var) bool) bool {
	for _, eq := range e {
		live, has := 0, false
		for _, t := range eq.Terms() {
			has = has || t.Var == v
			if !dead(t.Var) {
				live++
			}
		}
		if has && live >= 2 {
			return true
		}
	}
	return false
}

func anyVar(Var) bool { return true }

// rescued are the equations with another variable in the place of each that is gone, if
// there is a suitable one that stays and differs from it by a constant.
func (s *State) rescued(gone, suitable func(Var) bool) equations {
	replaced := s.eqs
	for i, eq := range s.eqs {
		for _, t := range eq.Terms() {
			if gone(t.Var) {
				eq = s.replace(eq, t, func(u Var) bool { return !gone(u) && suitable(u) })
			}
		}
		if !eq.Equal(s.eqs[i]) {
			if &replaced[0] == &s.eqs[0] {
				replaced = slices.Clone(s.eqs)
			}
			replaced[i] = eq
		}
	}
	return replaced
}

// replace puts a suitable variable in the place of a term's, if it differs from that by
// a constant.
func (s *State) replace(eq expr, t linear.Term[Var], suitable func(Var) bool) expr {
	for _, u := range s.rel.Pack(t.Var) {
		if !suitable(u) {
			continue
		}
		d := linear.Var(t.Var).Minus(linear.Var(u))
		if iv := s.rel.Eval(d); iv.Lo == iv.Hi {
			return eq.Minus(d.Add(-iv.Lo).Times(t.Coef))
		}
	}
	return eq
}

// tidy leaves out what says nothing that zones do not, and repetitions.
func (e equations) tidy() equations {
	for i, eq := range e {
		if len(eq.Terms()) < 3 || slices.ContainsFunc(e[:i], eq.Equal) {
			return slices.Concat(e[:i], e[i+1:]).tidy()
		}
	}
	return e
}

// common is what is in both, in the order of e.
func (e equations) common(f equations) equations { return filtered(e, f.has) }

func (e equations) has(eq expr) bool { return slices.ContainsFunc(e, eq.Equal) }

// in reports whether f has all of e.
func (e equations) in(f equations) bool { return all(e, f.has) }

// bound is what x may be: as eval says of it, or of what it becomes when equations
// are added that take a variable away.
func (e equations) bound(x expr, eval func(expr) linear.Interval) linear.Interval {
	iv := eval(x)
	e.each(x, maxSteps, func(y expr) {
		other := eval(y)
		iv = linear.Interval{Lo: max(iv.Lo, other.Lo), Hi: min(iv.Hi, other.Hi)}
	})
	return iv
}

// each calls f for what x is equal to by at most steps equations.
func (e equations) each(x expr, steps int, f func(expr)) {
	if steps == 0 {
		return
	}
	for i, eq := range e {
		for _, t := range x.Terms() {
			at := slices.IndexFunc(eq.Terms(), func(u linear.Term[Var]) bool { return u.Var == t.Var })
			if at < 0 {
				continue
			}
			y := x.Plus(eq)
			if eq.Terms()[at].Coef == t.Coef {
				y = x.Minus(eq)
			}
			if len(y.Terms()) <= 4 {
				f(y)
				slices.Concat(e[:i], e[i+1:]).each(y, steps-1, f)
			}
			break // the other shared variables go the same way or the contrary one
		}
	}
}
