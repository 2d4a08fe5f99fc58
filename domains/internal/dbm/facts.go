package dbm

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
)

// Facts are what s says: the bounds of variables, and those of sums and differences
// that do not follow from them. Equal states that are not bottom have the same
// facts, and others have others.
func (s *Matrix[L]) Facts() []linear.Fact[int] {
	var l L
	var facts []linear.Fact[int]
	if !s.sat {
		return nil
	}
	for x := range s.n {
		p := Pos(x)
		if in := interval(l.Upper(s.m, p), l.Upper(s.m, p.Neg())); in != linear.Full() {
			facts = append(facts, linear.Fact[int]{Of: linear.Var(x), In: in})
		}
	}
	for x := range s.n {
		for y := x + 1; y < s.n; y++ {
			for _, q := range [2]Lit{Pos(y).Neg(), Pos(y)} {
				if !l.Relates(Pos(x), q) {
					continue
				}
				in := interval(s.beyond(Pos(x), q), s.beyond(Pos(x).Neg(), q.Neg()))
				if in == linear.Full() {
					continue
				}
				of := linear.Var(x)
				if q.IsNeg() {
					of = of.Minus(linear.Var(y))
				} else {
					of = of.Plus(linear.Var(y))
				}
				facts = append(facts, linear.Fact[int]{Of: of, In: in})
			}
		}
	}
	return facts
}

// beyond is the bound of p + q if it does not follow from those of p and q.
func (s *Matrix[L]) beyond(p, q Lit) int64 {
	var l L
	c := l.UpperSum(s.m, p, q)
	if c >= Round(Sum(l.Upper(s.m, p), l.Upper(s.m, q))) {
		return Inf
	}
	return c
}

func interval(up, down int64) linear.Interval {
	in := linear.Full()
	if Bounds(up) {
		in.Hi = up
	}
	if Bounds(down) {
		in.Lo = -down
	}
	return in
}

// Bounds is the least interval of the values of x.
func (s *Matrix[L]) Bounds(x int) linear.Interval {
	var l L
	switch {
	case !s.sat:
		return linear.Empty()
	case x < 0 || x >= s.n:
		return linear.Full()
	}
	return interval(l.Upper(s.m, Pos(x)), l.Upper(s.m, Pos(x).Neg()))
}

// Pair is an interval of the values of x + y, or of x - y if minus, for different
// variables x and y: the least one if the domain has such bounds.
func (s *Matrix[L]) Pair(x, y int, minus bool) linear.Interval {
	var l L
	switch {
	case !s.sat:
		return linear.Empty()
	case x < 0 || x >= s.n || y < 0 || y >= s.n:
		return linear.Full()
	}
	p, q := Pos(x), Pos(y)
	if minus {
		q = q.Neg()
	}
	return interval(l.UpperSum(s.m, p, q), l.UpperSum(s.m, p.Neg(), q.Neg()))
}

// Select makes dst the state whose variable i is what variable xs[i] of s is, and of
// which nothing is known if xs[i] is -1. No variable may occur twice.
func (s *Matrix[L]) Select(dst *Matrix[L], xs []int) error {
	var l L
	if len(xs) > MaxVars {
		return fmt.Errorf("%d variables: want at most %d", len(xs), MaxVars)
	}
	for i, x := range xs {
		if x == -1 {
			continue
		}
		if err := Check(x); err != nil {
			return err
		}
		if slices.Contains(xs[:i], x) {
			return fmt.Errorf("variable %d is selected twice", x)
		}
	}
	dst.n = len(xs)
	if !s.sat {
		dst.SetBottom()
		return nil
	}
	dst.SetTop()
	known := func(x int) bool { return x >= 0 && x < s.n }
	for i, x := range xs {
		if !known(x) {
			continue
		}
		for _, sign := range [2]Lit{0, 1} {
			p, from := Pos(i)^sign, Pos(x)^sign
			if c := l.Upper(s.m, from); Bounds(c) {
				l.Lower(dst.m, p, p, c)
			}
			for j, y := range xs[:i] {
				if !known(y) {
					continue
				}
				for _, sign := range [2]Lit{0, 1} {
					if q, with := Pos(j)^sign, Pos(y)^sign; l.Relates(p, q) {
						l.Lower(dst.m, p, q, l.UpperSum(s.m, from, with))
					}
				}
			}
		}
	}
	dst.cut = s.cut
	return nil
}
