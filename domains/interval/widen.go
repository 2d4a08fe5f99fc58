package interval

import "github.com/seed38182bad/parallax/domains/machine"

// Widen moves a bound that next exceeds to the bound of the kind. A chain of
// widenings has at most five elements.
// Where the kind has the value of a threshold beyond that of next, it moves only to
// the nearest one.
func (d Domain) Widen(old, next Interval, thresholds ...int64) Interval {
	if old.kind != next.kind || !old.kind.Valid() {
		return d.Join(old, next)
	}
	if next.lo < old.lo {
		old.lo = below(old.kind, next.lo, thresholds)
	}
	if next.hi > old.hi {
		old.hi = above(old.kind, next.hi, thresholds)
	}
	return old
}

// below is the key of the greatest threshold that is not above key lo, or of the
// kind's least value.
func below(k machine.Kind, lo int64, thresholds []int64) int64 {
	s := spanOf(k)
	r := s.min
	for _, t := range thresholds {
		if k == machine.Uint64 {
			if t < 0 {
				continue
			}
			t = int64(uint64(t) ^ s.flip)
		}
		if t > lo {
			break
		}
		r = max(r, t)
	}
	return r
}

// above is the key of the least threshold that is not below key hi, or of the
// kind's greatest value.
func above(k machine.Kind, hi int64, thresholds []int64) int64 {
	s := spanOf(k)
	for _, t := range thresholds {
		if k == machine.Uint64 {
			if t < 0 {
				continue
			}
			t = int64(uint64(t) ^ s.flip)
		}
		if t >= hi {
			return min(s.max, t)
		}
	}
	return s.max
}

// Narrow takes the bounds of next in place of those of the kind, and keeps the
// others.
func (d Domain) Narrow(old, next Interval) Interval {
	if old.kind != next.kind || !old.kind.Valid() {
		return next
	}
	s := spanOf(old.kind)
	if old.lo == s.min {
		old.lo = next.lo
	}
	if old.hi == s.max {
		old.hi = next.hi
	}
	return old
}
