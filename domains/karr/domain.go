package karr

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of Spaces, ordered by what they describe.
type Domain struct{}

var (
	_ lattice.Lattice[Space]   = Domain{}
	_ lattice.Merging[Space]   = Domain{}
	_ lattice.Narrowing[Space] = Domain{}
)

// Bottom returns the empty space.
func (Domain) Bottom() Space { return Space{} }

// Top returns the space without equations.
func (Domain) Top() Space { return Space{reached: true} }

// Leq reports whether all equations of b hold in a. It allocates nothing while
// numbers fit in 64 bits.
func (Domain) Leq(a, b Space) bool {
	switch {
	case !a.reached:
		return true
	case !b.reached || len(a.rows) < len(b.rows):
		return false
	case len(b.rows) == 0 || len(a.rows) == len(b.rows) && &a.rows[0] == &b.rows[0]:
		return true
	}
	for _, r := range b.rows {
		if right, ok := a.row(r.Left); ok && right.Equal(r.Right) {
			continue
		}
		if !a.holds(r) {
			return false
		}
	}
	return true
}

// holds reports whether s implies an equation: that its two sides have the same
// factors and constant once evaluated.
func (s Space) holds(r Equation) bool {
	left, given := s.row(r.Left)
	if !given {
		// Nothing smaller makes up for a variable that s does not give.
		return false
	}
	total := left.constant
	for _, t := range r.Right.terms {
		if right, ok := s.row(t.v); ok {
			total = total.plus(t.c.times(right.constant).negated())
		}
	}
	if !total.Equal(r.Right.constant) {
		return false
	}
	same := func(v Var) bool { return left.Coefficient(v).Equal(s.factor(r.Right, v)) }
	for _, t := range left.terms {
		if !same(t.v) {
			return false
		}
	}
	for _, t := range r.Right.terms {
		right, ok := s.row(t.v)
		if !ok && !same(t.v) {
			return false
		}
		for _, u := range right.terms {
			if !same(u.v) {
				return false
			}
		}
	}
	return true
}

// Equal reports whether a and b have the same equations.
func (Domain) Equal(a, b Space) bool {
	return a.reached == b.reached && slices.EqualFunc(a.rows, b.rows, func(x, y Equation) bool {
		return x.Left == y.Left && x.Right.Equal(y.Right)
	})
}

// Join returns the affine hull of a and b.
func (d Domain) Join(a, b Space) Space {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Space) (Space, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	return hull(a, b), lattice.Neither
}

// hull finds the combinations of the equations of a that hold in b. Evaluated
// in b, an equation of a leaves a remainder. Elimination finds the combinations
// whose remainders cancel. It does to the equations what it does to the
// remainders.
func hull(a, b Space) Space {
	type pair struct{ remainder, equation Expr }
	var independent []pair
	r := Space{reached: true}
	for _, row := range a.rows {
		p := pair{equation: X(row.Left).Minus(row.Right)}
		p.remainder = b.Eval(p.equation)
		for _, q := range independent {
			c := q.remainder.lead().inverse().times(p.remainder.at(q.remainder)).negated()
			p.remainder, p.equation = p.remainder.combine(c, q.remainder), p.equation.combine(c, q.equation)
		}
		if c, ok := p.remainder.Const(); !ok || c.Sign() != 0 {
			independent = append(independent, p)
		} else {
			r.add(p.equation) // consistent, since it holds in a
		}
	}
	return r
}

// lead is the last factor of e, or its constant if it has no variables.
func (e Expr) lead() Rat {
	if len(e.terms) == 0 {
		return e.constant
	}
	return e.terms[len(e.terms)-1].c
}

// at is the number in e that stands where the lead of f does.
func (e Expr) at(f Expr) Rat {
	if len(f.terms) == 0 {
		return e.constant
	}
	return e.Coefficient(f.terms[len(f.terms)-1].v)
}

// add adds e = 0 to the equations of s, whose rows nobody else has; it makes s
// bottom if that cannot be.
func (s *Space) add(e Expr) {
	e = s.Eval(e)
	if c, ok := e.Const(); ok {
		if c.Sign() != 0 {
			*s = Space{}
		}
		return
	}
	// Solved for its greatest variable, which no row has on the left.
	v := e.terms[len(e.terms)-1].v
	rest, c := e.without(v)
	right := rest.Times(c.inverse().negated())
	at := 0
	for i, r := range s.rows {
		if r.Left < v {
			at = i + 1
		}
		if others, c := r.Right.without(v); c.Sign() != 0 {
			s.rows[i].Right = others.combine(c, right)
		}
	}
	s.rows = slices.Insert(s.rows, at, Equation{v, right})
}

// Meet returns the space with the equations of both.
func (d Domain) Meet(a, b Space) Space {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	r := a.clone()
	for _, row := range b.rows {
		if r.reached {
			r.add(X(row.Left).Minus(row.Right))
		}
	}
	return r
}

// clone returns s with rows of its own.
func (s Space) clone() Space { return Space{slices.Clone(s.rows), s.reached} }

// Narrow returns next: chains are finite as long as they mention finitely many
// variables.
func (Domain) Narrow(_, next Space) Space { return next }
