package typestate

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	properties = Shipped()
	regs       = rapid.SliceOfNDistinct(rapid.Map(rapid.IntRange(1, 5), func(n int) envs.Reg { return envs.Reg(n) }), 0,
		3, rapid.ID[envs.Reg])
	points    = rapid.SampledFrom([]envs.Point{{}, envs.At(0, 1), envs.At(0, 2)})
	someField = &envs.Loc{Class: envs.Field, Name: "T.c"}
	lockNames = rapid.SampledFrom([]*envs.Path{nil, nil, {Root: envs.AtReg, Reg: 2}, {Root: envs.AtParam, Steps: ".mu"},
		{Root: envs.AtGlobal, Global: "mu"}})
)

func aFact(t *rapid.T) fact {
	p := rapid.SampledFrom(properties).Draw(t, "property")
	var live []string
	for _, s := range p.domain.Automaton().States() {
		if s.Role != automaton.Error {
			live = append(live, s.Name)
		}
	}
	in, err := p.domain.Of(rapid.SampledFrom(live).Draw(t, "state"))
	if err != nil {
		t.Fatal(err)
	}
	f := fact{
		of: p, made: points.Draw(t, "made"), last: points.Draw(t, "last"), in: in,
		sure: rapid.Bool().Draw(t, "sure"), done: rapid.Bool().Draw(t, "done"), lock: lockNames.Draw(t, "lock"),
	}
	if f.lock == nil {
		f.field = rapid.SampledFrom([]*envs.Loc{nil, nil, someField}).Draw(t, "field")
		for _, r := range regs.Draw(t, "regs") {
			f.regs = including(f.regs, r)
		}
		for _, r := range regs.Draw(t, "errs") {
			f.errs = including(f.errs, r)
		}
	}
	if rapid.Bool().Draw(t, "passed") {
		f.passed = []int32{3}
	}
	return f
}

func aState(t *rapid.T) State {
	if rapid.IntRange(0, 9).Draw(t, "full") == 9 {
		return State{full: true}
	}
	return stateOf(rapid.SliceOfN(rapid.Custom(aFact), 0, 4).Draw(t, "facts"))
}

// The state is a set, and what operations do to it is done fact by fact, or adds
// facts that do not depend on others: it is monotone.
func TestStateLaws(t *testing.T) {
	op := func(op envs.Op, bindings ...binding) func(State) State {
		if op.Callee == nil {
			op.Callee = &envs.Callee{}
		}
		return func(s State) State {
			return s.each(func(f *fact) bool { return f.survives(&op, bindings) && f.define(&op, envs.NoDetail) })
		}
	}
	latticetest.StateSuite[State]{
		States: rapid.Custom(aState),
		Steps:  maxFacts + 2,
		Fingerprint: func(s State) string {
			all := fmt.Sprint(s.full, len(s.facts))
			for _, f := range s.facts {
				all += fmt.Sprint(" ", f.of.name, f.made, f.last, f.regs, f.errs, f.lock, nameOf(f.field), f.sure, f.done,
					f.passed, f.in)
			}
			return all
		},
		Transfers: []func(State) State{
			op(envs.Op{Kind: envs.Move, Uses: []envs.Reg{1}, Dst: 2, Results: 1}),
			op(envs.Op{Kind: envs.Store, Uses: []envs.Reg{1, 3}}),
			op(envs.Op{Kind: envs.Call, Uses: []envs.Reg{2, 3}, Dst: 4, Results: 2}),
			op(envs.Op{Kind: envs.Call, Uses: []envs.Reg{2, 3}}, binding{role: happens, index: 1}),
			op(envs.Op{Kind: envs.TryAcquire, Path: &envs.Path{Root: envs.AtReg, Reg: 2}}),
			func(s State) State {
				return s.with(fact{of: properties[0], regs: []envs.Reg{1}, in: properties[0].stable})
			},
			func(s State) State { return s.DropRegisters(func(r envs.Reg) bool { return r < 3 }) },
		},
	}.Check(t)
}

// What a limit takes away stays away.
func TestTooManyFacts(t *testing.T) {
	s := State{}
	for i := range maxFacts {
		s = s.with(fact{of: properties[0], last: envs.At(0, int32(i)), regs: []envs.Reg{1},
			in: properties[0].domain.Initial()})
		require.Len(t, s.facts, i+1)
	}
	s = s.with(fact{of: properties[0], regs: []envs.Reg{2}, in: properties[0].domain.Initial()})
	require.Equal(t, State{full: true}, s)
	require.Equal(t, "unknown", s.String())
	merged, grew := State{}.Merge(s)
	require.True(t, grew)
	require.Equal(t, s, merged.with(fact{of: properties[0], regs: []envs.Reg{2}, in: properties[0].domain.Initial()}))
}

// States from which events lead nowhere else, and what an event alone tells.
func TestDerived(t *testing.T) {
	of := map[string]*Property{}
	for _, p := range properties {
		of[p.Name()] = p
	}
	require.Equal(t, "{closed}", of["channel"].stable.String())
	require.Equal(t, "{closed}", of["file"].stable.String())
	require.Equal(t, "⊥", of["mutex"].stable.String())
	for _, c := range []struct{ property, event, after string }{
		{"channel", "Close", "{closed}"}, {"channel", "Send", "⊥"},
		{"file", "Close", "{closed}"}, {"file", "Use", "⊥"},
		{"mutex", "Unlock", "{free}"}, {"mutex", "Lock", "⊥"},
		{"response", "Close", "⊥"},
	} {
		e, ok := of[c.property].domain.Automaton().Event(c.event)
		require.True(t, ok)
		require.Equal(t, c.after, of[c.property].after[e].String(), "%s after %s", c.property, c.event)
	}
}
