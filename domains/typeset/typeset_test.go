package typeset_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/typeset"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type set = typeset.Set[string]

var domain = typeset.Domain[string]{Limit: 2}

// implements is a relation in which one answer is not known.
func implements(t string) (yes, known bool) { return t == "string" || t == "T", t != "bool" }

func suite() latticetest.Suite[set] {
	s := latticetest.Suite[set]{Lattice: domain, Elements: domaintest.TypeSets(domain), Steps: 12}
	for i := range 5 {
		s.Transfers = append(s.Transfers, func(x set) set { return domain.Join(x, domain.Of(fmt.Sprint(i))) })
	}
	s.Transfers = append(s.Transfers, func(x set) set { return x.NonNil() })
	for _, holds := range []bool{false, true} {
		s.Transfers = append(s.Transfers,
			func(x set) set { return domain.TestIs(x, "int", holds) },
			func(x set) set { return domain.TestImplements(x, implements, holds) })
	}
	return s
}

func TestLaws(t *testing.T) { suite().Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

// New types without end are given up.
func TestWidensLists(t *testing.T) {
	s := domain.Nil()
	for i := range 10 {
		s = domain.Widen(s, domain.Of(fmt.Sprint("List", i)))
	}
	require.Equal(t, "⊤", s.String())
	require.True(t, domain.Equal(s, domain.Widen(s, domain.Of("more"))))
	require.Equal(t, "{A}", domain.Narrow(domain.Top(), domain.Of("A")).String())
}

// universe is all dynamic types of the tests, one that no set names, and nil, which
// is the empty name.
var universe = []string{"", "bool", "int", "string", "T", "unnamed"}

func contains(s set, name string) bool {
	if name == "" {
		return s.MayBeNil()
	}
	return s.Has(name)
}

// sets are all elements over four types.
func sets() (all []set) {
	for bits := range 1 << 6 {
		var types []string
		for i, name := range universe[1:5] {
			if bits>>i&1 != 0 {
				types = append(types, name)
			}
		}
		s := domain.Of(types...)
		if bits>>4&1 != 0 {
			s = domain.Except(types...)
		}
		if bits>>5 != 0 {
			s = domain.Join(s, domain.Nil())
		}
		all = append(all, s)
	}
	return all
}

// Everything against the sets that are described, exhaustively.
func TestAgreesWithSets(t *testing.T) {
	for _, x := range sets() {
		for _, y := range sets() {
			below := true
			join, meet := domain.Join(x, y), domain.Meet(x, y)
			for _, name := range universe {
				below = below && (!contains(x, name) || contains(y, name))
				require.Equal(t, contains(x, name) || contains(y, name), contains(join, name))
				require.Equal(t, contains(x, name) && contains(y, name), contains(meet, name))
			}
			require.Equal(t, below, domain.Leq(x, y), "%v ≤ %v", x, y)
		}
		for _, name := range universe {
			is := name == "int"
			require.Equal(t, contains(x, name) && is, contains(domain.TestIs(x, "int", true), name))
			require.Equal(t, contains(x, name) && !is, contains(domain.TestIs(x, "int", false), name))
			yes, known := implements(name)
			if name == "" {
				yes, known = false, true
			}
			for _, holds := range []bool{false, true} {
				got := domain.TestImplements(x, implements, holds)
				if contains(x, name) && (!known || yes == holds) {
					require.True(t, contains(got, name), "%q in %v", name, x)
				} else if _, listed := x.Types(); listed {
					require.False(t, contains(got, name), "%q in %v", name, x)
				}
			}
		}
	}
}

func TestGamma(t *testing.T) {
	latticetest.Gamma[set, string]{
		Lattice: domain, Elements: domaintest.TypeSets(domain), Contains: contains,
		Pick: func(t *rapid.T, s set) (string, bool) {
			var in []string
			for _, name := range universe {
				if contains(s, name) {
					in = append(in, name)
				}
			}
			if len(in) == 0 {
				return "", false
			}
			return rapid.SampledFrom(in).Draw(t, "type"), true
		},
	}.Check(t)
}

func TestPrints(t *testing.T) {
	for _, c := range []struct {
		s          set
		text, json string
	}{
		{domain.Bottom(), "⊥", `{"nil":false,"types":[]}`},
		{domain.Top(), "⊤", `{"nil":true,"except":[]}`},
		{domain.Of("b", "a"), "{a b}", `{"nil":false,"types":["a","b"]}`},
		{domain.Join(domain.Of("a"), domain.Nil()), "{a nil}", `{"nil":true,"types":["a"]}`},
		{domain.Except("a"), "any but {a nil}", `{"nil":false,"except":["a"]}`},
	} {
		require.Equal(t, c.text, c.s.String())
		got, err := json.Marshal(c.s)
		require.NoError(t, err)
		require.Equal(t, c.json, string(got))
	}
}

func TestAllocatesNothing(t *testing.T) {
	small, large := domain.Of("a", "b"), domain.Except("c", "d")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		domain.Leq(small, large)
		domain.Leq(large, small)
		domain.Equal(small, large)
		domain.Join(small, large)
		domain.Meet(large, small)
		domain.Widen(large, small)
	}))
}

func Example() {
	d := typeset.Domain[string]{Limit: 16}
	isError := func(t string) (yes, known bool) { return t == "*fs.PathError", t != "T" }

	x := d.Join(d.Of("*fs.PathError", "int", "T"), d.Nil())
	fmt.Println("error:", d.TestImplements(x, isError, true)) // switch x := x.(type) { case error:
	x = d.TestImplements(x, isError, false)
	fmt.Println("int:", d.TestIs(x, "int", true)) // case int:
	fmt.Println("default:", d.TestIs(x, "int", false))

	any := d.TestIs(d.Top(), "int", false)
	fmt.Println(any, any.Has("int"), any.Has("string"))
	// Output:
	// error: {*fs.PathError T}
	// int: {int}
	// default: {T nil}
	// any but {int} false true
}

// Asking for the order against joining what is not ordered.
func BenchmarkJoin(b *testing.B) {
	x, y, z := domain.Of("a", "b"), domain.Of("a", "b", "c"), domain.Of("d")
	var ordered, other time.Duration
	for b.Loop() {
		start := time.Now()
		domain.Join(x, y)
		middle := time.Now()
		domain.Join(x, z)
		ordered += middle.Sub(start)
		other += time.Since(middle)
	}
	b.ReportMetric(float64(other)/float64(ordered), "unordered/ordered")
}
