package domaintest

import (
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// IntegerOptions says what a domain of integers promises beyond soundness.
//
// An operation is best if its result is the least element that covers what the
// concrete operation makes of all described values. This is asked where both
// operands have a kind, and the same one if the operation asks for that. It is
// compared with the join of Of(z) for all these results z, on 8-bit kinds.
type IntegerOptions struct {
	// Steps is the length of chains of widenings, as in latticetest.Suite.
	Steps int
	// Best are the binary operations that are best.
	Best []machine.Op
	// BestUnary, BestConvert and BestTest say it of Unary, Convert and Test.
	BestUnary, BestConvert, BestTest bool
	// Canonical says that no two elements describe the same values.
	Canonical bool
	// TightBounds says that Bounds gives values that the element describes.
	TightBounds bool
}

// CheckIntegers holds a domain of integers to all that machine.Domain promises: the
// laws of lattices and the meaning of its elements. Against machine.Apply and its like
// it checks that each operation is monotone, strict and sound. Operations on 8-bit
// kinds are compared on all described values, those on wider kinds on drawn ones.
// elements generates elements of one kind. Added here are bottom, top, elements of
// other kinds, and joins of single values.
func CheckIntegers[E any](t *testing.T, d machine.Domain[E], elements func(machine.Kind) *rapid.Generator[E],
	options IntegerOptions) {
	t.Helper()
	latticetest.Run(t, IntegerLaws(d, elements, options))
}

// IntegerLaws are the laws that CheckIntegers checks, for latticetest.Fuzz.
func IntegerLaws[E any](d machine.Domain[E], elements func(machine.Kind) *rapid.Generator[E],
	options IntegerOptions) []latticetest.Law {
	s := integers[E]{d, elements, options}
	laws := overKinds(s.lattice)
	laws = append(laws, ZeroIsBottom(d, rapid.Custom(func(t *rapid.T) E { return s.element(t, Kinds().Draw(t, "kind")) })))
	laws = append(laws, s.meaning()...)
	return append(laws, s.operations()...)
}

// integers is the suite at work.
type integers[E any] struct {
	machine.Domain[E]
	elements func(machine.Kind) *rapid.Generator[E]
	options  IntegerOptions
}

// overKinds draws a kind before it checks a law, so that the elements that the
// law draws are mostly of one kind.
func overKinds(laws func(machine.Kind) []latticetest.Law) []latticetest.Law {
	byKind := map[machine.Kind][]latticetest.Law{}
	for _, k := range machine.Kinds() {
		byKind[k] = laws(k)
	}
	all := slices.Clone(byKind[machine.Int8])
	for i := range all {
		all[i].Check = func(t *rapid.T) { byKind[Kinds().Draw(t, "kind")][i].Check(t) }
	}
	return all
}

// element draws an element, mostly of kind k.
func (s integers[E]) element(t *rapid.T, k machine.Kind) E {
	switch rapid.IntRange(0, 11).Draw(t, "element of which sort") {
	default:
		return s.elements(k).Draw(t, "element")
	case 6, 7, 8:
		return s.joinOf(rapid.SliceOfN(Values(k), 1, 3).Draw(t, "values"))
	case 9:
		return s.All(k)
	case 10:
		return s.elements(Kinds().Draw(t, "other kind")).Draw(t, "element of other kind")
	case 11:
		if rapid.Bool().Draw(t, "top") {
			return s.Top()
		}
		return s.Bottom()
	}
}

// joinOf is the least element that describes these values.
func (s integers[E]) joinOf(xs []machine.Value) E {
	e := s.Bottom()
	for _, x := range xs {
		e = s.Join(e, s.Of(x))
	}
	return e
}

// some draws an element, mostly of kind k, and values of kind k that it describes.
func (s integers[E]) some(t *rapid.T, k machine.Kind) (E, []machine.Value) {
	e := s.element(t, k)
	tries := rapid.SliceOfN(Values(k), 1, 3).Draw(t, "tries")
	if rapid.Bool().Draw(t, "join the tries") {
		e = s.Join(e, s.joinOf(tries))
	}
	if lo, hi, ok := s.Bounds(e); ok && lo.Kind() == k {
		inner := lo.Bits()
		if width := hi.Bits() - lo.Bits(); width != 0 {
			inner += rapid.Uint64().Draw(t, "inner") % width
		}
		tries = append(tries, lo, hi, k.Bitwise(lo.Bits()+1), k.Bitwise(hi.Bits()-1), k.Bitwise(inner))
	}
	return e, slices.DeleteFunc(tries, func(x machine.Value) bool { return !s.Contains(e, x) })
}

// described are the values of an 8-bit kind that e describes, in ascending order.
func (s integers[E]) described(e E, k machine.Kind) []machine.Value {
	return slices.DeleteFunc(AllValues(k), func(x machine.Value) bool { return !s.Contains(e, x) })
}

// lattice is the laws of latticetest for elements that are mostly of kind k.
func (s integers[E]) lattice(k machine.Kind) []latticetest.Law {
	elements := rapid.Custom(func(t *rapid.T) E { return s.element(t, k) })
	by := func(op machine.Op, x int64) func(E) E {
		return func(e E) E { return s.Binary(op, e, s.Of(k.Of(x))) }
	}
	suite := latticetest.Suite[E]{Lattice: s.Domain, Elements: elements, Steps: s.options.Steps, Transfers: []func(E) E{
		by(machine.Add, 1), by(machine.Sub, 1), by(machine.Mul, 3), by(machine.Shl, 1), by(machine.Or, 2), by(machine.Quo,
			-2),
		func(e E) E { return s.Join(e, by(machine.Add, 2)(e)) },
	}}
	meaning := latticetest.Gamma[E, machine.Value]{Lattice: s.Domain, Elements: elements, Contains: s.Contains,
		Pick: func(t *rapid.T, e E) (machine.Value, bool) {
			var candidates []machine.Value
			of := s.Kind(e)
			switch {
			case of == machine.Int8 || of == machine.Uint8:
				candidates = s.described(e, of)
			case of == machine.NoKind:
				candidates = rapid.SliceOfN(Values(k), 1, 3).Draw(t, "candidates")
			default:
				lo, hi, _ := s.Bounds(e)
				candidates = append(rapid.SliceOfN(Values(of), 1, 3).Draw(t, "candidates"), lo, hi)
			}
			candidates = slices.DeleteFunc(candidates, func(x machine.Value) bool { return !s.Contains(e, x) })
			if len(candidates) == 0 {
				return machine.Value{}, false
			}
			return rapid.SampledFrom(candidates).Draw(t, "picked"), true
		}}
	return append(suite.Laws(), meaning.Laws()...)
}
