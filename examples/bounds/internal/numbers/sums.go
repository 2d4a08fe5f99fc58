package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
)

// A sum is what is known of sum = x + y in the arithmetic of their kind when it may have wrapped. It did not wrap in
// these cases:
//
//   - y is not negative and the sum not below x, or the same with x and y exchanged
//   - y is not positive and the sum not above x, or the same with x and y exchanged
//   - none of the three is negative and the kind is signed
//
// So after
//
//	t := s[i : i+4]
//
// whose bounds ascend, the length of t is 4, whatever i is.
type sum struct {
	of, x, y expr
	kind     machine.Kind
}

// sums are kept until they turn out to be exact or a variable of theirs changes.
type sums []sum

const maxSums = 6

func (s sum) equal(t sum) bool {
	return s.kind == t.kind && s.of.Equal(t.of) && s.x.Equal(t.x) && s.y.Equal(t.y)
}

// format writes the sum: "r3 = r1 + 4 in int".
func (s sum) format(name func(Var) string) string {
	return s.of.Format(name) + " = " + s.x.Format(name) + " + " + s.y.Format(name) + " in " + s.kind.String()
}

// with is s and one more; the oldest gives way if there are too many.
func (s sums) with(one sum) sums {
	if len(s) >= maxSums {
		s = s[1:]
	}
	return append(s[:len(s):len(s)], one)
}

// without is s without those that mention a variable that is gone.
func (s sums) without(gone func(Var) bool) sums {
	return filtered(s, func(one sum) bool {
		return !mentions(one.of, gone) && !mentions(one.x, gone) &&
			!mentions(one.y, gone)
	})
}

// common is what is in both, in the order of s.
func (s sums) common(t sums) sums { return filtered(s, t.has) }

func (s sums) has(one sum) bool { return slices.ContainsFunc(s, one.equal) }

// in reports whether t has all of s.
func (s sums) in(t sums) bool { return all(s, t.has) }

// wrapping notes that v is x op y, which may wrap.
func (s *State) wrapping(v Var, k machine.Kind, op machine.Op, x, y expr) {
	one := sum{of: linear.Var(v), x: x, y: y, kind: k}
	switch op {
	case machine.Add:
	case machine.Sub:
		one.of, one.x = one.x, one.of
	default:
		return
	}
	if !s.plain {
		s.sums = s.sums.with(one)
	}
}

// settle finds the sums that are exact by what is known.
func (s *State) settle() {
	for i := 0; i < len(s.sums) && !s.rel.IsBottom(); i++ {
		one := s.sums[i]
		if !s.exact(one) {
			continue
		}
		s.sums = slices.Concat(s.sums[:i], s.sums[i+1:])
		zero := one.x.Plus(one.y).Minus(one.of)
		s.rel = s.rel.Assume(zero, machine.Eq, linear.Const[Var](0))
		s.eqs = s.eqs.with(zero)
		i = -1 // others may follow
	}
}

// exact reports whether a sum certainly did not wrap.
func (s *State) exact(one sum) bool {
	x, y := s.rel.Eval(one.x), s.rel.Eval(one.y)
	if one.kind.Signed() && x.Lo >= 0 && y.Lo >= 0 && s.rel.Eval(one.of).Lo >= 0 {
		return true
	}
	grows := func(from expr, by linear.Interval) bool {
		d := linear.Full()
		if by.Lo >= 0 || by.Hi <= 0 {
			d = s.rel.Eval(one.of.Minus(from))
		}
		return by.Lo >= 0 && d.Lo >= 0 || by.Hi <= 0 && d.Hi <= 0
	}
	return grows(one.x, y) || grows(one.y, x)
}
