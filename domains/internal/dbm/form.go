package dbm

import "github.com/seed38182bad/parallax/domains/linear"

// A term of a form is a variable times a coefficient that is not zero.
type term = linear.Term[int]

// exact is the number of terms up to which a sum is bounded in the best way that
// the bounds of single variables and of pairs allow.
const exact = 4

// up is an entry as an upper bound of package linear.
func up(c int64) int64 {
	if Bounds(c) {
		return c
	}
	return linear.PlusInf
}

// entry is the entry for an upper bound of package linear.
func entry(c int64) int64 {
	if c == linear.PlusInf {
		return Inf
	}
	return Round(c)
}

func lit(t term) (Lit, uint64) {
	if t.Coef < 0 {
		return Pos(t.Var).Neg(), -uint64(t.Coef)
	}
	return Pos(t.Var), uint64(t.Coef)
}

// bounds is a closed matrix as a source of bounds for sums.
type bounds[L Layout] struct{ m []int64 }

func (b bounds[L]) one(t term) int64 {
	var l L
	p, c := lit(t)
	return linear.MulUp(up(l.Upper(b.m, p)), c)
}

// split is an upper bound of the part of two terms that a pair of literals bounds,
// and what is left: the smaller coefficient is used up.
func (b bounds[L]) split(s, t term) (bound int64, left term) {
	var l L
	p, c := lit(s)
	q, d := lit(t)
	bound = up(l.UpperSum(b.m, p, q))
	switch {
	case c > d:
		return linear.MulUp(bound, d), term{Coef: towardsZero(s.Coef, d), Var: s.Var}
	case c < d:
		return linear.MulUp(bound, c), term{Coef: towardsZero(t.Coef, c), Var: t.Var}
	}
	return linear.MulUp(bound, c), term{}
}

func towardsZero(c int64, by uint64) int64 {
	if c < 0 {
		return int64(uint64(c) + by)
	}
	return int64(uint64(c) - by)
}

// sum is an upper bound of the sum of terms. Up to exact of them it is the best
// that follows from the bounds of variables and pairs.
func (b bounds[L]) sum(terms []term) int64 {
	if len(terms) > exact {
		return b.longSum(terms)
	}
	var s few
	s.n = copy(s.terms[:], terms)
	return b.shortSum(s)
}

// few are at most exact terms, by value: recursion then needs no memory.
type few struct {
	terms [exact]term
	n     int
}

func (b bounds[L]) shortSum(s few) int64 {
	switch s.n {
	case 0:
		return 0
	case 1:
		return b.one(s.terms[0])
	}
	// The last term stands alone, or is bounded together with one of the others.
	s.n--
	last := s.terms[s.n]
	best := linear.AddUp(b.one(last), b.shortSum(s))
	for i := range s.n {
		bound, left := b.split(last, s.terms[i])
		if bound == linear.PlusInf {
			continue
		}
		others := s
		if others.terms[i] = left; left.Coef == 0 {
			others.n--
			others.terms[i] = others.terms[others.n]
		}
		best = min(best, linear.AddUp(bound, b.shortSum(others)))
	}
	return best
}

// longSum is the best with at most one pair.
func (b bounds[L]) longSum(terms []term) int64 {
	singly := int64(0)
	for _, t := range terms {
		singly = linear.AddUp(singly, b.one(t))
	}
	best := singly
	for i := range terms {
		for j := i + 1; j < len(terms); j++ {
			bound, left := b.split(terms[i], terms[j])
			if bound == linear.PlusInf {
				continue
			}
			sum := bound
			if left.Coef != 0 {
				sum = linear.AddUp(sum, b.one(left))
			}
			for k, t := range terms {
				if k != i && k != j {
					sum = linear.AddUp(sum, b.one(t))
				}
			}
			best = min(best, sum)
		}
	}
	return best
}

// A form is an expression at work: its terms are in memory of its own and may be
// changed.
type form struct {
	terms []term
	rest  linear.Interval
}

// load is sign times e, for a sign of 1 or -1, with terms in the memory of buf.
func load(buf []term, e linear.Expr[int], sign int64) form {
	f := form{terms: buf[:0], rest: e.Rest()}
	for _, t := range e.Terms() {
		f.terms = append(f.terms, term{Coef: sign * t.Coef, Var: t.Var})
	}
	if sign < 0 {
		f.rest = f.rest.Times(-1)
	}
	return f
}

// upper is an upper bound of f - p, or of f if p is negative.
func upper[L Layout](m []int64, f form, p Lit) int64 {
	b := bounds[L]{m}
	if p < 0 {
		return linear.AddUp(b.sum(f.terms), f.rest.Hi)
	}
	by := int64(-1)
	if p.IsNeg() {
		by = 1
	}
	var buf [2 * exact]term
	terms := append(buf[:0], f.terms...)
	for i := range terms {
		if terms[i].Var != p.Var() {
			continue
		}
		c := terms[i].Coef
		switch {
		case c == linear.PlusInf && by > 0 || c == -linear.PlusInf && by < 0:
			return linear.PlusInf
		case c+by == 0:
			terms = append(terms[:i], terms[i+1:]...)
		default:
			terms[i].Coef += by
		}
		return linear.AddUp(b.sum(terms), f.rest.Hi)
	}
	terms = append(terms, term{Coef: by, Var: p.Var()})
	return linear.AddUp(b.sum(terms), f.rest.Hi)
}
