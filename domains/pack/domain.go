package pack

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Relation is what packs are made of: a relational domain's state of some variables,
// numbered from 0, such as *octagon.State and *zone.State. It is changed in place.
type Relation[R any] interface {
	Clone() R
	Leq(R) bool
	Merge(R) (R, bool)
	Widen(R, ...int64) (R, bool)
	Narrow(R) (R, bool)
	Meet(R)
	IsBottom() bool
	IsTop() bool

	Assign(x int, e linear.Expr[int]) error
	Assume(a linear.Expr[int], c machine.Cmp, b linear.Expr[int]) error
	Select(xs ...int) (R, error)

	Eval(e linear.Expr[int]) linear.Interval
	Bounds(x int) linear.Interval
	ExactBounds(x int) linear.Interval
	Difference(x, y int) linear.Interval
	Sum(x, y int) linear.Interval
	Facts() []linear.Fact[int]
}

// Options say how keys are packed. The zero Options keep the bounds of each key and
// relate none.
type Options[K lattice.Integer] struct {
	// Packs are groups of keys that may be related, none of which is in two.
	Packs [][]K
	// Grow is the number of keys up to which packs are united when an operation
	// relates them; packs stay as they are if it is 0.
	Grow int
}

// A Domain makes States whose packs are Relations of type R. It never changes.
type Domain[K lattice.Integer, R Relation[R]] struct {
	relation func(n int) (R, error)
	grow     int
	home     map[K][]K // the keys that each key of a given pack is together with, ascending
	ops      operations[K, R]
}

// cell is a pack of which something is known. It is shared by States and never
// changed.
type cell[K lattice.Integer, R Relation[R]] struct {
	keys []K // ascending; variable i of rel is keys[i]
	rel  R
}

// operations are the functions on cells, made once so that using them allocates nothing.
type operations[K lattice.Integer, R Relation[R]] struct {
	above func(x, y *cell[K, R]) bool
	join  lattice.Combine[*cell[K, R]]
}

// New returns the Domain whose packs are made by relation, such as octagon.New. It
// returns an error that names a key that is in two packs or twice in one, or an empty
// pack. It also returns what relation says to the largest number of variables.
func New[K lattice.Integer, R Relation[R]](relation func(n int) (R, error), o Options[K]) (*Domain[K, R], error) {
	if relation == nil {
		return nil, fmt.Errorf("no relation: want a function such as octagon.New")
	}
	if o.Grow < 0 {
		return nil, fmt.Errorf("packs that grow to %d keys: want a number that is not negative", o.Grow)
	}
	d := &Domain[K, R]{relation: relation, grow: o.Grow, home: map[K][]K{}}
	largest := max(1, o.Grow)
	for i, p := range o.Packs {
		if len(p) == 0 {
			return nil, fmt.Errorf("pack %d has no keys", i)
		}
		keys := slices.Sorted(slices.Values(p))
		for _, k := range keys {
			if _, twice := d.home[k]; twice {
				return nil, fmt.Errorf("key %v of pack %d is in another pack, or twice in this one", k, i)
			}
			d.home[k] = keys
		}
		largest = max(largest, len(keys))
	}
	if _, err := relation(largest); err != nil {
		return nil, fmt.Errorf("packs of up to %d keys: %w", largest, err)
	}
	d.ops = newOperations[K, R]()
	return d, nil
}

func newOperations[K lattice.Integer, R Relation[R]]() operations[K, R] {
	return operations[K, R]{
		above: func(x, y *cell[K, R]) bool { return order[K, R]{}.Leq(y, x) },
		join: func(x, y *cell[K, R]) (*cell[K, R], lattice.Side) {
			if r, side := lattice.Larger(order[K, R]{}, x, y); side != lattice.Neither {
				return r, side
			}
			r, _ := x.rel.Clone().Merge(y.rel)
			return x.with(r)
		},
	}
}

// order is that of the relations of cells with the same keys.
type order[K lattice.Integer, R Relation[R]] struct{}

func (order[K, R]) Leq(x, y *cell[K, R]) bool { return x == y || x.rel.Leq(y.rel) }

// with returns the cell with another relation, as a Combine does.
func (c *cell[K, R]) with(r R) (*cell[K, R], lattice.Side) {
	if r.IsTop() {
		return nil, lattice.Drop
	}
	return &cell[K, R]{c.keys, r}, lattice.Neither
}

// index is the variable of key k, which the cell has.
func (c *cell[K, R]) index(k K) int {
	i, _ := slices.BinarySearch(c.keys, k)
	return i
}

func (c *cell[K, R]) has(k K) bool {
	_, found := slices.BinarySearch(c.keys, k)
	return found
}

// around returns the keys that k is given to be together with, k among them.
func (d *Domain[K, R]) around(k K) []K {
	if keys, given := d.home[k]; given {
		return keys
	}
	return []K{k}
}

func (d *Domain[K, R]) homeOf(k K) K {
	if keys, given := d.home[k]; given {
		return keys[0]
	}
	return k
}

// Bottom returns the State of a point that is not reached.
func (d *Domain[K, R]) Bottom() State[K, R] { return State[K, R]{domain: d} }

// Top returns the State that knows nothing.
func (d *Domain[K, R]) Top() State[K, R] { return State[K, R]{domain: d, reached: true} }
