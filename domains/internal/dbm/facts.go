package dbm

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/domains/linear"
)

// Facts returns what s says: the bounds of variables, and those of sums and differences
// that do not follow from them. Different States have different facts, but for bottom,
// which has none like top.
func (s *State[L]) Facts() []linear.Fact[int] {
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
func (s *State[L]) beyond(p, q Lit) int64 {
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

// Bounds returns the least interval of the values of x.
func (s *State[L]) Bounds(x int) linear.Interval {
	var l L
	switch {
	case !s.sat:
		return linear.Empty()
	case x < 0 || x >= s.n:
		return linear.Full()
	}
	return interval(l.Upper(s.m, Pos(x)), l.Upper(s.m, Pos(x).Neg()))
}

// ExactBounds returns the least interval of the values of x that follows from s, also
// where its ends are too large for Bounds.
func (s *State[L]) ExactBounds(x int) linear.Interval {
	var l L
	if !s.sat || !s.cut || x < 0 || x >= s.n {
		return s.Bounds(x)
	}
	return interval(l.ExactBounds(s.m, s.n, x))
}

// Difference returns the least interval of the values of x - y.
func (s *State[L]) Difference(x, y int) linear.Interval {
	if x == y && s.sat {
		return linear.Point(0)
	}
	return s.pair(x, y, 1)
}

// Sum returns the least interval of the values of x + y in octagons. In zones it follows
// from the bounds of either.
func (s *State[L]) Sum(x, y int) linear.Interval {
	if x == y {
		return s.Bounds(x).Times(2)
	}
	return s.pair(x, y, 0)
}

// pair is an interval of the values of x + y, or of x - y if negated is 1, for different
// variables.
func (s *State[L]) pair(x, y int, negated Lit) linear.Interval {
	var l L
	switch {
	case !s.sat:
		return linear.Empty()
	case x < 0 || x >= s.n || y < 0 || y >= s.n:
		return linear.Full()
	}
	p, q := Pos(x), Pos(y)^negated
	return interval(l.UpperSum(s.m, p, q), l.UpperSum(s.m, p.Neg(), q.Neg()))
}

// Select returns the State whose variable i is what variable xs[i] of s is, and of
// which nothing is known if xs[i] is -1. It is exact. It returns an error for a
// variable that is selected twice.
func (s *State[L]) Select(xs ...int) (*State[L], error) {
	if len(xs) > MaxVars {
		return nil, fmt.Errorf("%d variables: want at most %d", len(xs), MaxVars)
	}
	for i, x := range xs {
		if x == -1 {
			continue
		}
		if err := checkVar(x); err != nil {
			return nil, err
		}
		if slices.Contains(xs[:i], x) {
			return nil, fmt.Errorf("variable %d is selected twice", x)
		}
	}
	r := &State[L]{n: len(xs)}
	if !s.sat {
		return r, nil
	}
	r.SetTop()
	for i, x := range xs {
		if x >= 0 && x < s.n {
			s.hand(r, i, xs[:i+1])
		}
	}
	r.cut = s.cut
	return r, nil
}

// hand gives variable i of r the bounds that its origin, the last of xs, has in s: its
// own, and those with the origins of the variables before.
func (s *State[L]) hand(r *State[L], i int, xs []int) {
	var l L
	for _, sign := range [2]Lit{0, 1} {
		p, from := Pos(i)^sign, Pos(xs[i])^sign
		if c := l.Upper(s.m, from); Bounds(c) {
			l.Lower(r.m, p, p, c)
		}
		for j, y := range xs[:i] {
			if y < 0 || y >= s.n {
				continue
			}
			for _, sign := range [2]Lit{0, 1} {
				if q, with := Pos(j)^sign, Pos(y)^sign; l.Relates(p, q) {
					l.Lower(r.m, p, q, l.UpperSum(s.m, from, with))
				}
			}
		}
	}
}

// String is such as 0 <= x0 <= 10, x0 - x1 <= 3.
func (s *State[L]) String() string {
	return s.Format(func(x int) string { return "x" + strconv.Itoa(x) })
}

// Format is String with names for the variables.
func (s *State[L]) Format(name func(x int) string) string {
	if !s.sat {
		return "⊥"
	}
	return linear.Conjunction(s.Facts(), name)
}

// MarshalJSON gives the list of facts, null for bottom.
func (s *State[L]) MarshalJSON() ([]byte, error) {
	if !s.sat {
		return []byte("null"), nil
	}
	return json.Marshal(append([]linear.Fact[int]{}, s.Facts()...))
}
