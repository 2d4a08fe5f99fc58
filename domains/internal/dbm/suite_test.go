// The tests of this package hold zones and octagons to what both promise. The suite is
// written once, over what the two have in common. It has
//
//   - the laws of states and of values
//   - what states mean, against points (meaning_test.go)
//   - every bound after sequences of operations, against matrices of exact numbers
//     (reference_test.go)
//   - for each operation, whether it is exact, best or sound, against the enumeration
//     of small states (claims_test.go)
//   - benchmarks (bench_test.go)
package dbm_test

import (
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

var zones = Suite[*zone.State]{
	New:    zone.New,
	States: domaintest.Zones(Vars),
	Sums:   false,
}

var octagons = Suite[*octagon.State]{
	New:    octagon.New,
	States: domaintest.Octagons(Vars),
	Sums:   true,
}

func TestZones(t *testing.T) { zones.Check(t) }

func TestOctagons(t *testing.T) {
	octagons.Check(t)
}

func FuzzZoneLaws(f *testing.F)    { latticetest.Fuzz(f, zones.Laws()) }
func FuzzOctagonLaws(f *testing.F) { latticetest.Fuzz(f, octagons.Laws()) }

func BenchmarkZones(b *testing.B)    { zones.Benchmark(b) }
func BenchmarkOctagons(b *testing.B) { octagons.Benchmark(b) }

// Vars is the number of variables that the laws are checked with at the most.
const Vars = 3

// State is what zones and octagons have in common.
type State[S any] interface {
	lattice.Mergeable[S]
	lattice.Widener[S]
	lattice.Narrower[S]
	lattice.Recycler[S]
	fmt.Stringer
	Leq(S) bool
	Equal(S) bool
	Meet(S)
	Assign(int, linear.Expr[int]) error
	Assume(linear.Expr[int], machine.Cmp, linear.Expr[int]) error
	Forget(...int) error
	Select(...int) (S, error)
	Eval(linear.Expr[int]) linear.Interval
	Bounds(x int) linear.Interval
	ExactBounds(x int) linear.Interval
	Sum(x, y int) linear.Interval
	Difference(x, y int) linear.Interval
	Facts() []linear.Fact[int]
	Format(func(x int) string) string
	Len() int
	IsBottom() bool
	IsTop() bool
	SetBottom()
}

// Suite is one of the two domains under test.
type Suite[S State[S]] struct {
	New    func(n int) (S, error)
	States *rapid.Generator[S] // of up to Vars variables
	Sums   bool                // there are bounds of sums too
}

// Check checks all that the suite has, each part in a subtest of its own.
func (s Suite[S]) Check(t *testing.T) {
	t.Run("state laws", s.states().Check)
	t.Run("value laws", s.values().Check)
	t.Run("meaning", s.meaning().Check)
	t.Run("transfers are sound", s.checkSound)
	t.Run("eval is sound", s.checkEval)
	t.Run("against reference", s.checkAgainstReference)
	t.Run("claims", s.checkClaims)
	t.Run("bad input", s.checkBadInput)
	t.Run("overflow", s.checkOverflow)
	t.Run("widening is not undone by closure", s.checkWidening)
	t.Run("narrowing wins back what widening gave up", s.checkNarrowing)
	t.Run("no allocation", s.checkNoAllocation)
}

// steps is how often a chain may change: twice the number of bounds, each of which
// may be given up once.
func (s Suite[S]) steps() int {
	if s.Sums {
		return 2 * 2 * Vars * (Vars + 1)
	}
	return 2 * (Vars + 1) * (Vars + 1)
}

// transfers are what a loop's body might do, to variables that a state may lack too.
func (s Suite[S]) transfers() []func(S) S {
	a, b := linear.Var(0), linear.Var(1)
	return []func(S) S{
		func(s S) S {
			s.Assign(0, a.Add(1))
			return s
		},
		func(s S) S {
			s.Assume(a, machine.Lt, b)
			s.Assign(0, a.Add(1))
			s.Assign(1, b.Add(-3))
			return s
		},
		func(s S) S {
			s.Assign(1, a.Times(2).Minus(b).Plus(linear.Between[int](linear.Interval{Lo: -1, Hi: 3})))
			s.Assume(a.Plus(b), machine.Ne, linear.Const[int](4))
			return s
		},
		func(s S) S {
			s.Assign(0, linear.Var(2).Times(-1).Add(1<<48))
			s.Assume(a.Times(3), machine.Ge, b.Plus(linear.Var(2)).Add(-5))
			s.Forget(1)
			return s
		},
	}
}

func (s Suite[S]) states() latticetest.StateSuite[S] {
	return latticetest.StateSuite[S]{States: s.States, Transfers: s.transfers(), Steps: s.steps()}
}

func (s Suite[S]) values() latticetest.Suite[S] {
	pure := s.transfers()
	for i, f := range pure {
		pure[i] = func(s S) S { return f(s.Clone()) }
	}
	return latticetest.Suite[S]{Lattice: values[S]{s.New}, Elements: s.States, Transfers: pure, Steps: s.steps()}
}

// Laws are the laws of states of different numbers of variables, mixed, and of the
// lattice of such states, for latticetest.Fuzz.
func (s Suite[S]) Laws() []latticetest.Law { return append(s.states().Laws(), s.values().Laws()...) }

// top returns the state of n variables that knows nothing.
func (s Suite[S]) top(n int) S {
	state, err := s.New(n)
	if err != nil {
		panic(err)
	}
	return state
}
