package lockfamily

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/internal/antichain"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// Family is a set of lock sets none of which contains another one. The zero Family
// has none and is bottom.
type Family[K lattice.Integer] struct{ sets []lockset.Must[K] }

// Len is the number of minimal sets.
func (f Family[K]) Len() int { return len(f.sets) }

// IsBottom reports whether there is no set.
func (f Family[K]) IsBottom() bool { return len(f.sets) == 0 }

// IsTop reports whether the empty set is among them, which makes it the only one.
func (f Family[K]) IsTop() bool { return len(f.sets) == 1 && f.sets[0].IsTop() }

// All yields the minimal sets, those with fewer locks first.
func (f Family[K]) All() iter.Seq[lockset.Must[K]] { return slices.Values(f.sets) }

// String lists the minimal sets: {{a, b}, {c}}.
func (f Family[K]) String() string {
	parts := make([]string, len(f.sets))
	for i, s := range f.sets {
		parts[i] = s.String()
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// MarshalJSON gives the array of the minimal sets.
func (f Family[K]) MarshalJSON() ([]byte, error) {
	if f.sets == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(f.sets)
}

// Domain is the lattice of families of the Must sets of one table.
type Domain[K lattice.Integer] struct {
	locks lockset.MustDomain[K]
	order antichain.Order[lockset.Must[K]]
	limit int
}

// New returns the domain of families of sets of a table. Limit and Widen bring a
// family down to limit sets, which must be at least 1.
func New[K lattice.Integer](table *lockset.Table[K], limit int) (Domain[K], error) {
	if limit < 1 {
		return Domain[K]{}, fmt.Errorf("families are limited to %d lock sets: want at least 1", limit)
	}
	locks := table.Must()
	order := antichain.Order[lockset.Must[K]]{Under: locks.Leq, Compare: lockset.Must[K].Compare}
	return Domain[K]{locks, order, limit}, nil
}

// Of returns the family of these sets.
func (d Domain[K]) Of(sets ...lockset.Must[K]) Family[K] {
	var f Family[K]
	for _, s := range sets {
		f = d.Add(f, s)
	}
	return f
}

// Bottom returns the family of no sets.
func (d Domain[K]) Bottom() Family[K] { return Family[K]{} }

// Top returns the family of the empty set.
func (d Domain[K]) Top() Family[K] { return d.Of(d.locks.Empty()) }

// Leq reports whether each set of a has a subset in b.
func (d Domain[K]) Leq(a, b Family[K]) bool { return d.order.Leq(a.sets, b.sets) }

// Equal reports whether both have the same minimal sets.
func (d Domain[K]) Equal(a, b Family[K]) bool { return d.order.Equal(a.sets, b.sets) }

// Join returns the minimal sets of both.
func (d Domain[K]) Join(a, b Family[K]) Family[K] {
	return Family[K]{d.order.Join(a.sets, b.sets)}
}

// Meet returns the minimal ones of the unions of a set of a with one of b.
func (d Domain[K]) Meet(a, b Family[K]) Family[K] {
	return Family[K]{d.order.Meet(a.sets, b.sets, func(x, y lockset.Must[K]) (lockset.Must[K], bool) {
		return d.locks.Meet(x, y), true
	})}
}

// Add returns f with one more set. The set of a point that is not reached adds
// nothing, as nobody is there.
func (d Domain[K]) Add(f Family[K], s lockset.Must[K]) Family[K] {
	if s.IsBottom() {
		return f
	}
	return Family[K]{d.order.Add(f.sets, s)}
}

// Widen returns old if next adds nothing, and the join of both, limited, otherwise.
func (d Domain[K]) Widen(old, next Family[K], _ ...int64) Family[K] {
	if d.Leq(next, old) {
		return old
	}
	return d.Limit(d.Join(old, next))
}

// Limit returns a family above f that has at most as many sets as the domain
// allows. Of the pairs with most locks in common it intersects the first.
func (d Domain[K]) Limit(f Family[K]) Family[K] {
	for len(f.sets) > d.limit {
		var best lockset.Must[K]
		for i, x := range f.sets {
			for _, y := range f.sets[:i] {
				if both := d.locks.Join(x, y); best.IsBottom() || both.Len() > best.Len() {
					best = both
				}
			}
		}
		f = d.Add(f, best)
	}
	return f
}

// Apart reports whether threads that hold the locks of any set of f are kept apart from
// those that hold any set of g. That is so if the two have a lock in common that one of
// them holds for writing. If not, it names the first two sets that do not.
func (d Domain[K]) Apart(f, g Family[K]) (x, y lockset.Must[K], apart bool) {
	for _, x := range f.sets {
		for _, y := range g.sets {
			if _, ok := d.locks.Exclusive(x, y); !ok {
				return x, y, false
			}
		}
	}
	return x, y, true
}
