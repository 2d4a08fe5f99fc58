package pack

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// keysOf returns the keys of e.
func keysOf[K lattice.Integer](e linear.Expr[K], buf []K) []K {
	for _, t := range e.Terms() {
		buf = append(buf, t.Var)
	}
	return buf
}

// local is e for a cell of the given keys: other keys count with what s knows of
// their sums. It is sound for each cell by itself.
func (s State[K, R]) local(e linear.Expr[K], keys []K) linear.Expr[int] {
	inside := func(k K) bool {
		_, found := slices.BinarySearch(keys, k)
		return found
	}
	outside := linear.Point(0)
	if slices.ContainsFunc(e.Terms(), func(t linear.Term[K]) bool { return !inside(t.Var) }) {
		var in, out []linear.Term[K]
		for _, t := range e.Terms() {
			if inside(t.Var) {
				in = append(in, t)
			} else {
				out = append(out, t)
			}
		}
		outside = s.Eval(linear.Sum(linear.Point(0), out...))
		e = linear.Sum(e.Rest(), in...)
	}
	r := linear.Rename(e, func(k K) int {
		i, _ := slices.BinarySearch(keys, k)
		return i
	})
	return linear.Sum(r.Rest().Plus(outside), r.Terms()...)
}

// Eval returns an interval of the values of e: the sum of the intervals that its packs
// give for their parts of it.
func (s State[K, R]) Eval(e linear.Expr[K]) linear.Interval {
	sum := e.Rest()
	if !s.reached || sum.IsEmpty() {
		return linear.Empty()
	}
	terms := e.Terms()
	for i, t := range terms {
		c := s.find(t.Var)
		if c == nil {
			return linear.Full()
		}
		if len(terms) == 1 && t.Coef == 1 {
			return sum.Plus(c.rel.Bounds(c.index(t.Var)))
		}
		if slices.ContainsFunc(terms[:i], func(t linear.Term[K]) bool { return c.has(t.Var) }) {
			continue
		}
		part := make([]linear.Term[int], 0, 4)
		for _, t := range terms[i:] {
			if c.has(t.Var) {
				part = append(part, linear.Term[int]{Coef: t.Coef, Var: c.index(t.Var)})
			}
		}
		sum = sum.Plus(c.rel.Eval(linear.Sum(linear.Point(0), part...)))
	}
	return sum
}

// Knows reports whether something is known of k.
func (s State[K, R]) Knows(k K) bool { return s.find(k) != nil }

// Bounds returns the least interval of the values of k.
func (s State[K, R]) Bounds(k K) linear.Interval {
	if !s.reached {
		return linear.Empty()
	}
	c := s.find(k)
	if c == nil {
		return linear.Full()
	}
	return c.rel.Bounds(c.index(k))
}

// exactBounds returns an interval of the values of k that no relation has rounded.
func (s State[K, R]) exactBounds(k K) linear.Interval {
	c := s.find(k)
	if c == nil {
		return linear.Full()
	}
	return c.rel.ExactBounds(c.index(k))
}

// pair returns an interval of the values of k - l, or k + l, for different keys.
func (s State[K, R]) pair(k, l K, minus bool) linear.Interval {
	c := s.find(k)
	switch {
	case c == nil:
		return linear.Full()
	case !c.has(l):
		other := s.exactBounds(l)
		if minus {
			other = other.Times(-1)
		}
		return c.rel.ExactBounds(c.index(k)).Plus(other)
	case minus:
		return c.rel.Difference(c.index(k), c.index(l))
	}
	return c.rel.Sum(c.index(k), c.index(l))
}

// Difference returns an interval of the values of k - l.
func (s State[K, R]) Difference(k, l K) linear.Interval {
	switch {
	case !s.reached:
		return linear.Empty()
	case k == l:
		return linear.Point(0)
	}
	return s.pair(k, l, true)
}

// Assign gives k the value of e, which may mention k.
func (s State[K, R]) Assign(k K, e linear.Expr[K]) State[K, R] {
	if !s.reached || e.Rest().IsEmpty() {
		return s.bottom()
	}
	var buf [8]K
	keys := append(keysOf(e, buf[:0]), k)
	before := s
	if !slices.Contains(keys[:len(keys)-1], k) {
		s = s.Forget(k)
	}
	// The pack of k comes first: it is the one to be united with others.
	keys[0], keys[len(keys)-1] = keys[len(keys)-1], keys[0]
	group := s.groups(keys)[0]
	c := s.project(group)
	r := c.rel.Clone()
	if r.Assign(c.index(k), before.local(e, group)) != nil {
		return s.Forget(k)
	}
	return s.store(&cell[K, R]{group, r})
}

// Assume restricts s to where a c b.
func (s State[K, R]) Assume(a linear.Expr[K], c machine.Cmp, b linear.Expr[K]) State[K, R] {
	if !s.reached {
		return s
	}
	var buf [8]K
	d := a.Minus(b)
	if d.Rest().IsEmpty() {
		return s.bottom()
	}
	switch terms, rest := len(d.Terms()), d.Rest(); {
	case terms == 0 && rest.May(c):
		return s
	case terms == 0:
		return s.bottom()
	case terms <= 2 && rest.Lo == rest.Hi && !s.Eval(d).May(c.Negate()):
		// Of a variable, or a pair of them, all that a pack keeps are bounds, and these say it already.
		return s
	}
	r := s
	for _, group := range s.groups(keysOf(d, buf[:0])) {
		// Each pack learns from s, so that their order does not matter.
		old := s.project(group)
		rel := old.rel.Clone()
		if rel.Assume(s.local(d, group), c, linear.Const[int](0)) != nil {
			continue
		}
		if old.rel.Leq(rel) {
			continue // nothing new: what was shared stays shared, and packs apart
		}
		if r = r.store(&cell[K, R]{group, rel}); !r.reached {
			return r
		}
	}
	return r
}

// Forget removes all that is known of keys.
func (s State[K, R]) Forget(keys ...K) State[K, R] {
	for _, k := range keys {
		if c := s.find(k); c != nil {
			s = s.leave(c, func(l K) bool { return l == k })
		}
	}
	return s
}

// Drop removes all that is known of the keys for which dead is true.
func (s State[K, R]) Drop(dead func(K) bool) State[K, R] {
	r := s
	for _, c := range s.cells.All() {
		if slices.ContainsFunc(c.keys, dead) {
			r = r.leave(c, dead)
		}
	}
	return r
}

// leave forgets the keys of c for which gone is true. They leave the pack if they
// are not given to be in one.
func (s State[K, R]) leave(c *cell[K, R], gone func(K) bool) State[K, R] {
	var keys []K
	var xs []int
	for x, k := range c.keys {
		switch _, given := s.domain.home[k]; {
		case !gone(k):
			keys, xs = append(keys, k), append(xs, x)
		case given:
			keys, xs = append(keys, k), append(xs, -1)
		}
	}
	if len(keys) == 0 {
		return s.remove(c)
	}
	rel, err := c.rel.Select(xs...)
	if err != nil {
		return s.remove(c)
	}
	return s.store(&cell[K, R]{keys, rel})
}
