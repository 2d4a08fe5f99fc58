package zone

import "github.com/seed38182bad/parallax/domains/internal/dbm"

// Close is Floyd's and Warshall's algorithm, for two nodes at a time: that reads
// and writes the matrix half as often.
func (layout) Close(m []int64, n int) bool {
	var stack [4 * small]int64
	b := buffersIn(&stack, n)
	for k := 0; k <= n; k += 2 {
		if m[at(k, k)] < 0 {
			return false
		}
		row(m, k, b[0])
		column(m, k, b[1])
		if k == n {
			through(m, b[0], b[1])
			break
		}
		if m[at(k+1, k+1)] < 0 {
			return false
		}
		row(m, k+1, b[2])
		column(m, k+1, b[3])
		if !throughBoth(m, b, k) {
			return false
		}
	}
	return settle(m, n)
}

// settle reports whether no node has a negative cycle, and removes all cycles.
func settle(m []int64, n int) bool {
	for k := range n + 1 {
		if m[at(k, k)] < 0 {
			return false
		}
		m[at(k, k)] = dbm.Inf
	}
	return true
}

// through lowers all entries to the lengths of paths by way of the node with the
// given row and column.
func through(m, row, column []int64) {
	for i := range row {
		shell := m[i*i : (i+1)*(i+1)]
		if c := column[i]; dbm.Bounds(c) {
			dbm.Relax(shell[:i+1], row, c)
		}
		if r := row[i]; dbm.Bounds(r) {
			dbm.Relax(shell[i+1:], column, r)
		}
	}
}

// throughBoth is through for the nodes k and k+1, and reports whether there is no
// negative cycle through both.
func throughBoth(m []int64, b buffers, k int) bool {
	rowK, colK, rowL, colL := b[0], b[1], b[2], b[3]
	forth, back := rowK[k+1], rowL[k]
	if dbm.Sum(forth, back) < 0 {
		return false
	}
	for i := range colK {
		c, d := colK[i], colL[i]
		colK[i], colL[i] = min(c, dbm.Sum(d, back)), min(d, dbm.Sum(c, forth))
	}
	for i := range rowK {
		shell := m[i*i : (i+1)*(i+1)]
		dbm.Relax2(shell[:i+1], rowK, rowL, colK[i], colL[i])
		dbm.Relax2(shell[i+1:], colK, colL, rowK[i], rowL[i])
	}
	return true
}

// Add is incremental closure by one constraint: a new path uses the new edge once.
func (layout) Add(m []int64, n int, p, q dbm.Lit, c int64) bool {
	i, j := edge(p, q)
	if m[at(i, j)] <= c {
		return true
	}
	if dbm.Sum(m[at(j, i)], c) < 0 {
		return false
	}
	var stack [4 * small]int64
	b := buffersIn(&stack, n)
	row(m, j, b[0])
	column(m, i, b[1])
	for k, v := range b[1] {
		if dbm.Bounds(v) {
			b[1][k] = v + c
		}
	}
	through(m, b[0], b[1])
	return settle(m, n)
}

// CloseVar is incremental closure by the constraints of one variable. Its row
// and column take paths through all other nodes, and then all others take paths
// through it.
func (layout) CloseVar(m []int64, n, x int) bool {
	var stack [4 * small]int64
	b := buffersIn(&stack, n)
	k := node(x)
	row(m, k, b[0])
	column(m, k, b[1])
	out, in := b[2], b[3]
	for i := range out {
		out[i], in[i] = min(b[0][i], dbm.Inf/2), min(b[1][i], dbm.Inf/2)
	}
	for i := range out {
		shell := m[i*i : (i+1)*(i+1)]
		row, column := shell[:i+1], shell[i+1:]
		// The row of i leads from i down, the column up to i.
		if dbm.Bounds(out[i]) {
			dbm.Relax(b[0][:i+1], row, out[i])
		}
		if dbm.Bounds(in[i]) {
			dbm.Relax(b[1][:i], column, in[i])
		}
		b[0][i] = min(b[0][i], dbm.Least(column, out))
		b[1][i] = min(b[1][i], dbm.Least(row, in))
	}
	if b[0][k] < 0 || b[1][k] < 0 {
		return false
	}
	store(m, k, b[0], b[1])
	b[0][k], b[1][k] = 0, 0
	through(m, b[0], b[1])
	return settle(m, n)
}

// Assign replaces the row and the column of x. What an image says of x follows from the
// matrix, and nothing of what it says can sharpen a bound between other variables. So
// it is closed when they are.
func (layout) Assign(m []int64, n, x int, im *dbm.Image) (cut bool) {
	var stack [4 * small]int64
	b := buffersIn(&stack, n)
	k := node(x)
	for i := range b[0] {
		b[0][i], b[1][i] = dbm.Inf, dbm.Inf
	}
	lead := func(y int, up, down int64) {
		if dbm.Bounds(up) {
			row(m, y, b[2])
			dbm.Relax(b[0], b[2], up)
		}
		if dbm.Bounds(down) {
			column(m, y, b[3])
			dbm.Relax(b[1], b[3], down)
		}
	}
	lead(0, im.Up, im.Down)
	for _, r := range im.Rel {
		if r.P.IsNeg() {
			lead(node(r.P.Var()), dbm.Inf, r.Down)
		} else {
			lead(node(r.P.Var()), r.Up, dbm.Inf)
		}
	}
	b[0][k], b[1][k] = 0, 0 // of the old value
	cut = dbm.RoundAll(b[0])
	cut = dbm.RoundAll(b[1]) || cut
	store(m, k, b[0], b[1])
	return cut
}

// ExactBounds closes a copy, which needs no memory from the heap if it is small.
func (l layout) ExactBounds(m []int64, n, x int) (up, down int64) {
	var stack [128]int64
	m = append(stack[:0], m...)
	l.Close(m, n)
	return l.Upper(m, dbm.Pos(x)), l.Upper(m, dbm.Pos(x).Neg())
}
