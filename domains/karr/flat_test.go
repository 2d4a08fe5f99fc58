package karr_test

import (
	"math/big"

	"github.com/seed38182bad/parallax/domains/karr"
)

// dims is the number of variables in the tests.
const dims = 4

// A flat is an affine space as a point of it and the directions in which it
// extends: the opposite of how a Space is represented. Its operations are done by
// the book, on dense vectors of big numbers.
type flat struct {
	point      vector // nil if it is empty
	directions []vector
}

type vector [](*big.Rat)

func newVector() vector {
	v := make(vector, dims)
	for i := range v {
		v[i] = new(big.Rat)
	}
	return v
}

// plus returns v + c*w.
func (v vector) plus(c *big.Rat, w vector) vector {
	r := newVector()
	for i := range r {
		r[i].Add(v[i], r[i].Mul(c, w[i]))
	}
	return r
}

var one = big.NewRat(1, 1)

// linear is the value of e at v without its constant.
func linear(e karr.Expr, v vector) *big.Rat {
	sum := new(big.Rat)
	for i := range v {
		c := e.Coefficient(karr.Var(i)).Big()
		sum.Add(sum, c.Mul(c, v[i]))
	}
	return sum
}

func value(e karr.Expr, v vector) *big.Rat { return new(big.Rat).Add(linear(e, v), e.Offset().Big()) }

// flatOf solves the equations of s: a point with zeros for what they leave free,
// and a direction for each variable that is free.
func flatOf(s karr.Space) flat {
	if s.IsBottom() {
		return flat{}
	}
	given := map[karr.Var]karr.Expr{}
	for _, e := range s.Equations() {
		given[e.Left] = e.Right
	}
	at := func(free vector) vector {
		p := free.plus(one, newVector())
		for v, e := range given {
			p[v] = value(e, free)
		}
		return p
	}
	f := flat{point: at(newVector())}
	for i := range dims {
		if _, ok := given[karr.Var(i)]; !ok {
			unit := newVector()
			unit[i].SetInt64(1)
			f.directions = append(f.directions, at(unit).plus(big.NewRat(-1, 1), f.point))
		}
	}
	return f.canonical()
}

// canonical brings the directions into reduced row echelon form, and makes the
// point zero where they lead.
func (f flat) canonical() flat {
	if f.point == nil {
		return flat{}
	}
	point, rows, done := f.point, append([]vector{}, f.directions...), 0
	for col := range dims {
		pivot := done
		for pivot < len(rows) && rows[pivot][col].Sign() == 0 {
			pivot++
		}
		if pivot == len(rows) {
			continue
		}
		rows[done], rows[pivot] = rows[pivot], rows[done]
		rows[done] = newVector().plus(new(big.Rat).Inv(rows[done][col]), rows[done])
		clear := func(v vector) vector { return v.plus(new(big.Rat).Neg(v[col]), rows[done]) }
		for i := range rows {
			if i != done {
				rows[i] = clear(rows[i])
			}
		}
		point = clear(point)
		done++
	}
	return flat{point, rows[:done]}
}

func (f flat) String() string {
	if f.point == nil {
		return "empty"
	}
	text := f.point.String()
	for _, d := range f.directions {
		text += " + " + d.String()
	}
	return text
}

func (v vector) String() string {
	text := "("
	for _, x := range v {
		text += x.RatString() + " "
	}
	return text + ")"
}

func (f flat) join(g flat) flat {
	switch {
	case f.point == nil:
		return g
	case g.point == nil:
		return f
	}
	all := append(append([]vector{}, f.directions...), g.directions...)
	return flat{f.point, append(all, g.point.plus(big.NewRat(-1, 1), f.point))}.canonical()
}

func (f flat) assign(x karr.Var, e karr.Expr) flat {
	if f.point == nil {
		return f
	}
	set := func(v vector, to *big.Rat) vector {
		r := v.plus(one, newVector())
		r[x] = to
		return r
	}
	r := flat{point: set(f.point, value(e, f.point))}
	for _, d := range f.directions {
		r.directions = append(r.directions, set(d, linear(e, d)))
	}
	return r.canonical()
}

func (f flat) forget(x karr.Var) flat {
	if f.point == nil {
		return f
	}
	unit := newVector()
	unit[x].SetInt64(1)
	return flat{f.point, append(append([]vector{}, f.directions...), unit)}.canonical()
}

// zero keeps the points at which e is 0.
func (f flat) zero(e karr.Expr) flat {
	if f.point == nil {
		return f
	}
	for i, d := range f.directions {
		slope := linear(e, d)
		if slope.Sign() == 0 {
			continue
		}
		// Along d, e takes every value: everything is moved along d to where e is 0.
		move := func(v vector, by *big.Rat) vector {
			return v.plus(by.Neg(by.Quo(by, slope)), d)
		}
		r := flat{point: move(f.point, value(e, f.point))}
		for j, other := range f.directions {
			if j != i {
				r.directions = append(r.directions, move(other, linear(e, other)))
			}
		}
		return r.canonical()
	}
	if value(e, f.point).Sign() != 0 {
		return flat{}
	}
	return f
}

func (f flat) meet(s karr.Space) flat {
	if s.IsBottom() {
		return flat{}
	}
	for _, e := range s.Equations() {
		f = f.zero(karr.X(e.Left).Minus(e.Right))
	}
	return f
}
