package dbm

import "slices"

// Bounds of the numbers in a matrix; see the package comment.
const (
	// Inf is the entry that bounds nothing.
	Inf int64 = 1 << 62
	// Limit is the largest magnitude of a finite entry.
	Limit int64 = 1 << 50
	// MaxVars is the largest number of variables.
	MaxVars = 500

	// finite is above all sums of finite entries on a path, and below all sums on
	// a path with Inf.
	finite int64 = 1 << 60
)

// The longest path has fewer edges than there are literals; this does not compile if
// it could be as long as finite.
const _ = uint64(finite - 2*MaxVars*Limit)

// Round is the entry for the bound c: T of the package comment.
func Round(c int64) int64 {
	if c > Limit {
		return Inf
	}
	return max(c, -Limit)
}

// RoundAll rounds each entry and reports whether that has changed one for
// which there was a bound.
func RoundAll(m []int64) (cut bool) {
	least, most := int64(0), int64(0)
	for i, v := range m {
		least = min(least, v)
		f := v
		if v >= finite {
			f = 0
		}
		most = max(most, f)
		r := max(v, -Limit)
		if v > Limit {
			r = Inf
		}
		m[i] = r
	}
	return least < -Limit || most > Limit
}

// leqAll reports a ≤ b, entry by entry, where what the shorter one lacks is Inf.
func leqAll(a, b []int64) bool {
	n := min(len(a), len(b))
	x := a[:n]
	y := b[:len(x)]
	j := 0
	for ; j < len(x)-7; j += 8 {
		// Entries are far from overflowing when subtracted.
		if (y[j]-x[j])|(y[j+1]-x[j+1])|(y[j+2]-x[j+2])|(y[j+3]-x[j+3])|
			(y[j+4]-x[j+4])|(y[j+5]-x[j+5])|(y[j+6]-x[j+6])|(y[j+7]-x[j+7]) < 0 {
			return false
		}
	}
	for ; j < len(x); j++ {
		if x[j] > y[j] {
			return false
		}
	}
	return allInf(b[n:])
}

func allInf(m []int64) bool {
	for _, v := range m {
		if v != Inf {
			return false
		}
	}
	return true
}

// equalAll reports a = b, where what the shorter one lacks is Inf.
func equalAll(a, b []int64) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n]) && allInf(a[n:]) && allInf(b[n:])
}

// joinAll raises dst to the maximum of both and reports whether it changed.
func joinAll(dst, src []int64) bool {
	n := min(len(dst), len(src))
	grew := !allInf(dst[n:])
	fill(dst[n:])
	x, y := dst[:n], src[:n]
	var changed int64
	j := 0
	for ; j < len(x)-3; j += 4 {
		a, b, c, d := x[j], x[j+1], x[j+2], x[j+3]
		x[j], x[j+1], x[j+2], x[j+3] = max(a, y[j]), max(b, y[j+1]), max(c, y[j+2]), max(d, y[j+3])
		changed |= (a ^ x[j]) | (b ^ x[j+1]) | (c ^ x[j+2]) | (d ^ x[j+3])
	}
	for ; j < len(x); j++ {
		a := x[j]
		x[j] = max(a, y[j])
		changed |= a ^ x[j]
	}
	return grew || changed != 0
}

func fill(m []int64) {
	for i := range m {
		m[i] = Inf
	}
}

// meetAll lowers dst to the minimum of both; src is not the longer one.
func meetAll(dst, src []int64) {
	for i, v := range src {
		dst[i] = min(dst[i], v)
	}
}

// widenAll gives up the bounds of dst that src does not keep, or moves each to
// the nearest threshold that does. The parameter double tells where an entry
// bounds twice a variable.
func widenAll(dst, src []int64, thresholds []int64, double func(i int) bool) {
	n := min(len(dst), len(src))
	fill(dst[n:])
	for i, v := range src[:n] {
		if v <= dst[i] {
			continue
		}
		dst[i] = Inf
		if len(thresholds) == 0 || v >= finite {
			continue
		}
		if double(i) {
			// v is even, and so is the entry.
			if t := landmark(v/2, thresholds); t <= Limit/2 {
				dst[i] = 2 * t
			}
		} else {
			dst[i] = Round(landmark(v, thresholds))
		}
	}
}

// landmark is the least of the thresholds and their negatives that is at least v,
// Inf if there is none: what bounds x from above bounds -x from below.
func landmark(v int64, thresholds []int64) int64 {
	best := Inf
	if i, _ := slices.BinarySearch(thresholds, v); i < len(thresholds) {
		best = min(best, thresholds[i])
	}
	i, exact := slices.BinarySearch(thresholds, -v)
	if !exact {
		i--
	}
	if i >= 0 && thresholds[i] > -Inf {
		best = min(best, -thresholds[i])
	}
	return best
}

// narrowAll takes from src the bounds that dst lacks, and reports whether there
// were any.
func narrowAll(dst, src []int64) bool {
	changed := false
	for i, v := range src[:min(len(dst), len(src))] {
		if dst[i] == Inf && v != Inf {
			dst[i] = v
			changed = true
		}
	}
	return changed
}
