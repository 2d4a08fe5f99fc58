package disjunction

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/internal/antichain"
	"github.com/seed38182bad/parallax/lattice"
)

// Set is an element of Domain: the elements of the base of which one describes
// the value, none of them below another. It never changes. The zero Set is
// bottom.
type Set[E any] struct{ elems []E }

// Len returns the number of elements.
func (s Set[E]) Len() int { return len(s.elems) }

// All yields the elements in their total order.
func (s Set[E]) All() iter.Seq[E] { return slices.Values(s.elems) }

// String returns ⊥ for no elements, and otherwise the elements in braces.
func (s Set[E]) String() string {
	if len(s.elems) == 0 {
		return "⊥"
	}
	parts := make([]string, len(s.elems))
	for i, e := range s.elems {
		parts[i] = fmt.Sprint(e)
	}
	return "{" + strings.Join(parts, " | ") + "}"
}

// MarshalJSON returns the list of the elements.
func (s Set[E]) MarshalJSON() ([]byte, error) {
	if len(s.elems) == 0 {
		return []byte("[]"), nil
	}
	return json.Marshal(s.elems)
}

// Domain is the lattice of disjunctions of elements of a base.
type Domain[E any] struct {
	base  lattice.Lattice[E]
	ops   lattice.Operators[E]
	order antichain.Order[E]
	limit int
	rule  Rule[E]
	top   Set[E]
}

// New returns the disjunctions of at most limit elements of base; of any
// number, if limit is zero. Beyond the limit, Neighbours decides which elements
// are merged. compare is a total order, which is zero for equal elements only.
// It has nothing to do with the order of base.
//
// It is an error if the limit is negative, compare is nil, or does not call top
// and bottom different.
func New[E any](base lattice.Lattice[E], compare func(a, b E) int, limit int) (Domain[E], error) {
	var none Domain[E]
	switch {
	case compare == nil:
		return none, fmt.Errorf("a disjunction without a total order: want a function that compares elements")
	case limit < 0:
		return none, fmt.Errorf("a disjunction of at most %d elements: want 1 or more, or 0 for no limit", limit)
	}
	top, bottom := base.Top(), base.Bottom()
	if compare(top, bottom) == 0 || compare(top, top) != 0 || compare(bottom, bottom) != 0 {
		return none, fmt.Errorf("the order does not tell top %v and bottom %v apart: want zero for equal elements only", top,
			bottom)
	}
	return Domain[E]{
		base:  base,
		ops:   lattice.OperatorsOf(base),
		order: antichain.Order[E]{Under: base.Leq, Compare: compare},
		limit: limit,
		rule:  Neighbours[E],
		top:   Set[E]{[]E{top}},
	}, nil
}

// WithRule returns the same disjunctions with another rule; nil is Neighbours.
func (d Domain[E]) WithRule(rule Rule[E]) Domain[E] {
	if rule == nil {
		rule = Neighbours[E]
	}
	d.rule = rule
	return d
}

// Of returns the disjunction of these elements, merged as far as the limit asks.
func (d Domain[E]) Of(elems ...E) Set[E] {
	var s []E
	for _, e := range elems {
		if !d.none(e) {
			s = d.order.Add(s, e)
		}
	}
	return Set[E]{d.within(s)}
}

func (d Domain[E]) none(e E) bool { return d.base.Equal(e, d.base.Bottom()) }

// Collapse returns the join of the elements, in the base.
func (d Domain[E]) Collapse(s Set[E]) E {
	r := d.base.Bottom()
	for _, e := range s.elems {
		r = d.base.Join(r, e)
	}
	return r
}

// Map applies a transfer function of the base to each element, and merges the
// results as far as the limit asks. It is monotone if f is and there is no
// limit.
func (d Domain[E]) Map(s Set[E], f func(E) E) Set[E] {
	elems := make([]E, len(s.elems))
	for i, e := range s.elems {
		elems[i] = f(e)
	}
	return d.Of(elems...)
}

// Bottom returns no elements.
func (d Domain[E]) Bottom() Set[E] { return Set[E]{} }

// Top returns the top of the base.
func (d Domain[E]) Top() Set[E] { return d.top }

// Leq reports whether each element of a lies below one of b.
func (d Domain[E]) Leq(a, b Set[E]) bool { return d.order.Leq(a.elems, b.elems) }

// Equal reports whether the elements are the same.
func (d Domain[E]) Equal(a, b Set[E]) bool {
	return slices.EqualFunc(a.elems, b.elems, d.base.Equal)
}

// Join unites the elements, and merges some of them if they are too many.
func (d Domain[E]) Join(a, b Set[E]) Set[E] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is. It allocates nothing if
// it is one.
func (d Domain[E]) Merge(a, b Set[E]) (Set[E], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	return Set[E]{d.within(d.order.Join(a.elems, b.elems))}, lattice.Neither
}

// Meet returns what each element of a has in common with each of b.
func (d Domain[E]) Meet(a, b Set[E]) Set[E] {
	return Set[E]{d.order.Meet(a.elems, b.elems, func(x, y E) (E, bool) {
		z := d.base.Meet(x, y)
		return z, !d.none(z)
	})}
}
