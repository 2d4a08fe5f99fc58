package zone

import "github.com/seed38182bad/parallax/domains/internal/dbm"

// layout is a difference bound matrix. Node 0 stands for zero, node x+1 for variable x;
// entry (i, j) bounds vᵢ - vⱼ. The entries of node i with the nodes below it, row first
// and then column, follow those of the nodes below it. So fewer variables take a
// prefix.
type layout struct{}

// small is the number of nodes for which buffers fit on the stack.
const small = 16

// at is the index of entry (i, j).
func at(i, j int) int {
	if j > i {
		return j*j + j + 1 + i
	}
	return i*i + j
}

func node(x int) int { return x + 1 }

func (layout) Size(n int) int { return (n + 1) * (n + 1) }

func (layout) Double(int) bool { return false }

func (layout) Touches(i, x int) bool {
	shell := 0
	for (shell+1)*(shell+1) <= i {
		shell++
	}
	other := i - shell*shell
	if other > shell {
		other -= shell + 1
	}
	return shell == node(x) || other == node(x)
}

func (layout) Relates(p, q dbm.Lit) bool { return p.IsNeg() != q.IsNeg() }

func (layout) Upper(m []int64, p dbm.Lit) int64 {
	if p.IsNeg() {
		return m[at(0, node(p.Var()))]
	}
	return m[at(node(p.Var()), 0)]
}

func (l layout) UpperSum(m []int64, p, q dbm.Lit) int64 {
	switch {
	case !l.Relates(p, q):
		return dbm.Sum(l.Upper(m, p), l.Upper(m, q))
	case p.IsNeg():
		p, q = q, p
	}
	return m[at(node(p.Var()), node(q.Var()))]
}

// edge is the entry (i, j) of p + q ≤ c, or p ≤ c if p = q.
func edge(p, q dbm.Lit) (i, j int) {
	switch {
	case p == q && p.IsNeg():
		return 0, node(p.Var())
	case p == q:
		return node(p.Var()), 0
	case p.IsNeg():
		p, q = q, p
	}
	return node(p.Var()), node(q.Var())
}

func (layout) Lower(m []int64, p, q dbm.Lit, c int64) {
	e := &m[at(edge(p, q))]
	*e = min(*e, c)
}

// row copies row k to r, and column copies column k, with zero for the difference of
// k and itself.
func row(m []int64, k int, r []int64) {
	copy(r[:k+1], m[k*k:])
	for j := k + 1; j < len(r); j++ {
		r[j] = m[j*j+j+1+k]
	}
	r[k] = 0
}

func column(m []int64, k int, r []int64) {
	copy(r[:k], m[k*k+k+1:])
	for i := k; i < len(r); i++ {
		r[i] = m[i*i+k]
	}
	r[k] = 0
}

// store is the converse of row and column.
func store(m []int64, k int, row, column []int64) {
	copy(m[k*k:], row[:k])
	copy(m[k*k+k+1:], column[:k])
	for j := k + 1; j < len(row); j++ {
		m[j*j+k] = column[j]
		m[j*j+j+1+k] = row[j]
	}
	m[k*k+k] = dbm.Inf
}

// buffers are rows and columns of two nodes.
type buffers [4][]int64

// buffersIn gives buffers in the memory of stack, which need not leave the caller's frame, if
// there is room for them.
func buffersIn(stack *[4 * small]int64, n int) buffers {
	buf := stack[:]
	if n+1 > small {
		buf = make([]int64, 4*(n+1))
	}
	n++
	return buffers{buf[:n:n], buf[n : 2*n : 2*n], buf[2*n : 3*n : 3*n], buf[3*n : 4*n : 4*n]}
}

func (layout) Forget(m []int64, n, x int) {
	k := node(x)
	for i := k * k; i < (k+1)*(k+1); i++ {
		m[i] = dbm.Inf
	}
	for j := k + 1; j <= n; j++ {
		m[at(j, k)], m[at(k, j)] = dbm.Inf, dbm.Inf
	}
}
