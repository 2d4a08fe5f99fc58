package lookahead_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lookahead"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type (
	span  = domaintest.Span
	value = lattice.State[span]
	dense = domaintest.Dense
	bits  = lattice.State[lattice.Set[int]]
)

var (
	of     = domaintest.SpanOf
	values = lattice.NewStates[span](domaintest.Spans{})
	single = lookahead.New(lookahead.Options[value]{
		Unreachable: func(s value) bool { return s.Value() == span{} },
		Leq:         value.Leq,
		Equal:       value.Equal,
		Phases:      3,
	})
	several = lookahead.New(lookahead.Options[dense]{
		Unreachable: domaintest.Unreachable,
		Phases:      2,
	})
)

func valueLaws() []latticetest.Law {
	return latticetest.StateSuite[*lookahead.State[value]]{
		States: lookaheads(single, rapid.Map(domaintest.AnySpans(), values.Of)),
		Transfers: []func(*lookahead.State[value]) *lookahead.State[value]{
			func(s *lookahead.State[value]) *lookahead.State[value] {
				s.Apply(func(v value) value { return v.With(v.Value().Plus(1)) })
				return s
			},
		},
		Steps:       20,
		Approximate: true,
		Fingerprint: (*lookahead.State[value]).String,
	}.Laws()
}

func TestLawsOverValues(t *testing.T) { latticetest.Run(t, valueLaws()) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, valueLaws()) }

func TestLawsOverStatesInPlace(t *testing.T) {
	latticetest.StateSuite[*lookahead.State[dense]]{
		States: lookaheads(several, domaintest.Denses(2)),
		Transfers: []func(*lookahead.State[dense]) *lookahead.State[dense]{
			func(s *lookahead.State[dense]) *lookahead.State[dense] {
				s.Apply(assign(0, func(v span) span { return v.Plus(1) }))
				return s
			},
		},
		Steps:       40,
		Approximate: true,
		Fingerprint: (*lookahead.State[dense]).String,
	}.Check(t)
}

func TestLawsWithoutAbilities(t *testing.T) {
	states := lattice.NewStates[lattice.Set[int]](lattice.Powerset[int]{Limit: 2})
	m := lookahead.New(lookahead.Options[bits]{})
	sets := rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 2), 0, 2),
		func(elems []int) bits { return states.Of(lattice.SetOf(elems...)) })
	latticetest.StateSuite[*lookahead.State[bits]]{
		States:      lookaheads(m, sets),
		Approximate: true,
		Allocates:   "the base is no pointer, and no order is given",
		Fingerprint: (*lookahead.State[bits]).String,
	}.Check(t)
}

// The class invariant holds after every operation.
func TestMainStaysBelowPilot(t *testing.T) {
	states := lookaheads(single, rapid.Map(domaintest.AnySpans(), values.Of))
	rapid.Check(t, func(t *rapid.T) {
		s := states.Draw(t, "s")
		below := func(what string) {
			if !s.Main().Leq(s.Pilot()) {
				t.Fatalf("after %s main is not below the pilot: %v", what, s)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"":      func(*rapid.T) {},
			"merge": func(t *rapid.T) { s, _ = s.Merge(states.Draw(t, "other")); below("merging") },
			"widen": func(t *rapid.T) { s, _ = s.Widen(states.Draw(t, "next")); below("widening") },
			"narrow": func(t *rapid.T) {
				s, _ = s.Narrow(states.Draw(t, "next"))
				below("narrowing")
			},
			"add": func(t *rapid.T) {
				s.Apply(func(v value) value { return v.With(v.Value().Plus(1)) })
				below("a transfer")
			},
			"test": func(t *rapid.T) {
				s.Apply(func(v value) value { return v.With(domaintest.Spans{}.Meet(v.Value(), of(0, 3))) })
				below("a test")
			},
		})
	})
}

func TestUnreachableMainHoldsThePilotBack(t *testing.T) {
	s := single.Of(values.Of(of(0, 3)))
	s, _ = s.Widen(single.Of(values.Of(of(0, 3))))
	ahead, _ := s.Widen(pilot(of(0, 3), of(0, 9)))
	require.Equal(t, "[0, 3] ahead [0, ∞]", ahead.String())
	out, err := json.Marshal(struct{ S any }{ahead.Main().Value()})
	require.NoError(t, err)
	require.Equal(t, `{"S":[0,3]}`, string(out))
	ahead.Apply(func(v value) value { return v.With(domaintest.Spans{}.Meet(v.Value(), of(5, math.MaxInt64))) })
	require.Equal(t, "⊥", show(ahead.Main()))
	require.Equal(t, "⊥", show(ahead.Pilot()))
}

// pilot is a pair of these two.
func pilot(main, ahead span) *lookahead.State[value] {
	s, first := single.Of(values.Of(main)), true
	s.Apply(func(v value) value {
		if first {
			first = false
			return v
		}
		return values.Of(ahead)
	})
	return s
}

func show(v value) string { return v.Value().String() }
