package interval

import "github.com/seed38182bad/parallax/domains/machine"

// quotient is x / y. For y of one sign it is monotone in each operand, so that its
// extremes are quotients of bounds. But x / -1 may leave the kind, and is -x.
func quotient(a, b Interval) Interval {
	if a.kind == machine.Uint64 {
		if b.greatest() == 0 {
			return Interval{}
		}
		k := a.kind
		return hull(k.Bitwise(a.least()/b.greatest()), k.Bitwise(a.greatest()/max(1, b.least())))
	}
	var r Interval
	if b.hi >= 1 {
		r = quotients(a, max(1, b.lo), b.hi)
	}
	if b.lo <= -1 && b.hi >= -1 {
		r = Domain{}.Join(r, Domain{}.Unary(machine.Neg, a))
	}
	if b.lo <= -2 {
		r = Domain{}.Join(r, quotients(a, b.lo, min(-2, b.hi)))
	}
	return r
}

func quotients(a Interval, lo, hi int64) Interval {
	w, x, y, z := a.lo/lo, a.lo/hi, a.hi/lo, a.hi/hi
	return Interval{a.kind, min(w, x, y, z), max(w, x, y, z)}
}

// remainder is x % y. It has the sign of x, and of y only the magnitude matters.
func remainder(a, b Interval) Interval {
	least, greatest := divisors(b)
	if greatest == 0 {
		return Interval{}
	}
	if !a.kind.Signed() {
		lo, hi := remainders(a.least(), a.greatest(), least, greatest)
		return hull(a.kind.Bitwise(lo), a.kind.Bitwise(hi))
	}
	var r Interval
	if a.hi >= 0 {
		lo, hi := remainders(uint64(max(0, a.lo)), uint64(a.hi), least, greatest)
		r = Interval{a.kind, int64(lo), int64(hi)}
	}
	if a.lo < 0 {
		lo, hi := remainders(magnitude(min(-1, a.hi)), magnitude(a.lo), least, greatest)
		r = Domain{}.Join(r, Interval{a.kind, -int64(hi), -int64(lo)})
	}
	return r
}

// magnitude is |x|, also for the least int64.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// divisors are the bounds of |y| for the y in b that are not zero; 0, 0 if there
// are none.
func divisors(b Interval) (least, greatest uint64) {
	switch {
	case !b.kind.Signed():
		least, greatest = b.least(), b.greatest()
	case b.lo >= 0 || b.hi <= 0:
		least, greatest = magnitude(b.lo), magnitude(b.hi)
		least, greatest = min(least, greatest), max(least, greatest)
	default:
		least, greatest = 1, max(magnitude(b.lo), magnitude(b.hi))
	}
	if greatest == 0 {
		return 0, 0
	}
	return max(1, least), greatest
}

// remainders bounds x % y for x from a to b and y from c to d. The bounds are tight
// if there is one divisor, or one quotient.
func remainders(a, b, c, d uint64) (lo, hi uint64) {
	switch {
	case a/d == b/c:
		q := a / d
		return a - q*d, b - q*c
	case c == d:
		// A multiple of the divisor lies between, and its predecessor.
		return 0, d - 1
	}
	return 0, min(b, d-1)
}
