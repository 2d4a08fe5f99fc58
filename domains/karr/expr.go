package karr

import (
	"slices"
	"strconv"
	"strings"
)

// A Var is a variable, numbered by whoever uses the domain.
type Var uint32

// String is x and the number.
func (v Var) String() string { return "x" + strconv.FormatUint(uint64(v), 10) }

// An Expr is a linear expression: a sum of multiples of variables, and a constant.
// It never changes. The zero Expr is 0.
type Expr struct {
	terms    []term // by ascending variable, without zeros
	constant Rat
}

type term struct {
	v Var
	c Rat
}

// Constant returns the expression c.
func Constant(c Rat) Expr { return Expr{constant: c} }

// X returns the expression v.
func X(v Var) Expr { return Expr{terms: []term{{v, Int(1)}}} }

// Plus returns e + f.
func (e Expr) Plus(f Expr) Expr { return e.combine(Int(1), f) }

// Minus returns e - f.
func (e Expr) Minus(f Expr) Expr { return e.combine(Int(-1), f) }

// Times returns c*e.
func (e Expr) Times(c Rat) Expr { return Expr{}.combine(c, e) }

// combine returns e + c*f.
func (e Expr) combine(c Rat, f Expr) Expr {
	if c.Sign() == 0 {
		return e
	}
	sum := Expr{make([]term, 0, len(e.terms)+len(f.terms)), e.constant.plus(c.times(f.constant))}
	x, y := e.terms, f.terms
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].v < y[0].v:
			sum.terms = append(sum.terms, x[0])
			x = x[1:]
		case len(x) == 0 || y[0].v < x[0].v:
			sum.terms = append(sum.terms, term{y[0].v, c.times(y[0].c)})
			y = y[1:]
		default:
			if total := x[0].c.plus(c.times(y[0].c)); total.Sign() != 0 {
				sum.terms = append(sum.terms, term{x[0].v, total})
			}
			x, y = x[1:], y[1:]
		}
	}
	return sum
}

// Const returns the value of an expression without variables.
func (e Expr) Const() (Rat, bool) { return e.constant, len(e.terms) == 0 }

// Coefficient is the factor of v, 0 if e does not mention it.
func (e Expr) Coefficient(v Var) Rat {
	for _, t := range e.terms {
		if t.v >= v {
			if t.v == v {
				return t.c
			}
			break
		}
	}
	return Rat{}
}

// Offset is the constant of e.
func (e Expr) Offset() Rat { return e.constant }

// Vars returns the variables that e mentions, in ascending order.
func (e Expr) Vars() []Var {
	vars := make([]Var, len(e.terms))
	for i, t := range e.terms {
		vars[i] = t.v
	}
	return vars
}

// without returns e less its multiple of v, and the factor of v.
func (e Expr) without(v Var) (Expr, Rat) {
	i := slices.IndexFunc(e.terms, func(t term) bool { return t.v == v })
	if i < 0 {
		return e, Rat{}
	}
	return Expr{slices.Concat(e.terms[:i], e.terms[i+1:]), e.constant}, e.terms[i].c
}

// Equal reports whether e and f are the same expression.
func (e Expr) Equal(f Expr) bool {
	return e.constant.Equal(f.constant) && slices.EqualFunc(e.terms, f.terms, func(x, y term) bool {
		return x.v == y.v && x.c.Equal(y.c)
	})
}

// String is e with variables called x0, x1 and so on, such as 2*x0 - x3 + 1/2.
func (e Expr) String() string { return e.Format(Var.String) }

// Format is e with variables called by name.
func (e Expr) Format(name func(Var) string) string {
	var text strings.Builder
	sign := func(c Rat) Rat {
		switch {
		case c.Sign() < 0 && text.Len() == 0:
			text.WriteString("-")
		case c.Sign() < 0:
			text.WriteString(" - ")
		case text.Len() > 0:
			text.WriteString(" + ")
		}
		if c.Sign() < 0 {
			return c.negated()
		}
		return c
	}
	for _, t := range e.terms {
		if size := sign(t.c); !size.Equal(Int(1)) {
			text.WriteString(size.String() + "*")
		}
		text.WriteString(name(t.v))
	}
	if e.constant.Sign() != 0 || len(e.terms) == 0 {
		text.WriteString(sign(e.constant).String())
	}
	return text.String()
}
