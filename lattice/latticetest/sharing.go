package latticetest

import (
	"math"
	"reflect"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// sharing covers what costs nothing: comparing, and joining or meeting where the
// result is there already. They measure the whole program, and so cannot run
// beside parallel tests.
func (v values[E]) sharing() []Law {
	l := v.l
	laws := []Law{
		leqAllocatesNothing(v.some, func(a E) func(E) bool { return func(b E) bool { return l.Leq(a, b) } }),
		equalAllocatesNothing(v.some, func(a E) func(E) bool { return func(b E) bool { return l.Equal(a, b) } }),
		v.shares("join", "the larger", l.Join, l.Leq),
		v.shares("meet", "the smaller", l.Meet, func(a, b E) bool { return l.Leq(b, a) }),
	}
	if m, ok := l.(lattice.Merging[E]); ok {
		laws = append(laws, v.mergeShares(m))
	}
	return laws
}

// shares is the law of join, or of meet with the order turned round.
func (v values[E]) shares(name, which string, op func(a, b E) E, leq func(a, b E) bool) Law {
	says := "the " + name + " of ordered operands is " + which +
		" operand itself, and nothing is allocated"
	return Law{name + "/shares", says, func(t *rapid.T) {
		elems := v.some(t, 6)
		eachPair(elems, func(a, b E) {
			if !leq(a, b) {
				return
			}
			is := func(r E) bool { return same(r, b) || leq(b, a) && same(r, a) }
			must(t, is(op(a, b)), "the %s is not %s operand in memory but a copy of it: %v\na = %v\nb = %v", name, which,
				op(a, b), a, b)
			must(t, is(op(b, a)), "the %s is not %s operand in memory but a copy of it: %v\na = %v\nb = %v", name, which,
				op(b, a), b, a)
		})
		noAllocation(t, elems, func(a E) func(E) bool {
			return func(b E) bool {
				if leq(a, b) {
					op(a, b)
					op(b, a)
				}
				return true
			}
		})
	}}
}

func (v values[E]) mergeShares(m lattice.Merging[E]) Law {
	return Law{"merge/shares", "where Merge names an operand the result is that operand itself, and nothing is allocated",
		func(t *rapid.T) {
			elems := v.some(t, 6)
			eachPair(elems, func(a, b E) {
				switch r, side := m.Merge(a, b); {
				case side&lattice.Left != 0:
					must(t, same(r, a), "Merge says Left and gives a copy, %v, of\na = %v\nb = %v", r, a, b)
				case side&lattice.Right != 0:
					must(t, same(r, b), "Merge says Right and gives a copy, %v, of b\na = %v\nb = %v", r, a, b)
				}
			})
			noAllocation(t, elems, func(a E) func(E) bool {
				return func(b E) bool {
					if v.l.Leq(a, b) {
						m.Merge(a, b)
						m.Merge(b, a)
					}
					return true
				}
			})
		}}
}

func leqAllocatesNothing[E any](some func(*rapid.T, int) []E, leq func(E) func(E) bool) Law {
	return Law{"leq/allocates-nothing", "comparing allocates nothing", func(t *rapid.T) {
		noAllocation(t, some(t, 6), leq)
	}}
}

func equalAllocatesNothing[E any](some func(*rapid.T, int) []E, equal func(E) func(E) bool) Law {
	return Law{"equal/allocates-nothing", "comparing for equality allocates nothing", func(t *rapid.T) {
		noAllocation(t, some(t, 6), equal)
	}}
}

// noAllocation fails for a pair of elements for which op, whose first operand is
// given beforehand, allocates. It measures one pair after the other only if
// something is allocated for all of them together, because measuring stops the
// world.
func noAllocation[E any](t *rapid.T, elems []E, op func(a E) func(b E) bool) {
	ops := make([]func(E) bool, len(elems))
	for i, a := range elems {
		ops[i] = op(a)
	}
	all := func() {
		for _, op := range ops {
			for _, b := range elems {
				op(b)
			}
		}
	}
	if allocations(all) == 0 {
		return
	}
	for i, op := range ops {
		for _, b := range elems {
			n := allocations(func() { op(b) })
			must(t, n == 0, "%d allocations\na = %v\nb = %v", n, elems[i], b)
		}
	}
}

// allocations returns how often f allocates each time: the least of some
// measurements, since whatever else runs allocates too.
func allocations(f func()) int {
	const runs, tries = 3, 5
	n := testing.AllocsPerRun(runs, f)
	for try := 1; try < tries && n > 0; try++ {
		n = min(n, testing.AllocsPerRun(runs, f))
	}
	return int(n)
}

// same reports whether x and y are one in memory, as far as that can be told: it
// compares the words that they consist of, without following pointers.
func same[S any](x, y S) bool { return shallow(reflect.ValueOf(&x).Elem(), reflect.ValueOf(&y).Elem()) }

func shallow(x, y reflect.Value) bool {
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if !shallow(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range x.Len() {
			if !shallow(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		return x.Len() == y.Len() && x.Pointer() == y.Pointer()
	case reflect.Func, reflect.Map:
		return x.Pointer() == y.Pointer()
	case reflect.Float32, reflect.Float64:
		// A NaN is itself, and the two zeros are two.
		return math.Float64bits(x.Float()) == math.Float64bits(y.Float())
	case reflect.Interface:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() && y.IsNil()
		}
		return x.Elem().Type() == y.Elem().Type() && shallow(x.Elem(), y.Elem())
	}
	return x.Equal(y)
}
