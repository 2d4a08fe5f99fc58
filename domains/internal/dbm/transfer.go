package dbm

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
)

// checkVar returns an error if no State can have variable x.
func checkVar(x int) error {
	if x < 0 || x >= MaxVars {
		return fmt.Errorf("no variable %d: want 0 to %d", x, MaxVars-1)
	}
	return nil
}

func check(e linear.Expr[int]) error {
	for _, t := range e.Terms() {
		if err := checkVar(t.Var); err != nil {
			return err
		}
	}
	return nil
}

// admit gives s the variables of e.
func (s *State[L]) admit(e linear.Expr[int]) {
	if terms := e.Terms(); len(terms) > 0 {
		s.grow(terms[len(terms)-1].Var + 1) // terms ascend
	}
}

// grow gives s at least n variables.
func (s *State[L]) grow(n int) {
	if n <= s.n {
		return
	}
	var l L
	s.n = n
	size := l.Size(n)
	if s.sat {
		s.m = extended(s.m, size)
	}
	if s.loose != nil {
		s.loose = extended(s.loose, size)
	}
}

func extended(m []int64, size int) []int64 {
	r := make([]int64, size)
	fill(r[copy(r, m):])
	return r
}

// Eval returns an interval of the values of e: the least one for constants, variables,
// and sums and differences that L keeps. A variable that s does not have may be any
// integer.
func (s *State[L]) Eval(e linear.Expr[int]) linear.Interval {
	if !s.sat || e.Rest().IsEmpty() {
		return linear.Empty()
	}
	e = e.Drop(func(x int) bool { return x >= 0 && x < s.n })
	var buf [2 * exact]term
	hi := upper[L](s.m, load(buf[:], e, 1), -1)
	down := upper[L](s.m, load(buf[:], e, -1), -1)
	if down == linear.PlusInf {
		return linear.Interval{Lo: linear.MinusInf, Hi: hi}
	}
	return linear.Interval{Lo: -down, Hi: hi}
}

// Assign gives variable x the value of e, which may mention x. The result is exact for
// an interval, and for x + c and y + c with an interval c. In octagons it is also exact
// for -x + c and -y + c. For other expressions it has the bounds of x, and of its sums
// and differences with the variables of e. These follow from the bounds of single
// variables and of pairs.
func (s *State[L]) Assign(x int, e linear.Expr[int]) error {
	if err := checkVar(x); err != nil {
		return err
	}
	if err := check(e); err != nil {
		return err
	}
	if !s.sat {
		return nil
	}
	if e.Rest().IsEmpty() {
		s.SetBottom()
		return nil
	}
	s.grow(x + 1)
	s.admit(e)
	var l L
	if s.cut {
		l.Close(s.m, s.n)
	}
	var buf [2][2 * exact]term
	plus, minus := load(buf[0][:], e, 1), load(buf[1][:], e, -1)
	im := Image{
		Up:   entry(upper[L](s.m, plus, -1)),
		Down: entry(upper[L](s.m, minus, -1)),
		Rel:  make([]Relation, 0, 2*len(e.Terms())),
	}
	for _, t := range e.Terms() {
		for _, p := range [2]Lit{Pos(t.Var), Pos(t.Var).Neg()} {
			r := Relation{P: p, Up: entry(upper[L](s.m, plus, p)), Down: entry(upper[L](s.m, minus, p))}
			if Bounds(r.Up) || Bounds(r.Down) {
				im.Rel = append(im.Rel, r)
			}
		}
	}
	cut := l.Assign(s.m, s.n, x, &im)
	if s.cut {
		s.settle(true)
	}
	s.cut, s.loose = s.cut || cut, nil
	return nil
}

// Forget removes all that is known of xs. It is exact.
func (s *State[L]) Forget(xs ...int) error {
	for _, x := range xs {
		if err := checkVar(x); err != nil {
			return err
		}
	}
	if !s.sat {
		return nil
	}
	var l L
	for _, x := range xs {
		if x < s.n {
			l.Forget(s.m, s.n, x)
		}
	}
	s.loose = nil
	return nil
}

