package partition_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/partition"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type (
	span   = domaintest.Span
	value  = lattice.State[span]
	dense  = domaintest.Dense
	state  = *partition.State[value]
	choice = partition.Choice
)

var (
	of     = domaintest.SpanOf
	values = lattice.NewStates[span](domaintest.Spans{})
	spans  = rapid.Map(domaintest.AnySpans(), values.Of)
)

// unknown is the state of n variables of which nothing is known.
func unknown(n int) dense {
	return lattice.Denses(domaintest.Spans{})(n, domaintest.Spans{}.Top())
}

func limited(limit int) *partition.Maker[value] {
	return partition.New(partition.Options[value]{
		Limit:       limit,
		Unreachable: func(v value) bool { return v.Value() == span{} },
		Leq:         value.Leq,
		Equal:       value.Equal,
	})
}

func laws(limit int) []latticetest.Law {
	return latticetest.StateSuite[state]{
		States: partitions(limited(limit), spans),
		Transfers: []func(state) state{
			func(s state) state { s.Apply(func(v value) value { return v.With(v.Value().Plus(1)) }); return s },
			func(s state) state { s.Mark(choice{At: 1, Took: 2}); return s },
			func(s state) state { s.Next(2, 2); return s },
			func(s state) state { s.Forget(1, 3); return s },
			func(s state) state { s.Split(3, meet(of(-100, 0)), meet(of(0, 100))); return s },
			func(s state) state { s.Collapse(); return s },
		}[:transfers(limit)],
		Steps:       200,
		Approximate: limit > 0,
		Fingerprint: state.String,
	}.Laws()
}

// transfers is the number of transfer functions that are monotone: those that
// make tokens longer are so without a limit only.
func transfers(limit int) int {
	if limit > 0 {
		return 1
	}
	return 6
}

func meet(with span) func(value) value {
	return func(v value) value { return v.With(domaintest.Spans{}.Meet(v.Value(), with)) }
}

func TestLaws(t *testing.T) { latticetest.Run(t, laws(0)) }

func TestLawsWithLimit(t *testing.T) { latticetest.Run(t, laws(2)) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, append(laws(0), laws(2)...)) }

func TestLawsOverStatesInPlace(t *testing.T) {
	m := partition.New(partition.Options[dense]{Unreachable: domaintest.Unreachable})
	latticetest.StateSuite[*partition.State[dense]]{
		States:      partitions(m, domaintest.Denses(2)),
		Steps:       200,
		Fingerprint: (*partition.State[dense]).String,
	}.Check(t)
}

// run is one execution: its value and all that it has been through.
type run struct {
	x    int64
	past []choice
}

func (r run) forget(at int) []choice {
	return slices.DeleteFunc(slices.Clone(r.past), func(c choice) bool { return c.At == at })
}

// Whatever directives and operations come in whatever order, each execution is
// described by the part that covers its past.
func TestDirectivesAreSound(t *testing.T) {
	for _, limit := range []int{0, 1, 3} {
		rapid.Check(t, func(t *rapid.T) { soundRun(t, limited(limit), limit) })
	}
}

func soundRun(t *rapid.T, m *partition.Maker[value], limit int) {
	s := m.Of(values.Of(of(-4, 4)))
	var runs []run
	for x := int64(-4); x <= 4; x++ {
		runs = append(runs, run{x: x})
	}
	each := func(f func(run) run) {
		for i := range runs {
			runs[i] = f(runs[i])
		}
	}
	at := rapid.IntRange(1, 3)
	t.Repeat(map[string]func(*rapid.T){
		"": func(t *rapid.T) {
			for _, r := range runs {
				v, ok := s.At(partition.TokenOf(r.past...))
				if !ok || !v.Value().Contains(r.x) {
					t.Fatalf("%d after %v is not in %v", r.x, r.past, s)
				}
			}
			if limit > 0 && s.Len() > limit {
				t.Fatalf("%d parts in %v", s.Len(), s)
			}
		},
		"branch": func(t *rapid.T) {
			place, bound := at.Draw(t, "at"), rapid.Int64Range(-9, 9).Draw(t, "bound")
			then, otherwise := s.Clone(), s
			then.Apply(meet(of(-1000, bound-1)))
			then.Mark(choice{At: place, Took: 1})
			otherwise.Apply(meet(of(bound, 1000)))
			otherwise.Mark(choice{At: place, Took: 0})
			s, _ = then.Merge(otherwise)
			each(func(r run) run {
				took := 0
				if r.x < bound {
					took = 1
				}
				return run{r.x, append(r.forget(place), choice{At: place, Took: took})}
			})
		},
		"split": func(t *rapid.T) {
			place := at.Draw(t, "at")
			s.Split(place, meet(of(-1000, -1)), meet(of(0, 0)), meet(of(1, 1000)))
			each(func(r run) run {
				return run{r.x, append(r.forget(place), choice{At: place, Took: 1 + min(1, max(-1, int(r.x)))})}
			})
		},
		"next": func(t *rapid.T) {
			place := at.Draw(t, "at")
			s.Next(place, 2)
			each(func(r run) run {
				past := slices.Clone(r.past)
				for i, c := range past {
					if c.At == place {
						past[i].Took = max(c.Took, min(2, c.Took+1))
					}
				}
				return run{r.x, past}
			})
		},
		"forget": func(t *rapid.T) {
			place := at.Draw(t, "at")
			s.Forget(place)
			each(func(r run) run { return run{r.x, r.forget(place)} })
		},
		"add": func(t *rapid.T) {
			n := rapid.Int64Range(-3, 3).Draw(t, "n")
			s.Apply(func(v value) value { return v.With(v.Value().Plus(n)) })
			each(func(r run) run { return run{r.x + n, r.past} })
		},
		"merge": func(t *rapid.T) {
			s, _ = s.Merge(partitions(m, spans).Draw(t, "other"))
		},
		"widen": func(t *rapid.T) {
			s, _ = s.Widen(partitions(m, spans).Draw(t, "other"))
			s.Apply(meet(of(-1000, 1000)))
			runs = slices.DeleteFunc(runs, func(r run) bool { return r.x < -1000 || r.x > 1000 })
		},
	})
}

