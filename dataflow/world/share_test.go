package world

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Whoever changes a clone leaves the state alone that was cloned.
func TestClonesOfLocksAreApart(t *testing.T) {
	path := func(name string) *envs.Path { return &envs.Path{Root: envs.AtGlobal, Global: name, Text: name} }
	mu, try := path("mu"), path("try")
	a := &lockAnalysis{structured: true}
	state := a.unheld()
	for pc, op := range []envs.Op{
		{Kind: envs.Acquire, Path: mu},
		{Kind: envs.TryAcquire, Path: try, Dst: 3, Results: 1},
	} {
		op.PC = int32(pc)
		state, _ = state.step(&op, envs.At(1, op.PC))
	}
	for name, change := range map[string]func(*locks) *locks{
		"acquire": func(l *locks) *locks { l, _ = l.step(&envs.Op{Kind: envs.Acquire, Path: mu}, envs.At(1, 5)); return l },
		"release": func(l *locks) *locks { l, _ = l.step(&envs.Op{Kind: envs.Release, Path: mu}, envs.At(1, 5)); return l },
		"wait":    func(l *locks) *locks { l, _ = l.step(&envs.Op{Kind: envs.Wait, Path: mu}, envs.At(1, 5)); return l },
		"define": func(l *locks) *locks {
			l, _ = l.step(&envs.Op{Kind: envs.Const, Dst: 3, Results: 1}, envs.At(1, 5))
			return l
		},
		"got":     func(l *locks) *locks { return l.branch(&envs.Op{Kind: envs.Branch, Uses: []envs.Reg{3}}, 0) },
		"not got": func(l *locks) *locks { return l.branch(&envs.Op{Kind: envs.Branch, Uses: []envs.Reg{3}}, 1) },
		"merge":   func(l *locks) *locks { l, _ = l.Merge(a.unheld()); return l },
		"exit":    func(l *locks) *locks { return a.exit(nil, nil, l) },
		"returned": func(l *locks) *locks {
			l, _ = l.afterCall(&envs.Op{Kind: envs.Call}, envs.At(1, 5), a.unheld())
			return l
		},
	} {
		before, held := *state, slices.Clone(state.held)
		clone := state.Clone()
		once := change(clone.Clone())
		require.NotEqual(t, held, once.held, name)
		again := *once
		kept := slices.Clone(once.held)
		change(once.Clone())
		require.Equal(t, kept, once.held, name)
		require.Equal(t, again.released, once.released, name)
		require.Equal(t, held, state.held, name)
		require.Equal(t, before.released, state.released, name)
		require.Equal(t, before.many, state.many, name)
	}
}
