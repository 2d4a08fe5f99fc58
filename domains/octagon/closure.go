package octagon

import "github.com/seed38182bad/parallax/domains/internal/dbm"

// Close is Floyd's and Warshall's algorithm on pairs of nodes (Miné 2006,
// figure 8), then one step of tightening and strengthening. That step makes the
// result the least over the integers (Bagnara, Hill and Zaffanella 2009,
// section 6).
func (l layout) Close(m []int64, n int) bool {
	var stack [2 * small]int64
	p, q := rows(&stack, n)
	for k := 0; k < 2*n; k += 2 {
		if m[at(k, k)] < 0 || m[at(k+1, k+1)] < 0 {
			return false
		}
		gather(m, k, p)
		gather(m, k+1, q)
		if !through(m, p, q, k, k+1) {
			return false
		}
	}
	return tighten(m, n)
}

// through lowers all entries to the lengths of paths by way of nodes k and k̄,
// where p and q are the rows of these. It reports whether there is no negative
// cycle through both.
func through(m, p, q []int64, k, k2 int) bool {
	forth, back := p[k2], q[k]
	if dbm.Sum(forth, back) < 0 {
		return false
	}
	for i := range p {
		// The entries (i, k) and (i, k̄) stand in rows k̄ and k.
		a, b := q[i^1], p[i^1]
		dbm.Relax2(m[start(i):start(i)+(i|1)+1], p, q,
			min(a, dbm.Sum(b, back)), min(b, dbm.Sum(a, forth)))
	}
	return true
}

// tighten lowers the bounds of doubled variables to even numbers and all others to the
// half sums of these. The matrix is closed over the rationals. It reports whether the
// bounds of each variable allow an integer.
func tighten(m []int64, n int) bool {
	var stack [2 * small]int64
	halves, opposite := rows(&stack, n)
	for i := 0; i < 2*n; i++ {
		u := &m[at(i, i^1)]
		halves[i] = dbm.Inf / 2
		if dbm.Bounds(*u) {
			*u &^= 1
			halves[i] = *u / 2
		}
		opposite[i^1] = halves[i]
	}
	for i := 0; i < 2*n; i += 2 {
		if halves[i]+halves[i+1] < 0 {
			return false
		}
	}
	for i := 0; i < 2*n; i++ {
		own := m[start(i) : start(i)+(i|1)+1]
		if halves[i] < dbm.Inf/2 {
			dbm.Relax(own, opposite, halves[i])
		}
		own[i] = dbm.Inf
	}
	return true
}

// Add is incremental closure by one constraint (Chawdhary, Robbins and King,
// "Incrementally closing octagons", 2018, section 4). A new path uses the edge
// a → b, or its mirror image b̄ → ā, or both.
func (l layout) Add(m []int64, n int, s, t dbm.Lit, c int64) bool {
	i, w := edge(s, t, c)
	if m[i] <= w || !dbm.Bounds(w) {
		return true
	}
	a, b := int(s), int(t)^1
	if dbm.Sum(m[at(b, a)], w) < 0 {
		return false
	}
	var stack [2 * small]int64
	p, q := rows(&stack, n)
	gather(m, b, p)
	gather(m, a^1, q)
	if s == t {
		for i := range p {
			if in := q[i^1]; dbm.Bounds(in) {
				dbm.Relax(m[start(i):start(i)+(i|1)+1], p, in+w)
			}
		}
		return tighten(m, n)
	}
	// With both edges there is one more way through: by (b, b̄) or by (ā, a).
	// A negative cycle through both shows in the bounds of variables.
	left, right := dbm.Sum(q[a], w), dbm.Sum(p[b^1], w)
	for i := range p {
		in, mirrored := dbm.Sum(q[i^1], w), dbm.Sum(p[i^1], w)
		dbm.Relax2(m[start(i):start(i)+(i|1)+1], p, q,
			min(in, dbm.Sum(mirrored, left)), min(mirrored, dbm.Sum(in, right)))
	}
	return tighten(m, n)
}