// New tokens may go on to come in a chain of widenings, until the limit says stop.
func TestWideningStabilises(t *testing.T) {
	m := limited(4)
	s, changes := m.Bottom(), 0
	for n := range 1000 {
		next := m.Of(values.Of(of(0, int64(n))))
		next.Mark(choice{At: n % 7, Took: n})
		next.Mark(choice{At: 7 + n%3, Took: n / 2})
		var grew bool
		if s, grew = s.Widen(next); grew {
			changes++
		}
	}
	require.Less(t, changes, 12)
	require.Equal(t, "{·: [0, ∞]}", show(s))
}

func TestLimitForgetsTheOldest(t *testing.T) {
	build := func(limit int) state {
		s := limited(limit).Bottom()
		for old := range 2 {
			for recent := range 2 {
				p := limited(limit).Of(values.Of(of(int64(old), int64(old+10*recent))))
				p.Mark(choice{At: 1, Took: old})
				p.Mark(choice{At: 2, Took: recent})
				s, _ = s.Merge(p)
			}
		}
		return s
	}
	require.Equal(t, "{1=0 2=0: 0, 1=1 2=0: 1, 1=0 2=1: [0, 10], 1=1 2=1: [1, 11]}", show(build(4)))
	require.Equal(t, "{2=0: [0, 1], 2=1: [0, 11]}", show(build(3)))
	require.Equal(t, "{·: [0, 11]}", show(build(1)))
}

func TestPrint(t *testing.T) {
	m := partition.New(partition.Options[dense]{})
	d := unknown(1)
	d.Set(0, of(0, 3))
	s := m.Of(d)
	out, err := json.Marshal(s)
	require.NoError(t, err)
	require.Equal(t, `[{"token":[],"state":[[0,3]]}]`, string(out))
	s.Mark(choice{At: 7, Took: 1})
	out, err = json.Marshal(s)
	require.NoError(t, err)
	require.Equal(t, `[{"token":[{"at":7,"took":1}],"state":[[0,3]]}]`, string(out))
	require.Equal(t, "{7=1: [[0, 3]]}", s.String())
	require.Equal(t, "⊥", m.Bottom().String())
	took, ok := partition.TokenOf(choice{At: 1, Took: 5}, choice{At: 1, Took: 6}).Took(1)
	require.True(t, ok && took == 6)
}

// show prints the parts with their values.
func show(s state) string {
	text := "{"
	for token, v := range s.All() {
		if text != "{" {
			text += ", "
		}
		text += token.String() + ": " + v.Value().String()
	}
	return text + "}"
}

func TestMergingWhatIsKnownAllocatesNothing(t *testing.T) {
	m := partition.New(partition.Options[dense]{})
	d := unknown(2)
	s := m.Of(d)
	s.Mark(choice{At: 1, Took: 1})
	other := s.Clone()
	require.Zero(t, testing.AllocsPerRun(50, func() {
		s.Merge(other)
		s.Widen(other)
		s.Leq(other)
		s.Equal(other)
	}))
}

// Each case has a state of its own to change.
func TestSplitOfStatesInPlace(t *testing.T) {
	m := partition.New(partition.Options[dense]{Unreachable: domaintest.Unreachable})
	d := unknown(1)
	s := m.Of(d)
	at := func(lo, hi int64) func(dense) dense {
		return func(d dense) dense { return domaintest.Refine(d, 0, of(lo, hi)) }
	}
	s.Split(7, at(-9, -1), at(0, 9), at(3, 1))
	require.Equal(t, "{7=0: [[-9, -1]], 7=1: [[0, 9]]}", s.String())
}
