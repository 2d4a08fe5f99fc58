package automaton_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func laws(t testing.TB, text string) []latticetest.Law {
	d := parse(t, text).Domain()
	suite := latticetest.Suite[automaton.Set]{
		Lattice:     d,
		Elements:    stateSets(d),
		Steps:       len(d.Automaton().States()),
		Fingerprint: automaton.Set.String,
	}
	for e := range d.Automaton().Events() {
		suite.Transfers = append(suite.Transfers,
			func(s automaton.Set) automaton.Set { return d.Step(s, automaton.Event(e)) },
			func(s automaton.Set) automaton.Set { return d.MayStep(s, automaton.Event(e)) })
	}
	suite.Transfers = append(suite.Transfers, d.Live)
	return suite.Laws()
}

func TestLaws(t *testing.T) {
	t.Run("file", func(t *testing.T) { latticetest.Run(t, laws(t, file)) })
	t.Run("channel", func(t *testing.T) { latticetest.Run(t, laws(t, channel)) })
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, laws(f, channel)) }

func TestMeaning(t *testing.T) {
	d := parse(t, channel).Domain()
	latticetest.Gamma[automaton.Set, string]{
		Lattice:  d,
		Elements: stateSets(d),
		Contains: func(s automaton.Set, state string) bool { return slices.Contains(names(s), state) },
		Pick: func(t *rapid.T, s automaton.Set) (string, bool) {
			if s.Len() == 0 {
				return "", false
			}
			return rapid.SampledFrom(names(s)).Draw(t, "state"), true
		},
	}.Check(t)
}

func names(s automaton.Set) []string {
	names := []string{}
	for state := range s.All() {
		names = append(names, state.Name)
	}
	return names
}

// Every operation on every set of states of generated automata is what it is on
// the single states: sound, and nothing more.
func TestStepIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := automata().Draw(t, "automaton")
		a, err := automaton.New(spec)
		if err != nil {
			return
		}
		d := a.Domain()
		role := map[string]automaton.Role{}
		for _, s := range spec.States {
			role[s.Name] = s.Role
		}
		for bits := range 1 << len(spec.States) {
			var members []string
			for i, s := range spec.States {
				if bits>>i&1 != 0 {
					members = append(members, s.Name)
				}
			}
			s, err := d.Of(members...)
			if err != nil {
				t.Fatal(err)
			}
			for e, name := range spec.Events {
				var after, entered []string
				must := true
				for _, from := range members {
					to := follow(spec, from, name)
					after = append(after, to)
					must = must && role[to] == automaton.Error
					if role[from] != automaton.Error && role[to] == automaton.Error {
						entered = append(entered, to)
					}
				}
				event := automaton.Event(e)
				equal(t, d, d.Step(s, event), after)
				equal(t, d, d.MayStep(s, event), append(after, members...))
				v := d.Check(s, event)
				equal(t, d, v.Violations, entered)
				if v.May != (len(entered) > 0) || v.Must != (must && len(entered) > 0) {
					t.Fatalf("%s in %v: %+v, but the errors %v are entered, on all paths: %v", name, s, v, entered, must)
				}
			}
			var leaks []string
			for _, m := range members {
				if role[m] == automaton.Leak {
					leaks = append(leaks, m)
				}
			}
			v := d.End(s)
			equal(t, d, v.Violations, leaks)
			if v.May != (len(leaks) > 0) || v.Must != (len(leaks) > 0 && len(leaks) == len(members)) {
				t.Fatalf("end in %v: %+v", s, v)
			}
		}
	})
}

// follow is the concrete step.
func follow(spec automaton.Spec, from, event string) string {
	for _, step := range spec.Transitions {
		if step.From == from && step.Event == event {
			return step.To
		}
	}
	return from
}

func equal(t *rapid.T, d automaton.Domain, got automaton.Set, want []string) {
	t.Helper()
	w, err := d.Of(want...)
	if err != nil || !d.Equal(got, w) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestUnknownEventsAndForeignSetsAreTop(t *testing.T) {
	d, foreign := parse(t, file).Domain(), parse(t, channel).Domain()
	for _, e := range []automaton.Event{-1, 3, math.MaxInt} {
		require.True(t, d.Equal(d.Top(), d.Step(d.Initial(), e)))
		require.Equal(t, automaton.Set{}, d.Step(automaton.Set{}, e))
		require.True(t, d.Check(d.Initial(), e).May)
		require.False(t, d.Check(d.Initial(), e).Must)
		require.False(t, d.Check(d.Bottom(), e).May)
	}
	require.True(t, d.Equal(d.Top(), d.Join(d.Initial(), foreign.Initial())))
	require.True(t, d.Equal(d.Top(), foreignStep(d, foreign)))
	_, err := d.Of("closed", "ajar")
	require.ErrorContains(t, err, `property "file" has no state "ajar"`)
}

func foreignStep(d, foreign automaton.Domain) automaton.Set {
	return d.Meet(d.Top(), foreign.Initial())
}

func TestPrint(t *testing.T) {
	d := parse(t, file).Domain()
	s, err := d.Of("open", "closed")
	require.NoError(t, err)
	require.Equal(t, "{closed, open}", s.String())
	out, err := json.Marshal([]automaton.Set{s, {}})
	require.NoError(t, err)
	require.Equal(t, `[["closed","open"],[]]`, string(out))
	require.Equal(t, "⊥", automaton.Set{}.String())
}

func TestAllocatesNothing(t *testing.T) {
	d := parse(t, file).Domain()
	a, b := d.Initial(), d.Top()
	require.Zero(t, testing.AllocsPerRun(100, func() {
		d.Join(a, b)
		d.Meet(a, b)
		d.Step(b, 1)
		d.MayStep(b, 2)
		d.Check(b, 1)
		d.End(b)
	}))
}
