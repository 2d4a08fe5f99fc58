package environment_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type dense = *environment.Dense[span]

var denses = domaintest.DenseEnvironments(domaintest.Spans{}, vars, domaintest.AnySpans())

func denseLaws() []latticetest.Law {
	return latticetest.StateSuite[dense]{
		States: denses,
		Transfers: []func(dense) dense{
			func(d dense) dense { d.Set(0, d.Get(0).Plus(1)); return d },
			func(d dense) dense { d.Rename(0, 1); return d },
			func(d dense) dense { d.Refine(2, func(span) span { return of(0, 5) }); return d },
			func(d dense) dense { d.Forget(1); return d },
		},
		Steps:       4*vars + 1,
		Fingerprint: dense.String,
	}.Laws()
}

func TestDenseLawsOverSpans(t *testing.T) { latticetest.Run(t, denseLaws()) }

func FuzzDenseLaws(f *testing.F) { latticetest.Fuzz(f, denseLaws()) }

func TestDenseLawsOverConstants(t *testing.T) {
	latticetest.StateSuite[*environment.Dense[lattice.Lifted[int]]]{
		States: domaintest.DenseEnvironments(lattice.NewFlat[int](), vars,
			rapid.Map(rapid.IntRange(0, 1), lattice.Just)),
		Steps:       2*vars + 1,
		Fingerprint: (*environment.Dense[lattice.Lifted[int]]).String,
	}.Check(t)
}

// Environments of different sizes keep the laws, as a variable that is missing is
// one of which nothing is known.
func TestDenseLawsOverSizes(t *testing.T) {
	latticetest.StateSuite[dense]{
		States:      rapid.OneOf(denses, domaintest.DenseEnvironments(domaintest.Spans{}, vars-1, domaintest.AnySpans())),
		Fingerprint: dense.String,
	}.Check(t)
}

// sparse is the environment of Domain that d stands for.
func sparse(d dense) env {
	e := spans.Top()
	for i, v := range d.All() {
		e = spans.Set(e, i, v)
	}
	if !d.Reached() {
		return spans.Bottom()
	}
	return e
}

func TestDenseIsSparse(t *testing.T) {
	sizes := rapid.OneOf(denses, domaintest.DenseEnvironments(domaintest.Spans{}, 2*vars, domaintest.AnySpans()))
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.OneOf(denses, sizes).Draw(t, "a")
		b := rapid.OneOf(denses, sizes).Draw(t, "b")
		k, v := rapid.IntRange(0, vars-1).Draw(t, "k"), domaintest.AnySpans().Draw(t, "v")
		other := rapid.IntRange(0, vars-1).Draw(t, "other")
		x, y := sparse(a), sparse(b)
		same := func(what string, got dense, want env) {
			if !spans.Equal(sparse(got), want) || got.String() != want.String() {
				t.Fatalf("%s is %v, want %v\na = %v\nb = %v", what, got, want, a, b)
			}
			g, err := json.Marshal(got)
			require.NoError(t, err)
			w, err := json.Marshal(want)
			require.NoError(t, err)
			require.Equal(t, string(w), string(g))
		}
		if a.Leq(b) != spans.Leq(x, y) || a.Equal(b) != spans.Equal(x, y) {
			t.Fatalf("order or equality of %v and %v differs from the sparse one", a, b)
		}
		merged, _ := a.Clone().Merge(b)
		if a.Len() == b.Len() || a.Len() < b.Len() {
			same("merge", merged, spans.Join(x, y))
			widened, _ := a.Clone().Widen(b)
			same("widening", widened, spans.Widen(x, y))
		}
		if a.Len() == b.Len() {
			narrowed, _ := merged.Clone().Narrow(b)
			same("narrowing", narrowed, spans.Narrow(sparse(merged), y))
		}
		for what, op := range map[string]struct {
			dense  func(dense)
			sparse func(env) env
		}{
			"set": {func(d dense) { d.Set(k, v) }, func(e env) env { return spans.Set(e, k, v) }},
			"refine": {func(d dense) { d.Refine(k, func(span) span { return v }) },
				func(e env) env { return spans.Refine(e, k, func(span) span { return v }) }},
			"forget": {func(d dense) { d.Forget(k) }, func(e env) env { return spans.Forget(e, k) }},
			"rename": {func(d dense) { d.Rename(k, other) }, func(e env) env { return spans.Rename(e, k, other) }},
		} {
			c := a.Clone()
			op.dense(c)
			same(what, c, op.sparse(x))
		}
	})
}

func TestDenseBadInput(t *testing.T) {
	of := densesOver(domaintest.Spans{})
	_, err := of.Top(-2)
	require.ErrorContains(t, err, "-2 variables")
	_, err = of.Bottom(-1)
	require.ErrorContains(t, err, "-1 variables")
	d, err := of.Top(2)
	require.NoError(t, err)
	for _, i := range []int{-1, 2, math.MaxInt} {
		d.Set(i, domaintest.SpanOf(1, 1))
		require.Equal(t, domaintest.Spans{}.Top(), d.Get(i), "a variable that is not there")
		d.Rename(0, i)
		d.Rename(i, 1)
	}
	d.Set(2, domaintest.Span{})
	require.False(t, d.Reached())
}

func TestDenseAllocatesNothing(t *testing.T) {
	a, b := twenty(t)
	spare := a.Clone()
	for name, f := range map[string]func(){
		"merge":      func() { a.CloneInto(spare).Merge(b) },
		"widen":      func() { a.CloneInto(spare).Widen(b) },
		"leq, equal": func() { a.Leq(b); a.Equal(b) },
	} {
		require.Zero(t, testing.AllocsPerRun(50, f), name)
	}
}
