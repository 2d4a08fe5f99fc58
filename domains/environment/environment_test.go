package environment_test

import (
	"encoding/json"
	"maps"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/domains/hasse"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const vars = 3

type (
	span = domaintest.Span
	env  = environment.Env[int, span]
	sets = environment.Env[int, lattice.Set[int]]
)

var (
	spans   = over[int](domaintest.Spans{})
	envs    = environments(spans, vars, domaintest.AnySpans())
	of      = domaintest.SpanOf
	few     = over[int](lattice.Powerset[int]{Limit: 2})
	fewEnvs = environments(few, vars, rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 2), 1, 3),
		func(elems []int) lattice.Set[int] { return lattice.Powerset[int]{Limit: 2}.Of(elems...) }))
)

func over[K lattice.Integer, V any](values lattice.Lattice[V]) environment.Domain[K, V] {
	d, err := environment.New[K](values)
	if err != nil {
		panic(err)
	}
	return d
}

// same reports whether two environments are one in memory.
func same(a, b env) bool {
	x, _ := a.Entries()
	y, _ := b.Entries()
	return x.Same(y)
}

// Of values of which there is one, top is not told from bottom.
func TestOneValue(t *testing.T) {
	one, err := hasse.New([]string{"only"}, nil)
	require.NoError(t, err)
	_, err = environment.New[int](one)
	require.ErrorContains(t, err, "bottom and top are both only")
}

// The operations of a program, as transfer functions.
func increment(e env) env { return spans.Set(e, 0, spans.Get(e, 0).Plus(1)) }
func copyVar(e env) env   { return spans.Set(e, 1, spans.Get(e, 0)) }
func positive(e env) env {
	return spans.Refine(e, 1, func(span) span { return of(1, math.MaxInt64) })
}
func forget(e env) env { return spans.Forget(e, 0, 2) }
func rename(e env) env { return spans.Rename(e, 0, 2) }
func scope(e env) env  { return spans.Keep(e, func(k int) bool { return k != 1 }) }

func spanLaws() []latticetest.Law {
	return latticetest.Suite[env]{
		Lattice:     spans,
		Elements:    envs,
		Transfers:   []func(env) env{increment, copyVar, positive, forget, rename, scope},
		Steps:       4*(vars+1) + 1,
		Fingerprint: env.String,
	}.Laws()
}

func TestLawsOverSpans(t *testing.T) { latticetest.Run(t, spanLaws()) }

func TestLawsOverSets(t *testing.T) {
	latticetest.Suite[sets]{Lattice: few, Elements: fewEnvs, Steps: 3*(vars+1) + 1, Fingerprint: sets.String}.Check(t)
}

func TestLawsOfStates(t *testing.T) {
	states := lattice.NewStates(spans)
	latticetest.StateSuite[lattice.State[env]]{
		States: rapid.Map(envs, states.Of),
		Transfers: []func(lattice.State[env]) lattice.State[env]{
			func(s lattice.State[env]) lattice.State[env] { return s.With(increment(s.Value())) },
		},
		Leq:         lattice.State[env].Leq,
		Equal:       lattice.State[env].Equal,
		Steps:       4*(vars+1) + 1,
		Shares:      true,
		Fingerprint: func(s lattice.State[env]) string { return s.Value().String() },
	}.Check(t)
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, spanLaws()) }

// store is a concrete assignment.
type store [vars]int64

var meaning = latticetest.Gamma[env, store]{
	Lattice:  spans,
	Elements: rapid.Map(envs, func(e env) env { return spans.Forget(e, 1000) }),
	Contains: func(e env, s store) bool {
		for k, v := range e.All() {
			if !v.Contains(s[k]) {
				return false
			}
		}
		return spans.Reached(e)
	},
	Pick: func(t *rapid.T, e env) (s store, ok bool) {
		for k := range s {
			s[k], _ = domaintest.InSpan(t, spans.Get(e, k))
		}
		return s, spans.Reached(e)
	},
}

func TestMeaning(t *testing.T) {
	meaning.Check(t)
	latticetest.Run(t, []latticetest.Law{
		meaning.Sound(increment, func(s store) (store, bool) { s[0]++; return s, s[0] < math.MaxInt64 }),
		meaning.Sound(copyVar, func(s store) (store, bool) { s[1] = s[0]; return s, true }),
		meaning.Sound(positive, func(s store) (store, bool) { return s, s[1] > 0 }),
		meaning.Sound(forget, func(s store) (store, bool) { s[0], s[2] = 17, -5; return s, true }),
		meaning.Sound(rename, func(s store) (store, bool) { s[2], s[0] = s[0], 99; return s, true }),
		meaning.Sound(scope, func(s store) (store, bool) { s[1] = -77; return s, true }),
	})
}

