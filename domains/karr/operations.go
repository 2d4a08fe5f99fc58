package karr

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Of returns the space in which these variables have these values.
func (Domain) Of(values map[Var]Rat) Space {
	s := Space{reached: true}
	for _, v := range slices.Sorted(maps.Keys(values)) {
		s.rows = append(s.rows, Equation{v, Constant(values[v])})
	}
	return s
}

// Assign describes s after x has been given the value that e had before. It is
// exact: nothing else is described.
func (d Domain) Assign(s Space, x Var, e Expr) Space {
	if s.IsBottom() {
		return s
	}
	e = s.Eval(e)
	rest, c := e.without(x)
	if c.Sign() == 0 {
		r := d.Forget(s, x).clone()
		r.add(X(x).Minus(e))
		return r
	}
	// e depends on x, so that the old x can be told from the new one, and s does
	// not give x. In all equations, the old x is (x - rest) / c.
	old := X(x).Minus(rest).Times(c.inverse())
	r := Space{reached: true}
	var changed []Expr
	for _, row := range s.rows {
		if others, c := row.Right.without(x); c.Sign() != 0 {
			changed = append(changed, X(row.Left).Minus(others.combine(c, old)))
		} else {
			r.rows = append(r.rows, row)
		}
	}
	for _, e := range changed {
		r.add(e)
	}
	return r
}

// Forget describes s with any value for x. It is exact.
func (Domain) Forget(s Space, x Var) Space {
	// Another variable is given by x, or x by others. The smallest variable that x
	// gives can be exchanged with it in all equations that mention x, since
	// these give greater ones.
	out := slices.IndexFunc(s.rows, func(r Equation) bool { return r.Left == x || r.Right.Coefficient(x).Sign() != 0 })
	if out < 0 {
		return s
	}
	gone := s.rows[out]
	r := Space{slices.Delete(slices.Clone(s.rows), out, out+1), true}
	if gone.Left == x {
		return r
	}
	rest, c := gone.Right.without(x)
	by := X(gone.Left).Minus(rest).Times(c.inverse())
	for i, row := range r.rows {
		if others, c := row.Right.without(x); c.Sign() != 0 {
			r.rows[i].Right = others.combine(c, by)
		}
	}
	return r
}

// Test narrows s to where e c f holds. It is exact for equality. An inequality
// says something only if e and f differ by a constant. Then s is all or
// nothing. Otherwise s itself is the least affine space that contains what is
// left of it.
func (d Domain) Test(c machine.Cmp, s Space, e, f Expr) Space {
	if s.IsBottom() || c >= machine.NumCmps {
		return s
	}
	diff := s.Eval(e.Minus(f))
	if k, ok := diff.Const(); ok {
		if c.Holds(machine.Int8.Of(int64(k.Sign())), machine.Int8.Of(0)) {
			return s
		}
		return d.Bottom()
	}
	if c != machine.Eq {
		return s
	}
	r := s.clone()
	r.add(diff)
	return r
}
