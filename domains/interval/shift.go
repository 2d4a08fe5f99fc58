package interval

import "github.com/seed38182bad/parallax/domains/machine"

// counts are the bounds of the counts in b that are not negative, cut off at 64:
// the larger ones do the same. It is false if there are none.
func counts(b Interval) (lo, hi int, ok bool) {
	least, greatest := b.least(), b.greatest()
	if b.kind.Signed() {
		if b.hi < 0 {
			return 0, 0, false
		}
		least = uint64(max(0, b.lo))
	}
	return int(min(64, least)), int(min(64, greatest)), true
}

// shiftLeft is x << n, for each n by itself: the results wrap at other places for
// each of them.
func shiftLeft(a, b Interval) Interval {
	lo, hi, ok := counts(b)
	if !ok {
		return Interval{}
	}
	r, last := shiftedLeft(a, lo)
	for n := lo + 1; n <= hi && !last; n++ {
		var s Interval
		s, last = shiftedLeft(a, n)
		r = Domain{}.Join(r, s)
	}
	return r
}

// shiftedLeft is x << n, and whether it contains all that larger counts can give.
// What is left of x after n bits have been shifted out is an arc of the numbers
// with so many bits less. If that wraps, the result contains the least and the
// greatest multiple of 2^n, and between them are all multiples of 2^(n+1).
func shiftedLeft(a Interval, n int) (r Interval, last bool) {
	if n >= a.kind.Bits() {
		return Of(a.kind.Of(0)), true
	}
	s := spanOf(a.kind)
	lo, hi := s.wrap(a.least()<<n), s.wrap(a.greatest()<<n)
	if lo > hi || a.width() > s.width>>n {
		return hull(a.kind.Min(), a.kind.Bitwise(a.kind.Max().Bits()>>n<<n)), true
	}
	return Interval{a.kind, lo, hi}, false
}

// shiftRight is x >> n: larger counts bring x closer to 0, or to -1.
func shiftRight(a, b Interval) Interval {
	lo, hi, ok := counts(b)
	if !ok {
		return Interval{}
	}
	if a.kind == machine.Uint64 {
		return hull(a.kind.Bitwise(a.least()>>hi), a.kind.Bitwise(a.greatest()>>lo))
	}
	return Interval{a.kind, min(a.lo>>lo, a.lo>>hi), max(a.hi>>lo, a.hi>>hi)}
}
