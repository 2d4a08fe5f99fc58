package dbm_test

import (
	"math/big"

	"github.com/seed38182bad/parallax/domains/internal/dbm"
)

// reference is an octagon in its plainest form: a whole matrix of exact integers, nil
// where there is no bound. Trying all rules until none applies closes it. A zone is an
// octagon of whose entries one looks at some.
type reference struct {
	n      int
	sums   bool // has sums: is not a zone
	bottom bool
	m      [][]*big.Int // vᵢ - vⱼ ≤ m[i][j]; literals 2x and 2x+1
	loose  [][]*big.Int
}

func newReference(n int, sums bool) *reference {
	r := &reference{n: n, sums: sums, m: make([][]*big.Int, 2*n)}
	for i := range r.m {
		r.m[i] = make([]*big.Int, 2*n)
		r.m[i][i] = new(big.Int)
	}
	return r
}

func copyMatrix(m [][]*big.Int) [][]*big.Int {
	c := make([][]*big.Int, len(m))
	for i := range m {
		c[i] = append([]*big.Int(nil), m[i]...) // numbers are never changed
	}
	return c
}

func (r *reference) clone() *reference {
	c := *r
	c.m, c.loose = copyMatrix(r.m), nil
	if r.loose != nil {
		c.loose = copyMatrix(r.loose)
	}
	return &c
}

func lower(p **big.Int, c *big.Int) bool {
	if c == nil || *p != nil && (*p).Cmp(c) <= 0 {
		return false
	}
	*p = c
	return true
}

func add(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Add(a, b)
}

// below makes p + q ≤ c hold without closing.
func (r *reference) below(p, q dbm.Lit, c *big.Int) {
	if lower(&r.m[p][q^1], c) {
		r.loose = nil
	}
	lower(&r.m[q][p^1], c)
}

// bound is the bound of p + q, or that of p if they are the same.
func (r *reference) bound(p, q dbm.Lit) *big.Int {
	c := r.m[p][q^1]
	if p == q && c != nil {
		return half(c)
	}
	if a, b := r.m[p][p^1], r.m[q][q^1]; a != nil && b != nil {
		lower(&c, add(half(a), half(b)))
	}
	return c
}

// close closes and rounds: T∘C.
func (r *reference) close() {
	r.deduce()
	if !r.bottom {
		r.round()
	}
}

// deduce closes: C.
func (r *reference) deduce() {
	for changed := !r.bottom; changed; {
		changed = false
		for i := range r.m {
			for j := range r.m {
				for k := range r.m {
					changed = lower(&r.m[i][j], add(r.m[i][k], r.m[k][j])) || changed
				}
				// The half sum, rounded to where an integer is.
				if a, b := r.m[i][i^1], r.m[j^1][j]; a != nil && b != nil {
					a, b = half(a), half(b)
					changed = lower(&r.m[i][j], add(a, b)) || changed
				}
			}
			if r.m[i][i].Sign() < 0 {
				r.bottom = true
				return
			}
		}
	}
}

func half(a *big.Int) *big.Int { return new(big.Int).Rsh(a, 1) } // rounds down

// round rounds as each domain does: a zone has bounds of variables themselves, not
// of their doubles, and none of sums.
func (r *reference) round() {
	for i := range r.m {
		for j, c := range r.m[i] {
			limit, least := big.NewInt(dbm.Limit), big.NewInt(-dbm.Limit)
			if !r.sums && j == i^1 {
				limit, least = big.NewInt(2*dbm.Limit), big.NewInt(-2*dbm.Limit)
			}
			switch {
			case c == nil || i == j:
			case !r.sums && i>>1 != j>>1 && i&1 != j&1:
				r.m[i][j] = nil
			case c.Cmp(limit) > 0:
				r.m[i][j] = nil
			case c.Cmp(least) < 0:
				r.m[i][j] = least
			}
		}
	}
}

func (r *reference) forget(x int) {
	for _, i := range []int{2 * x, 2*x + 1} {
		for j := range r.m {
			if i != j {
				r.m[i][j], r.m[j][i] = nil, nil
			}
		}
	}
}

// assign gives x the value sign*y + [lo, hi], or [lo, hi] if sign is 0, by way of a
// variable more.
func (r *reference) assign(x, sign, y int, lo, hi int64) {
	wide := newReference(r.n+1, r.sums)
	for i := range r.m {
		copy(wide.m[i], r.m[i])
	}
	fresh := dbm.Pos(r.n)
	bound := func(p dbm.Lit, c int64) { // ±fresh ∓ sign*y ≤ c
		switch q := dbm.Pos(y); {
		case sign == 0:
			wide.below(p, p, big.NewInt(2*c))
		case (sign > 0) == (p == fresh):
			wide.below(p, q.Neg(), big.NewInt(c))
		default:
			wide.below(p, q, big.NewInt(c))
		}
	}
	bound(fresh, hi)
	bound(fresh.Neg(), -lo)
	wide.close()
	wide.forget(x)
	at := func(i int) int {
		if i>>1 == x {
			return 2*r.n + i&1
		}
		return i
	}
	for i := range r.m {
		for j := range r.m {
			r.m[i][j] = wide.m[at(i)][at(j)]
		}
	}
	r.bottom = r.bottom || wide.bottom
	r.loose = nil
}

func (r *reference) leq(other *reference) bool {
	if r.bottom || other.bottom {
		return r.bottom
	}
	for i := range r.m {
		for j, c := range other.m[i] {
			if c != nil && (r.m[i][j] == nil || r.m[i][j].Cmp(c) > 0) {
				return false
			}
		}
	}
	return true
}

func (r *reference) join(other *reference) *reference {
	switch {
	case other.leq(r):
		return r.clone()
	case r.bottom:
		c := other.clone()
		c.loose = nil
		return c
	}
	c := r.clone()
	c.loose = nil
	for i := range c.m {
		for j, d := range other.m[i] {
			if d == nil || c.m[i][j] != nil && c.m[i][j].Cmp(d) < 0 {
				c.m[i][j] = d
			}
		}
	}
	return c
}

func (r *reference) meet(other *reference) {
	r.bottom = r.bottom || other.bottom
	for i := range r.m {
		for j, c := range other.m[i] {
			if lower(&r.m[i][j], c) {
				r.loose = nil
			}
		}
	}
	r.close()
}

func (r *reference) widen(next *reference) *reference {
	if next.leq(r) || r.bottom {
		return r.join(next)
	}
	c := r.clone()
	if c.loose == nil {
		c.loose = copyMatrix(c.m)
	}
	for i := range c.loose {
		for j, d := range next.m[i] {
			if e := c.loose[i][j]; e != nil && (d == nil || d.Cmp(e) > 0) {
				c.loose[i][j] = nil
			}
		}
	}
	c.m = copyMatrix(c.loose)
	c.close()
	return c
}
