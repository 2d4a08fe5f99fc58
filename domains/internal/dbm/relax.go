package dbm

// Relax lowers row[j] to a + p[j], for all j of row.
func Relax(row, p []int64, a int64) {
	p = p[:len(row)]
	for len(row) >= 4 && len(p) >= 4 {
		r, x := (*[4]int64)(row), (*[4]int64)(p)
		r[0] = min(r[0], a+x[0])
		r[1] = min(r[1], a+x[1])
		r[2] = min(r[2], a+x[2])
		r[3] = min(r[3], a+x[3])
		row, p = row[4:], p[4:]
	}
	for j := range row {
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
	for len(row) >= 4 && len(p) >= 4 && len(q) >= 4 {
		r, x, y := (*[4]int64)(row), (*[4]int64)(p), (*[4]int64)(q)
		r[0] = min(r[0], a+x[0], b+y[0])
		r[1] = min(r[1], a+x[1], b+y[1])
		r[2] = min(r[2], a+x[2], b+y[2])
		r[3] = min(r[3], a+x[3], b+y[3])
		row, p, q = row[4:], p[4:], q[4:]
	}
	for j := range row {
		row[j] = min(row[j], a+p[j], b+q[j])
	}
}

// Least is the least row[j] + p[j], where p has at most Inf/2 for what is no bound.
func Least(row, p []int64) int64 {
	p = p[:len(row)]
	least := [2]int64{Inf, Inf}
	for len(row) >= 4 && len(p) >= 4 {
		r, x := (*[4]int64)(row), (*[4]int64)(p)
		least[0] = min(least[0], r[0]+x[0], r[1]+x[1])
		least[1] = min(least[1], r[2]+x[2], r[3]+x[3])
		row, p = row[4:], p[4:]
	}
	for j, v := range row {
		least[0] = min(least[0], v+p[j])
	}
	return min(least[0], least[1])
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
