// Package karr is the domain of linear equalities between variables: what is
// known of a state is that some equations such as
//
//	i = 2*j + 1,  k = n - i
//
// hold. It finds them without being told which to look for: the copies, constant
// differences and induction variables of loops.
//
// # Meaning
//
// A Space describes assignments of rational numbers to all variables: those that
// satisfy each of its equations. That is an affine space: a point, a line, a plane
// and so on, or nothing (bottom). A variable without an equation may have any
// value, so that there is no number of variables to agree upon.
//
// # Representation
//
// The equations are solved for some of the variables. Each equation gives one variable
// by smaller ones that are not given themselves (the reduced row echelon form, read
// from the right). There is only one such form, so that spaces are equal if their
// equations are. Numbers are exact, in 64 bits while they fit.
//
// The join is the affine hull, the least affine space that contains both. Its
// equations are those combinations of the equations of one space that hold in
// the other. It and all other operations are as precise as affine spaces can be.
// Each proper join gives up an equation, so that chains are finite and no
// widening is needed.
//
// The domain is that of Karr (Affine relationships among variables of a program, Acta
// Informatica 6, 1976). Its operations are as in Müller-Olm and Seidl (A note on Karr's
// algorithm, ICALP 2004).
//
// # Machine integers
//
// Equations are about numbers, and hold for the integers of a program only while
// nothing wraps: after i = 2*j with an overflow, i is something else. So before
// Assign(x, e) a checker makes sure, by a domain that knows bounds, that no step of e
// leaves the range of its type. Otherwise it calls Forget(x). It also does so where the
// operation is not linear. Such are a division, a shift to the right, a mask, and a
// product of two variables neither of which is Const. A conversion is Assign if the
// value fits the target and Forget if it may not. Tests for equality need no such care.
// That integers are whole is not used: x = 1/2 of an integer says, to whoever asks,
// that the point is not reached.
package karr

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"
)

// A Space is a set of equations between variables, or bottom, which is the zero
// Space. It never changes.
type Space struct {
	rows    []Equation // by ascending variable
	reached bool       // false for bottom
}

// An Equation says that the variable Left is equal to Right.
type Equation struct {
	Left  Var
	Right Expr
}

// IsBottom reports whether s describes nothing.
func (s Space) IsBottom() bool { return !s.reached }

// IsTop reports whether s describes all assignments.
func (s Space) IsTop() bool { return s.reached && len(s.rows) == 0 }

// Equations returns the equations of s in ascending order of Left. Each Right
// mentions only variables smaller than its Left that are on no left side. There
// are none for bottom.
func (s Space) Equations() []Equation { return slices.Clone(s.rows) }

// row returns the right side of the equation for v.
func (s Space) row(v Var) (Expr, bool) {
	i := sort.Search(len(s.rows), func(i int) bool { return s.rows[i].Left >= v })
	if i == len(s.rows) || s.rows[i].Left != v {
		return Expr{}, false
	}
	return s.rows[i].Right, true
}

// Eval returns e with each variable replaced that s gives by others. So two
// expressions are equal throughout s exactly if Eval of them is the same, and
// Eval of x is what s knows of x. In bottom it is e.
func (s Space) Eval(e Expr) Expr {
	given := func(t term) bool { _, ok := s.row(t.v); return ok }
	if !slices.ContainsFunc(e.terms, given) {
		return e
	}
	sum := Constant(e.constant)
	for i, t := range e.terms {
		if right, ok := s.row(t.v); ok {
			sum = sum.combine(t.c, right)
		} else {
			sum = sum.combine(Int(1), Expr{terms: e.terms[i : i+1]})
		}
	}
	return sum
}

// Const returns the value of e if it is the same throughout s. It is false for
// bottom.
func (s Space) Const(e Expr) (Rat, bool) {
	c, ok := s.Eval(e).Const()
	if !ok || s.IsBottom() {
		return Rat{}, false
	}
	return c, true
}

// Implies reports whether e = f throughout s, which is so in bottom.
func (s Space) Implies(e, f Expr) bool { return s.IsBottom() || s.Eval(e).Equal(s.Eval(f)) }

// Relation returns a and b such that x = a*y + b throughout s, with a = 0 if x
// is constant. It is false if s implies no such relation, and for bottom.
func (s Space) Relation(x, y Var) (a, b Rat, ok bool) {
	if s.IsBottom() {
		return Rat{}, Rat{}, false
	}
	left, right := s.Eval(X(x)), s.Eval(X(y))
	if c, ok := left.Const(); ok {
		return Rat{}, c, true
	}
	if len(right.terms) == 0 {
		return Rat{}, Rat{}, false
	}
	last := right.terms[len(right.terms)-1]
	a = left.Coefficient(last.v).times(last.c.inverse())
	b, ok = left.combine(a.negated(), right).Const()
	if !ok {
		return Rat{}, Rat{}, false
	}
	return a, b, true
}

// factor is the factor of v in Eval(e), for a v that s does not give.
func (s Space) factor(e Expr, v Var) Rat {
	var total Rat
	for _, t := range e.terms {
		if t.v == v {
			total = total.plus(t.c)
		} else if right, ok := s.row(t.v); ok {
			total = total.plus(t.c.times(right.Coefficient(v)))
		}
	}
	return total
}

// String lists the equations, such as {x1 = 2*x0 + 1, x4 = 7}; ⊤ if there is
// none.
func (s Space) String() string { return s.Format(Var.String) }

// Format is like String, with variables called by name.
func (s Space) Format(name func(Var) string) string {
	switch {
	case s.IsBottom():
		return "⊥"
	case s.IsTop():
		return "⊤"
	}
	parts := make([]string, len(s.rows))
	for i, r := range s.rows {
		parts[i] = name(r.Left) + " = " + r.Right.Format(name)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// MarshalJSON gives an array of equations such as
// {"left":1,"terms":[{"var":0,"factor":"2"}],"constant":"1/2"}; null for bottom.
func (s Space) MarshalJSON() ([]byte, error) {
	if s.IsBottom() {
		return []byte("null"), nil
	}
	type product struct {
		Var    Var    `json:"var"`
		Factor string `json:"factor"`
	}
	type equation struct {
		Left     Var       `json:"left"`
		Terms    []product `json:"terms"`
		Constant string    `json:"constant"`
	}
	all := make([]equation, len(s.rows))
	for i, r := range s.rows {
		terms := make([]product, len(r.Right.terms))
		for j, t := range r.Right.terms {
			terms[j] = product{t.v, t.c.String()}
		}
		all[i] = equation{r.Left, terms, r.Right.constant.String()}
	}
	return json.Marshal(all)
}
