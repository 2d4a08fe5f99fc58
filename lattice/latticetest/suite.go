package latticetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Suite is the laws of a value lattice. Only Lattice and Elements are needed.
type Suite[E any] struct {
	// Lattice is what is checked. If it has the abilities Merging, Widening,
	// Narrowing or Hashing, these are checked too, and so are
	// the methods String and MarshalJSON of E. If it has no widening, its join is
	// held to the laws of widening, since a lattice without one promises finite
	// chains.
	Lattice lattice.Lattice[E]

	// Elements generates elements. Bottom and top are added by the suite.
	Elements *rapid.Generator[E]

	// Transfers are functions that must be monotone, and whose chains
	// x, x∇f(x), … must stabilise. Functions that make elements a little
	// larger, such as a loop's body would, are the real test of widening.
	Transfers []func(E) E

	// Steps is the number of changes that a chain of widenings or narrowings
	// may see before it must be stable; 100 if zero. With thresholds, each of
	// the at most maxThresholds thresholds adds as many again.
	Steps int

	// Approximate says that Join gives some upper bound and not the least one,
	// and Meet some lower bound, so that the order of operands may matter. It
	// does away with the laws join/least, join/commutative, join/associative and
	// join/monotone, and with those of the meet; ordered operands still give one
	// of themselves.
	Approximate bool

	// Allocates is the reason, if there is one, why this lattice cannot keep from
	// allocating; a sentence for who reads the test. It does away with the laws
	// leq/allocates-nothing, equal/allocates-nothing, join/shares, meet/shares and
	// merge/shares.
	Allocates string

	// Fingerprint tells elements apart to detect that an operand was changed;
	// dump if nil. Give one if elements hold caches that may change.
	Fingerprint func(E) string
}

// maxThresholds is the largest number of thresholds that the suites pass to
// Widen.
const maxThresholds = 4

// Check checks all laws of the suite.
func (s Suite[E]) Check(t *testing.T) {
	t.Helper()
	Run(t, s.Laws())
}

// Laws returns the laws that apply to the suite's lattice.
func (s Suite[E]) Laws() []Law {
	if s.Steps == 0 {
		s.Steps = 100
	}
	if s.Fingerprint == nil {
		s.Fingerprint = func(e E) string { return dump(e) }
	}
	v := values[E]{Suite: s, l: s.Lattice, ops: lattice.OperatorsOf(s.Lattice)}
	laws := v.order()
	laws = append(laws, v.bounds()...)
	laws = append(laws, v.joinAndMeet()...)
	laws = append(laws, v.purity()...)
	laws = append(laws, v.merging()...)
	if s.Allocates == "" {
		laws = append(laws, v.sharing()...)
	}
	laws = append(laws, v.naming()...)
	laws = append(laws, v.widening()...)
	laws = append(laws, v.narrowing()...)
	for _, f := range s.Transfers {
		laws = append(laws, Transfer[E, E]{s.Lattice, s.Lattice, s.Elements}.Monotone(f))
	}
	return laws
}

// values is a suite at work.
type values[E any] struct {
	Suite[E]
	l   lattice.Lattice[E]
	ops lattice.Operators[E]
}

// one draws an element, now and then an extreme one.
func (v values[E]) one(t *rapid.T, name string) E {
	switch rapid.IntRange(0, 9).Draw(t, "kind of "+name) {
	case 8:
		return v.l.Bottom()
	case 9:
		return v.l.Top()
	}
	return v.Elements.Draw(t, name)
}

// near draws an element that often stands in some relation to a.
func (v values[E]) near(t *rapid.T, name string, a E) E {
	switch rapid.IntRange(0, 5).Draw(t, name+" stands how") {
	case 3:
		return a
	case 4:
		return v.l.Join(a, v.one(t, name+" joined"))
	case 5:
		return v.l.Meet(a, v.one(t, name+" met"))
	}
	return v.one(t, name)
}

// some draws n elements, each of which often stands in some relation to the one
// before. A law looks at all pairs or triples of them. A fault that shows for
// few pairs only is found far sooner than by drawing each pair afresh.
func (v values[E]) some(t *rapid.T, n int) []E {
	elems := []E{v.one(t, "element")}
	for len(elems) < n {
		elems = append(elems, v.near(t, "element", elems[len(elems)-1]))
	}
	return elems
}

func (v values[E]) pairs(law func(t *rapid.T, a, b E)) func(*rapid.T) {
	return func(t *rapid.T) { eachPair(v.some(t, 6), func(a, b E) { law(t, a, b) }) }
}

func (v values[E]) triples(law func(t *rapid.T, a, b, c E)) func(*rapid.T) {
	return v.triplesOf(5, law)
}

func (v values[E]) triplesOf(n int, law func(t *rapid.T, a, b, c E)) func(*rapid.T) {
	return func(t *rapid.T) { eachTriple(v.some(t, n), func(a, b, c E) { law(t, a, b, c) }) }
}

func eachPair[E any](elems []E, f func(a, b E)) {
	for _, a := range elems {
		for _, b := range elems {
			f(a, b)
		}
	}
}

func eachTriple[E any](elems []E, f func(a, b, c E)) {
	for _, a := range elems {
		eachPair(elems, func(b, c E) { f(a, b, c) })
	}
}

// must fails unless the law holds; the rest is for a message.
func must(t *rapid.T, holds bool, format string, args ...any) {
	t.Helper()
	if !holds {
		for i, x := range args {
			args[i] = shown(x)
		}
		t.Fatalf(format, args...)
	}
}

// shown is what is printed of a value: if that would be addresses, what is there.
func shown(x any) any {
	if strings.Contains(fmt.Sprintf("%v", x), "0x") {
		if _, prints := x.(fmt.Stringer); !prints {
			return dump(x)
		}
	}
	return x
}
