package linear

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Term is a variable times a coefficient.
type Term[K cmp.Ordered] struct {
	Coef int64
	Var  K
}

// An Expr is the sum of some terms and an unknown integer of an interval. The
// zero Expr is the constant 0. An Expr never changes.
//
// The terms ascend by variable, each variable has one, and no coefficient is
// zero. An expression whose coefficients would leave the range of an int64 becomes
// unknown: an integer of the full interval.
type Expr[K cmp.Ordered] struct {
	terms []Term[K]
	rest  Interval
}

// Const returns the expression c.
func Const[K cmp.Ordered](c int64) Expr[K] { return Expr[K]{rest: Point(c)} }

// Between returns the expression that is any integer of iv, another one each time
// that it is evaluated.
func Between[K cmp.Ordered](iv Interval) Expr[K] { return Expr[K]{rest: iv} }

// Unknown returns the expression that may be any integer.
func Unknown[K cmp.Ordered]() Expr[K] { return Between[K](Full()) }

// Var returns the expression x.
func Var[K cmp.Ordered](x K) Expr[K] { return Expr[K]{terms: []Term[K]{{1, x}}} }

// Sum returns the sum of terms, which ascend by variable and whose coefficients are not zero, and of an
// integer of rest. It keeps terms, which must not be changed any more.
func Sum[K cmp.Ordered](rest Interval, terms ...Term[K]) Expr[K] { return Expr[K]{terms, rest} }

// Terms returns the terms, which must not be changed.
func (e Expr[K]) Terms() []Term[K] { return e.terms }

// Rest returns the interval of what is added to the terms.
func (e Expr[K]) Rest() Interval { return e.rest }

// Plus returns e + f.
func (e Expr[K]) Plus(f Expr[K]) Expr[K] {
	sum := Expr[K]{rest: e.rest.Plus(f.rest)}
	if len(e.terms) == 0 || len(f.terms) == 0 {
		sum.terms = e.terms
		if len(e.terms) == 0 {
			sum.terms = f.terms
		}
		return sum
	}
	sum.terms = make([]Term[K], 0, len(e.terms)+len(f.terms))
	a, b := e.terms, f.terms
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0].Var, b[0].Var); {
		case c < 0:
			sum.terms, a = append(sum.terms, a[0]), a[1:]
		case c > 0:
			sum.terms, b = append(sum.terms, b[0]), b[1:]
		default:
			c := a[0].Coef + b[0].Coef
			if (c > a[0].Coef) != (b[0].Coef > 0) || c == MinusInf {
				return sum.unknown()
			}
			if c != 0 {
				sum.terms = append(sum.terms, Term[K]{c, a[0].Var})
			}
			a, b = a[1:], b[1:]
		}
	}
	sum.terms = append(append(sum.terms, a...), b...)
	return sum
}

func (e Expr[K]) unknown() Expr[K] {
	if e.rest.IsEmpty() {
		return Between[K](Empty())
	}
	return Unknown[K]()
}

// Minus returns e - f.
func (e Expr[K]) Minus(f Expr[K]) Expr[K] { return e.Plus(f.Times(-1)) }

// Add returns e + c.
func (e Expr[K]) Add(c int64) Expr[K] { return Expr[K]{e.terms, e.rest.Plus(Point(c))} }

// Times returns c times e.
func (e Expr[K]) Times(c int64) Expr[K] {
	r := Expr[K]{rest: e.rest.Times(c)}
	if c == 0 {
		return r
	}
	r.terms = make([]Term[K], len(e.terms))
	for i, t := range e.terms {
		hi := MulUp(t.Coef, magnitude(c))
		lo := -MulUp(-t.Coef, magnitude(c))
		if hi != lo || hi == -PlusInf || hi == PlusInf || c == MinusInf {
			return r.unknown()
		}
		if c < 0 {
			hi = -hi
		}
		r.terms[i] = Term[K]{hi, t.Var}
	}
	return r
}

// Rename returns e with each variable x replaced by to(x). Variables that become
// one are added up.
func Rename[K, L cmp.Ordered](e Expr[K], to func(K) L) Expr[L] {
	r := Expr[L]{terms: make([]Term[L], len(e.terms)), rest: e.rest}
	ascending := true
	for i, t := range e.terms {
		r.terms[i] = Term[L]{t.Coef, to(t.Var)}
		ascending = ascending && (i == 0 || r.terms[i-1].Var < r.terms[i].Var)
	}
	if ascending {
		return r
	}
	sum := Expr[L]{rest: e.rest}
	for _, t := range r.terms {
		sum = sum.Plus(Expr[L]{terms: []Term[L]{t}})
	}
	return sum
}

// Drop returns an expression without the variables for which known is false: it
// covers e, whatever the values of these.
func (e Expr[K]) Drop(known func(K) bool) Expr[K] {
	for _, t := range e.terms {
		if !known(t.Var) {
			return e.without(known)
		}
	}
	return e
}

func (e Expr[K]) without(known func(K) bool) Expr[K] {
	r := Expr[K]{rest: e.rest.Plus(Full())}
	for _, t := range e.terms {
		if known(t.Var) {
			r.terms = append(r.terms, t)
		}
	}
	return r
}

// Equal reports whether both have the same terms and interval.
func (e Expr[K]) Equal(f Expr[K]) bool {
	return slices.Equal(e.terms, f.terms) && (e.rest == f.rest || e.rest.IsEmpty() && f.rest.IsEmpty())
}

// String is such as 2*x - y + 3.
func (e Expr[K]) String() string { return e.Format(func(x K) string { return fmt.Sprint(x) }) }

// Format is String with names for the variables.
func (e Expr[K]) Format(name func(K) string) string {
	var b strings.Builder
	for _, t := range e.terms {
		switch {
		case b.Len() == 0 && t.Coef < 0:
			b.WriteByte('-')
		case t.Coef < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		if m := magnitude(t.Coef); m != 1 {
			fmt.Fprintf(&b, "%d*", m)
		}
		b.WriteString(name(t.Var))
	}
	switch point := e.rest.Lo == e.rest.Hi; {
	case b.Len() == 0 && point:
		fmt.Fprint(&b, e.rest.Lo)
	case b.Len() == 0:
		b.WriteString(e.rest.String())
	case point && e.rest.Lo == 0:
	case point && e.rest.Lo < 0:
		fmt.Fprintf(&b, " - %d", magnitude(e.rest.Lo))
	case point:
		fmt.Fprintf(&b, " + %d", e.rest.Lo)
	default:
		b.WriteString(" + " + e.rest.String())
	}
	return b.String()
}
