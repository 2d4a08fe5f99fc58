package dictionary_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/dictionary"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// The values of the tests are sets of numbers.
type set = lattice.Set[int]
type dict = dictionary.Map[string, set]

var (
	sets   = lattice.NewPowerset[int](2)
	domain = func() *dictionary.Domain[string, set] {
		d, err := dictionary.New[string, set](sets, 2)
		if err != nil {
			panic(err)
		}
		return d
	}()
)

func genSet() *rapid.Generator[set] {
	return rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 2), 1, 2), func(ns []int) set { return sets.Of(ns...) })
}

func dicts() *rapid.Generator[dict] { return domaintest.Dictionaries(domain, genSet()) }

// keys are the keys of the tests, one of which no generator names.
var keys = []string{"a", "b", "c", "unnamed"}

// operation is something that a program does with a map; false if it panics, or if
// the condition does not hold.
type operation struct {
	name     string
	abstract func(dict) dict
	concrete func(m map[string]int) (map[string]int, bool)
}

func operations() (all []operation) {
	add := func(name string, abstract func(dict) dict, concrete func(m map[string]int) (map[string]int, bool)) {
		all = append(all, operation{name, abstract, concrete})
	}
	for _, k := range []string{"a", "unnamed"} {
		set := func(m map[string]int) (map[string]int, bool) {
			if m != nil {
				m[k] = 1
			}
			return m, m != nil
		}
		remove := func(m map[string]int) (map[string]int, bool) {
			delete(m, k)
			return m, true
		}
		add("set "+k, func(m dict) dict { return domain.Set(m, k, sets.Of(1)) }, set)
		add("set any", func(m dict) dict { return domain.SetAny(m, sets.Of(1)) }, set)
		add("delete "+k, func(m dict) dict { return domain.Delete(m, k) }, remove)
		add("delete any", domain.DeleteAny, remove)
		for _, holds := range []bool{false, true} {
			add(fmt.Sprint("has ", k, holds), func(m dict) dict { return domain.TestHas(m, k, holds) },
				func(m map[string]int) (map[string]int, bool) {
					_, has := m[k]
					return m, has == holds
				})
			add(fmt.Sprint("nil ", holds), func(m dict) dict { return domain.TestNil(m, holds) },
				func(m map[string]int) (map[string]int, bool) { return m, (m == nil) == holds })
		}
	}
	add("clear", domain.Clear, func(m map[string]int) (map[string]int, bool) {
		clear(m)
		return m, true
	})
	return all
}

func suite() latticetest.Suite[dict] {
	s := latticetest.Suite[dict]{Lattice: domain, Elements: dicts(), Steps: 60}
	for _, op := range operations() {
		s.Transfers = append(s.Transfers, op.abstract)
	}
	s.Transfers = append(s.Transfers,
		func(m dict) dict { return domain.Join(m, domain.Set(m, "b", sets.Of(0))) },
		func(m dict) dict { return domain.Set(m, "c", domain.Lookup(m, "a", sets.Of(0))) },
		func(m dict) dict { return domain.SetAny(m, domain.LookupAny(m, sets.Of(0))) })
	return s
}

func TestLaws(t *testing.T) { suite().Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

// contains is the concretization that the package comment states.
func contains(m dict, c map[string]int) bool {
	if c == nil {
		return m.MayBeNil()
	}
	m = domain.TestNil(m, false)
	if m.IsBottom() {
		return false
	}
	for _, k := range keys {
		v, has := c[k]
		if has && !domain.Get(m, k).Has(v) || !has && domain.MustHave(m, k) {
			return false
		}
	}
	return true
}

func pick(t *rapid.T, m dict) (map[string]int, bool) {
	made := domain.TestNil(m, false)
	if made.IsBottom() || m.MayBeNil() && rapid.IntRange(0, 3).Draw(t, "nil") == 0 {
		return nil, m.MayBeNil()
	}
	c := map[string]int{}
	for _, k := range keys {
		var can []int
		for n := range 3 {
			if domain.Get(made, k).Has(n) {
				can = append(can, n)
			}
		}
		if len(can) > 0 && (domain.MustHave(made, k) || rapid.Bool().Draw(t, "has")) {
			c[k] = rapid.SampledFrom(can).Draw(t, "value")
		}
	}
	return c, true
}

func TestGamma(t *testing.T) {
	g := latticetest.Gamma[dict, map[string]int]{Lattice: domain, Elements: dicts(), Contains: contains, Pick: pick}
	g.Check(t)
	for _, op := range operations() {
		t.Run(op.name, func(t *testing.T) {
			latticetest.Run(t, []latticetest.Law{g.Sound(op.abstract, func(m map[string]int) (map[string]int, bool) {
				return op.concrete(maps.Clone(m))
			})})
		})
	}
}

// What is read of a map is in what is read of its description.
func TestReadsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := dicts().Draw(t, "map")
		c, ok := pick(t, m)
		if !ok {
			return
		}
		zero := sets.Of(0)
		for _, k := range keys {
			v, has := c[k]
			if !domain.Lookup(m, k, zero).Has(v) || !domain.LookupAny(m, zero).Has(v) ||
				has && (!domain.Values(m).Has(v) || !domain.Get(m, k).Has(v) || !domain.MayHave(m, k)) ||
				!has && domain.MustHave(m, k) {
				t.Fatalf("%q in %v is not in %v", k, c, m)
			}
		}
		larger := domain.Join(m, dicts().Draw(t, "other"))
		for _, k := range keys {
			if !sets.Leq(domain.Lookup(m, k, zero), domain.Lookup(larger, k, zero)) ||
				!sets.Leq(domain.LookupAny(m, zero), domain.LookupAny(larger, zero)) ||
				domain.MayHave(m, k) && !domain.MayHave(larger, k) || domain.MustHave(larger, k) && !domain.MustHave(m, k) {
				t.Fatalf("reading %q is not monotone: %v, %v", k, m, larger)
			}
		}
	})
}