// Assume restricts s to where a c b. The result is exact where c is not != and a - b is
// a constant plus a multiple of what L keeps. That is a variable, or a sum or
// difference of two. Otherwise each variable and each pair in a - b is bounded by what
// the bounds of the others leave. != moves a bound that it excludes.
func (s *State[L]) Assume(a linear.Expr[int], c machine.Cmp, b linear.Expr[int]) error {
	if err := check(a); err != nil {
		return err
	}
	if err := check(b); err != nil {
		return err
	}
	if c >= machine.NumCmps {
		return fmt.Errorf("no comparison %d", uint8(c))
	}
	if !s.sat {
		return nil
	}
	d := a.Minus(b)
	if d.Rest().IsEmpty() {
		s.SetBottom()
		return nil
	}
	s.admit(d)
	switch c {
	case machine.Le:
		s.atMostZero(d, 1, 0)
	case machine.Lt:
		s.atMostZero(d, 1, 1)
	case machine.Ge:
		s.atMostZero(d, -1, 0)
	case machine.Gt:
		s.atMostZero(d, -1, 1)
	case machine.Eq:
		s.atMostZero(d, 1, 0)
		s.atMostZero(d, -1, 0)
	case machine.Ne:
		s.notZero(d)
	}
	return nil
}

// notZero restricts s to where d is not zero, as far as that moves a bound.
func (s *State[L]) notZero(d linear.Expr[int]) {
	if rest := d.Rest(); rest.Lo != rest.Hi {
		return // whatever the terms are, some integer makes the sum another one
	}
	now := s.Eval(d)
	if now.Hi == 0 {
		s.atMostZero(d, 1, 1)
	}
	if now.Lo == 0 {
		s.atMostZero(d, -1, 1)
	}
}

// atMostZero restricts s to where sign*d + more ≤ 0 for some value of d's rest.
func (s *State[L]) atMostZero(d linear.Expr[int], sign, more int64) {
	if !s.sat {
		return
	}
	var buf [2 * exact]term
	f := load(buf[:], d, sign)
	if f.rest.Lo == linear.MinusInf {
		return
	}
	// The terms sum up to at most this.
	most := linear.AddUp(-f.rest.Lo, -more)
	if len(f.terms) == 0 {
		if most < 0 {
			s.SetBottom()
		}
		return
	}
	// Each bound follows from the state as it was: what one adds does not sharpen
	// the next one, so that their order does not matter.
	var room [exact * (exact + 1) / 2]found
	learned := learn[L](s.m, room[:0], f.terms, most)
	for _, k := range learned {
		s.add(k.p, k.q, k.c)
	}
}

// found is p + q ≤ c, or p ≤ c if p = q.
type found struct {
	p, q Lit
	c    int64
}

// learn appends to dst what follows for literals and their sums from the sum of
// terms being at most the given bound.
func learn[L Layout](m []int64, dst []found, terms []term, most int64) []found {
	var l L
	var buf [2 * exact]term
	b := bounds[L]{m}
	// rest is an upper bound of most less all terms but those at i and j, which are
	// taken c times only.
	rest := func(i, j int, c uint64) int64 {
		others := buf[:0]
		for k, t := range terms {
			if k == i || k == j {
				if t.Coef = towardsZero(t.Coef, c); t.Coef == 0 {
					continue
				}
			}
			others = append(others, term{Coef: -t.Coef, Var: t.Var})
		}
		return linear.AddUp(most, b.sum(others))
	}
	if len(terms) == 2 {
		p, c := lit(terms[0])
		q, d := lit(terms[1])
		if c == d && l.Relates(p, q) {
			// This is the constraint itself; closure draws the conclusions.
			if bound := linear.FloorDiv(most, c); Bounds(entry(bound)) {
				dst = append(dst, found{p, q, bound})
			}
			return dst
		}
	}
	for i, s := range terms {
		p, c := lit(s)
		if bound := linear.FloorDiv(rest(i, i, c), c); Bounds(entry(bound)) {
			dst = append(dst, found{p, p, bound})
		}
		for j := i + 1; j < len(terms); j++ {
			q, d := lit(terms[j])
			if !l.Relates(p, q) {
				continue
			}
			both := min(c, d)
			if bound := linear.FloorDiv(rest(i, j, both), both); Bounds(entry(bound)) {
				dst = append(dst, found{p, q, bound})
			}
		}
	}
	return dst
}

// add makes p + q ≤ c hold, or p ≤ c if p = q.
func (s *State[L]) add(p, q Lit, c int64) {
	var l L
	if c = entry(c); !s.sat || !Bounds(c) {
		return
	}
	if p == q && l.Upper(s.m, p) <= c || p != q && l.UpperSum(s.m, p, q) <= c {
		return
	}
	if s.cut {
		l.Lower(s.m, p, q, c)
		s.settle(l.Close(s.m, s.n))
		return
	}
	s.settle(l.Add(s.m, s.n, p, q, c))
}
