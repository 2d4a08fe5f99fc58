package latticetest

import (
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Pointwise is the laws of a lattice whose elements consist of parts, each of
// which an operation handles by itself. Such are a map, a vector, or a product
// of like parts. The function parts returns the parts of an element, always in
// the same order and number, such as those of the keys that a generator of maps
// may draw. They are held to part, and the operations of suite.Lattice must be,
// part for part, those of part. Of widening and narrowing this is asked if both
// lattices have them.
//
// A widening that is not lifted pointwise is still an upper bound as long as it
// mixes up its operands only now and then. No other law sees it.
func Pointwise[E, P any](suite Suite[E], part lattice.Lattice[P], parts func(E) []P) []Law {
	v := values[E]{Suite: suite, l: suite.Lattice, ops: lattice.OperatorsOf(suite.Lattice)}
	ops := lattice.OperatorsOf(part)
	law := func(name, of string, whole func(*rapid.T) (func(a, b E) E, func(x, y P) P)) Law {
		return Law{name + "/pointwise", of + " is, part for part, that of the parts", v.pairs(func(t *rapid.T, a, b E) {
			op, partOp := whole(t)
			if name == "narrow" {
				b = v.l.Meet(a, b)
			}
			r := op(a, b)
			got, as, bs := parts(r), parts(a), parts(b)
			for i, x := range as {
				want := partOp(x, bs[i])
				must(t, part.Equal(got[i], want), "part %d of the result is %v, but that of %v and %v is %v\na = %v\nb = "+
					"%v\nresult = %v", i, got[i], x, bs[i], want, a, b, r)
			}
		})}
	}
	laws := []Law{
		law("join", "a join", func(*rapid.T) (func(a, b E) E, func(x, y P) P) { return v.l.Join, part.Join }),
		law("meet", "a meet", func(*rapid.T) (func(a, b E) E, func(x, y P) P) { return v.l.Meet, part.Meet }),
	}
	if both[lattice.Widening[E], lattice.Widening[P]](v.l, part) {
		laws = append(laws, law("widen", "a widening", func(t *rapid.T) (func(a, b E) E, func(x, y P) P) {
			thresholds := drawThresholds(t)
			return func(a, b E) E { return v.ops.Widen(a, b, thresholds...) },
				func(x, y P) P { return ops.Widen(x, y, thresholds...) }
		}))
	}
	if both[lattice.Narrowing[E], lattice.Narrowing[P]](v.l, part) {
		laws = append(laws, law("narrow", "a narrowing",
			func(*rapid.T) (func(a, b E) E, func(x, y P) P) { return v.ops.Narrow, ops.Narrow }))
	}
	return laws
}

func both[A, B any](x, y any) bool {
	_, isA := x.(A)
	_, isB := y.(B)
	return isA && isB
}