// Widening works variable by variable, whatever the shapes of the maps. SPARTA's
// swaps the operands where the right map is one leaf and the left one is not.
func TestWideningIsPointwise(t *testing.T) {
	old := spans.Set(spans.Set(spans.Top(), 1, of(0, 1)), 2, of(0, 0))
	next := spans.Set(spans.Top(), 1, of(0, 2))
	require.Equal(t, "{1: [0, ∞]}", spans.Widen(old, next).String())
	rapid.Check(t, func(t *rapid.T) {
		a, b := envs.Draw(t, "a"), envs.Draw(t, "b")
		if !spans.Reached(a) || !spans.Reached(b) {
			return
		}
		w, to := spans.Widen(a, b), spans.Widen(a, b, -2, 2)
		for _, k := range []int{0, 1, 2, 1000} {
			x, y := spans.Get(a, k), spans.Get(b, k)
			if got, want := spans.Get(w, k), (domaintest.Spans{}).Widen(x, y); got != want {
				t.Fatalf("variable %d of %v ∇ %v is %v, want %v", k, a, b, got, want)
			}
			if got, want := spans.Get(to, k), (domaintest.Spans{}).Widen(x, y, -2, 2); got != want {
				t.Fatalf("variable %d of %v ∇ %v is %v, want %v", k, a, b, got, want)
			}
		}
	})
}

// The join of ordered environments is one of them in memory. SPARTA builds each
// leaf again.
func TestJoinKeepsSharing(t *testing.T) {
	a, b := spans.Top(), spans.Top()
	for k := range 1000 {
		a, b = spans.Set(a, k, of(0, int64(k))), spans.Set(b, k, of(0, int64(k)))
	}
	b = spans.Set(b, 500, of(1, 2))
	require.True(t, spans.Leq(b, a))
	require.True(t, same(spans.Join(a, b), a))
	require.True(t, same(spans.Join(b, a), a))
	require.True(t, same(spans.Meet(a, b), b))
	require.True(t, same(spans.Widen(a, b), a))
	require.True(t, same(spans.Narrow(b, a), b))
	for name, f := range map[string]func(){
		"join":  func() { spans.Join(a, b); spans.Join(b, a) },
		"meet":  func() { spans.Meet(a, b); spans.Meet(b, a) },
		"leq":   func() { spans.Leq(a, b); spans.Leq(b, a) },
		"equal": func() { spans.Equal(a, b); spans.Equal(a, a) },
		"hash":  func() { spans.Hash(a) },
	} {
		require.Zero(t, testing.AllocsPerRun(50, f), name)
	}
}

func TestBottomCollapses(t *testing.T) {
	e := spans.Set(spans.Top(), 1, of(0, 9))
	dead := spans.Set(e, 2, span{})
	require.False(t, spans.Reached(dead))
	require.True(t, spans.Equal(dead, spans.Bottom()))
	require.True(t, spans.Equal(env{}, spans.Top()))
	require.False(t, spans.Reached(spans.Meet(e, spans.Set(e, 1, of(10, 11)))))
	require.False(t, spans.Reached(spans.Refine(e, 1, func(span) span { return of(10, 11) })))
	require.Equal(t, span{}, spans.Get(dead, 1))
	for _, f := range []func(env) env{increment, copyVar, positive, forget, rename, scope} {
		require.False(t, spans.Reached(f(dead)))
	}
}

func TestTopIsNotStored(t *testing.T) {
	e := spans.Set(spans.Set(spans.Top(), 1, of(0, 9)), 1, domaintest.Spans{}.Top())
	require.Empty(t, maps.Collect(e.All()))
	require.True(t, spans.Equal(e, spans.Top()))
	a, b := spans.Set(spans.Top(), 1, of(0, math.MaxInt64)), spans.Set(spans.Top(), 1, of(math.MinInt64, 0))
	require.Empty(t, maps.Collect(spans.Join(a, b).All()))
}

// What a condition leaves is never more than what was known.
func TestRefineOnlyShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, v := envs.Draw(t, "e"), domaintest.AnySpans().Draw(t, "v")
		if r := spans.Refine(e, 1, func(span) span { return v }); !spans.Leq(r, e) {
			t.Fatalf("refining %v by %v gives %v", e, v, r)
		}
	})
}

func TestHashAndPrintAgreeWithEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := envs.Draw(t, "a"), envs.Draw(t, "b")
		if rapid.Bool().Draw(t, "same content") {
			b = spans.Top()
			for k, v := range a.All() {
				b = spans.Set(b, k, v)
			}
			if !spans.Reached(a) {
				b = a
			}
		}
		equal := spans.Equal(a, b)
		if equal && spans.Hash(a) != spans.Hash(b) {
			t.Fatalf("equal %v and %v have different hashes", a, b)
		}
		x, errX := json.Marshal(a)
		y, errY := json.Marshal(b)
		require.NoError(t, errX)
		require.NoError(t, errY)
		if equal != (a.String() == b.String()) || equal != (string(x) == string(y)) {
			t.Fatalf("equality of %v and %v is %v, which is not how they print: %s and %s", a, b, equal, x, y)
		}
	})
}

type name uint8

func (n name) String() string { return string('x' + rune(n)) }

func TestPrint(t *testing.T) {
	d := over[name](domaintest.Spans{})
	e := d.Set(d.Set(d.Top(), 1, of(3, 3)), 0, of(0, 10))
	require.Equal(t, "{x: [0, 10], y: 3}", e.String())
	require.Equal(t, "{v0: [0, 10], v1: 3}", e.Format(func(n name) string { return "v" + string('0'+rune(n)) }))
	out, err := json.Marshal(e)
	require.NoError(t, err)
	require.Equal(t, `{"0":[0,10],"1":[3,3]}`, string(out))
	require.Equal(t, "⊥ {}", d.Bottom().String()+" "+d.Top().String())
}