func TestIsExactOnConstants(t *testing.T) {
	one, two := sets.Of(1), sets.Of(2)
	m := domain.Set(domain.Set(domain.Empty(), "a", one), "b", two)
	for want, got := range map[string]dict{
		`{"a": {1}, "b": {2}, else?: {}}`:        m,
		`{"a": {2}, "b": {2}, else?: {}}`:        domain.Set(m, "a", two),
		`{"b": {2}, else?: {}}`:                  domain.Delete(m, "a"),
		`{"a"?: {1}, "b": {2}, else?: {}}`:       domain.Join(m, domain.Delete(m, "a")),
		`{"a": {1}, "b": {2}, else?: {}} or nil`: domain.Join(m, domain.Nil()),
		`{"a": {1 2}, "b": {2}, else?: {2}}`:     domain.SetAny(m, two),
		`{"a"?: {1}, "b"?: {2}, else?: {}}`:      domain.DeleteAny(m),
		`{else?: {}}`:                            domain.Clear(m),
		"nil":                                    domain.Delete(domain.Nil(), "a"),
		"⊥":                                      domain.Set(domain.Nil(), "a", one),
		`{"a": {1}, else?: {}}`:                  domain.Set(domain.Join(domain.Empty(), domain.Nil()), "a", one),
	} {
		require.Equal(t, want, got.String())
	}
	require.True(t, domain.TestHas(m, "c", true).IsBottom())
	require.True(t, domain.TestHas(m, "a", false).IsBottom())
	require.True(t, domain.TestHas(domain.Nil(), "a", true).IsBottom())
	require.True(t, domain.Equal(m, domain.TestHas(domain.Join(m, domain.Nil()), "a", true)))
	text, err := json.Marshal(domain.Join(m, domain.Nil()))
	require.NoError(t, err)
	require.JSONEq(t, `{"nil": true, "entries": [{"key": "a", "value": [1], "absent": false},
		{"key": "b", "value": [2], "absent": false}], "else": []}`, string(text))
}

// Keys without end are given up.
func TestWidensKeys(t *testing.T) {
	m := domain.Empty()
	for i := range 9 {
		m = domain.Widen(m, domain.Set(m, fmt.Sprint("key", i), sets.Of(1)))
	}
	require.Equal(t, "{else?: {1}}", m.String())
}

func TestNewRefusesLimits(t *testing.T) {
	_, err := dictionary.New[string, set](sets, -1)
	require.ErrorContains(t, err, "-1 keys")
}

func TestAllocatesNothing(t *testing.T) {
	m := domain.Set(domain.Empty(), "a", sets.Of(1))
	larger := domain.SetAny(m, sets.Of(2))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		domain.Leq(m, larger)
		domain.Leq(larger, m)
		domain.Equal(m, larger)
		domain.Join(m, larger)
		domain.Join(larger, m)
		domain.Meet(m, larger)
		domain.Get(m, "a")
		domain.MustHave(m, "b")
	}))
}

func Example() {
	numbers := lattice.NewPowerset[int](4)
	d, _ := dictionary.New[string, lattice.Set[int]](numbers, 8)

	m := d.Set(d.Empty(), "port", numbers.Of(80)) // m := map[string]int{"port": 80}
	m = d.Join(m, d.Set(m, "port", numbers.Of(443)))
	m = d.SetAny(m, numbers.Of(1)) // m[flag] = 1
	fmt.Println(m, "has port:", d.MustHave(m, "port"))
	fmt.Println(d.Lookup(m, "depth", numbers.Of(0)))

	var config = d.Nil() // var config map[string]int
	fmt.Println(config, "after a write:", d.Set(config, "port", numbers.Of(80)))
	// Output:
	// {"port": {1 80 443}, else?: {1}} has port: true
	// {0 1}
	// nil after a write: ⊥
}

// A write at a known key against one at any.
func BenchmarkSet(b *testing.B) {
	m, one := domain.Empty(), sets.Of(1)
	for i := range 32 {
		m = domain.Set(m, fmt.Sprint(i), sets.Of(2))
	}
	var known, unknown time.Duration
	for b.Loop() {
		start := time.Now()
		domain.Set(m, "7", one)
		middle := time.Now()
		domain.SetAny(m, one)
		known += middle.Sub(start)
		unknown += time.Since(middle)
	}
	b.ReportMetric(float64(unknown)/float64(known), "unknown/known")
}

type port uint16

// Keys print as they would by themselves, and text in quotes.
func TestKeysPrint(t *testing.T) {
	ports, err := dictionary.New[port](sets, 1)
	require.NoError(t, err)
	require.Equal(t, "{80: {1}, else?: {}}", ports.Set(ports.Empty(), 80, sets.Of(1)).String())
	type name string
	names, err := dictionary.New[name](sets, 1)
	require.NoError(t, err)
	require.Equal(t, `{"a: b": {1}, else?: {}}`, names.Set(names.Empty(), "a: b", sets.Of(1)).String())
}
