package dbm

// The loops here and in entries.go are unrolled in a form for which the compiler
// checks no index and takes no branch.

// Relax lowers row[j] to a + p[j], for all j of row.
func Relax(row, p []int64, a int64) {
	p = p[:len(row)]
	j := 0
	for ; j < len(row)-3; j += 4 {
		row[j] = min(row[j], a+p[j])
		row[j+1] = min(row[j+1], a+p[j+1])
		row[j+2] = min(row[j+2], a+p[j+2])
		row[j+3] = min(row[j+3], a+p[j+3])
	}
	for ; j < len(row); j++ {
		row[j] = min(row[j], a+p[j])
	}
}

// Relax2 lowers row[j] to a + p[j] and to b + q[j], for all j. A summand a or b that
// is no bound is left out, so that Inf is never added to Inf.
func Relax2(row, p, q []int64, a, b int64) {
	switch {
	case a >= finite && b >= finite:
	case a >= finite:
		Relax(row, q, b)
	case b >= finite:
		Relax(row, p, a)
	default:
		relax2(row, p, q, a, b)
	}
}

func relax2(row, p, q []int64, a, b int64) {
	p, q = p[:len(row)], q[:len(row)]
	j := 0
	for ; j < len(row)-3; j += 4 {
		row[j] = min(row[j], a+p[j], b+q[j])
		row[j+1] = min(row[j+1], a+p[j+1], b+q[j+1])
		row[j+2] = min(row[j+2], a+p[j+2], b+q[j+2])
		row[j+3] = min(row[j+3], a+p[j+3], b+q[j+3])
	}
	for ; j < len(row); j++ {
		row[j] = min(row[j], a+p[j], b+q[j])
	}
}

// Least is the least row[j] + p[j], where p has at most Inf/2 for what is no bound.
func Least(row, p []int64) int64 {
	p = p[:len(row)]
	even, odd := Inf, Inf
	j := 0
	for ; j < len(row)-3; j += 4 {
		even = min(even, row[j]+p[j], row[j+2]+p[j+2])
		odd = min(odd, row[j+1]+p[j+1], row[j+3]+p[j+3])
	}
	for ; j < len(row); j++ {
		even = min(even, row[j]+p[j])
	}
	return min(even, odd)
}

// Sum is a + b for entries, Inf if either bounds nothing.
func Sum(a, b int64) int64 {
	if a >= finite || b >= finite {
		return Inf
	}
	return a + b
}

// Bounds reports whether the entry a, or a sum of entries, is a bound.
func Bounds(a int64) bool { return a < finite }