// CloseVar is incremental closure by the constraints of one variable (Miné
// 2006, section 3.4). Its rows take paths through all other nodes, and then all
// others take paths through it.
func (l layout) CloseVar(m []int64, n, x int) bool {
	var stack [2][2 * small]int64
	k := 2 * x
	p, q := rows(&stack[0], n)
	gather(m, k, p)
	gather(m, k+1, q)
	before, opposite := rows(&stack[1], n)
	for _, r := range [2][]int64{p, q} {
		copy(before, r)
		for j, v := range r {
			opposite[j^1] = min(v, dbm.Inf/2)
		}
		for i, v := range before {
			// Entry (i, j) leads on from i to j, and from j̄ to ī.
			own := m[start(i) : start(i)+(i|1)+1]
			if dbm.Bounds(v) {
				dbm.Relax(r[:len(own)], own, v)
			}
			r[i^1] = min(r[i^1], dbm.Least(own, opposite))
		}
	}
	// A path from x back to x or to -x may use a constraint of x at either end.
	for j := range p {
		if dbm.Sum(p[j], q[j^1]) < 0 {
			return false
		}
		p[k+1] = min(p[k+1], dbm.Sum(p[j], p[j^1]))
		q[k] = min(q[k], dbm.Sum(q[j], q[j^1]))
	}
	p[k], q[k+1] = 0, 0
	scatter(m, k, p)
	scatter(m, k+1, q)
	return through(m, p, q, k, k+1) && tighten(m, n)
}

// Assign replaces the rows of x. What an image says of x follows from the
// matrix, and nothing of what it says can sharpen a bound between other
// variables. So it is closed when the rows themselves are.
func (l layout) Assign(m []int64, n, x int, im *dbm.Image) (cut bool) {
	var stack [2][2 * small]int64
	k := 2 * x
	p, q := rows(&stack[0], n)
	via, _ := rows(&stack[1], n)
	for j := range p {
		p[j], q[j] = dbm.Inf, dbm.Inf
	}
	for _, r := range im.Rel {
		gather(m, int(r.P), via)
		if dbm.Bounds(r.Up) {
			dbm.Relax(p, via, r.Up)
		}
		if dbm.Bounds(r.Down) {
			dbm.Relax(q, via, r.Down)
		}
	}
	p[k], p[k+1], q[k], q[k+1] = 0, dbm.Inf, dbm.Inf, 0 // of the old value
	forth, back := double(p, im.Up, k), double(q, im.Down, k)
	for j := range p {
		// From x to j by way of -x, and from -x by way of x.
		p[j], q[j] = min(p[j], dbm.Sum(forth, q[j])), min(q[j], dbm.Sum(back, p[j]))
	}
	p[k+1], q[k] = forth, back
	for j := range p {
		if j>>1 == x {
			continue
		}
		other := half(m[at(j^1, j)])
		p[j] = min(p[j], dbm.Sum(half(forth), other))
		q[j] = min(q[j], dbm.Sum(half(back), other))
	}
	p[k], q[k+1] = 0, 0
	cut = dbm.RoundAll(p)
	cut = dbm.RoundAll(q) || cut
	scatter(m, k, p)
	scatter(m, k+1, q)
	return cut
}

// double is the bound of twice a literal of the variable of node k, with bounds r for
// its differences with other nodes and once itself at most c.
func double(r []int64, c int64, k int) int64 {
	best := dbm.Inf
	if dbm.Bounds(c) {
		best = dbm.Round(2 * c)
	}
	for j := 0; j < len(r); j += 2 {
		if j != k {
			best = min(best, dbm.Sum(r[j], r[j+1]))
		}
	}
	if dbm.Bounds(best) {
		best &^= 1
	}
	return best
}

// ExactBounds closes a copy, which needs no memory from the heap if it is small.
func (l layout) ExactBounds(m []int64, n, x int) (up, down int64) {
	var stack [128]int64
	m = append(stack[:0], m...)
	l.Close(m, n)
	return l.Upper(m, dbm.Pos(x)), l.Upper(m, dbm.Pos(x).Neg())
}
