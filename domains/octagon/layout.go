package octagon

import "github.com/seed38182bad/parallax/domains/internal/dbm"

// layout is the half matrix of Miné 2006, section 3. Nodes are literals; entry (i, j)
// bounds vᵢ - vⱼ. As vᵢ - vⱼ is also the difference of the negations of j and i, entry
// (i, j) is (j̄, ī). Only that with j ≤ i|1 is kept. Row i follows the rows above it,
// so that fewer variables take a prefix. Entry (i, ī) bounds twice vᵢ, and is even.
type layout struct{}

// small is the number of nodes for which buffers fit on the stack.
const small = 32

// start is the index at which row i begins.
func start(i int) int { return (i + 1) * (i + 1) / 2 }

// at is the index of entry (i, j).
func at(i, j int) int {
	if j > i|1 {
		i, j = j^1, i^1
	}
	return start(i) + j
}

func (layout) Size(n int) int { return 2 * n * (n + 1) }

// row is the row of entry i.
func row(i int) int {
	r := 0
	for start(r+2) <= i {
		r += 2 // rows of one variable follow one another
	}
	if start(r+1) <= i {
		r++
	}
	return r
}

func (layout) Double(i int) bool {
	r := row(i)
	return i-start(r) == r^1
}

func (layout) Touches(i, x int) bool {
	r := row(i)
	return r>>1 == x || (i-start(r))>>1 == x
}

func (layout) Relates(p, q dbm.Lit) bool { return true }

func (layout) Upper(m []int64, p dbm.Lit) int64 { return half(m[at(int(p), int(p)^1)]) }

// half is the bound of a variable from that of its double.
func half(c int64) int64 {
	if !dbm.Bounds(c) {
		return dbm.Inf
	}
	return c / 2
}

func (layout) UpperSum(m []int64, p, q dbm.Lit) int64 { return m[at(int(p), int(q)^1)] }

func (layout) Lower(m []int64, p, q dbm.Lit, c int64) {
	i, w := edge(p, q, c)
	m[i] = min(m[i], w)
}

// edge is the entry of p + q ≤ c, or p ≤ c if p = q.
func edge(p, q dbm.Lit, c int64) (i int, w int64) {
	if p == q {
		c = dbm.Round(2 * c)
	}
	return at(int(p), int(q)^1), c
}

// gather copies row k of the whole matrix to r: what is not kept in the row itself
// is kept in a column.
func gather(m []int64, k int, r []int64) {
	own := k | 1
	copy(r[:own+1], m[start(k):])
	for j := own + 1; j < len(r); j++ {
		r[j] = m[start(j^1)+(k^1)]
	}
	r[k] = 0
}

// scatter is the converse of gather.
func scatter(m []int64, k int, r []int64) {
	own := k | 1
	copy(m[start(k):], r[:own+1])
	for j := own + 1; j < len(r); j++ {
		m[start(j^1)+(k^1)] = r[j]
	}
	m[start(k)+k] = dbm.Inf
}

// rows are buffers for two rows of the whole matrix.
func rows(stack *[2 * small]int64, n int) (r, s []int64) {
	buf := stack[:]
	if 2*n > small {
		buf = make([]int64, 4*n)
	}
	return buf[: 2*n : 2*n], buf[2*n : 4*n]
}

func (layout) Forget(m []int64, n, x int) {
	for _, k := range [2]int{2 * x, 2*x + 1} {
		for j := range m[start(k) : start(k)+(k|1)+1] {
			m[start(k)+j] = dbm.Inf
		}
		for j := (k | 1) + 1; j < 2*n; j++ {
			m[start(j)+k] = dbm.Inf
		}
	}
}
