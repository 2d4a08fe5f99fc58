package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// misnamed has methods that have the name of one that drivers call, and another signature.
type misnamed struct{}

func (m misnamed) Clone() misnamed                             { return m }
func (m misnamed) Merge(misnamed) (misnamed, bool)             { return m, false }
func (m misnamed) Widen(misnamed) misnamed                     { return m }
func (m *misnamed) MapBlocks(func(envs.Block) envs.Block)      {}
func (m misnamed) DropRegisters(func(envs.Reg) bool) *misnamed { return &m }
func (m misnamed) Equal(_ misnamed, _ ...int) bool             { return true }

// A method of a state that nobody would call, and a part that is missing, are told of by name, with what is asked for.
func TestWrongAnalysesAreRefused(t *testing.T) {
	entry := func(envs.Env, *envs.Func) misnamed { return misnamed{} }
	step := func(_ envs.Env, _ *envs.Op, s misnamed) misnamed { return s }
	an := Analysis[misnamed]{Entry: entry, Step: step}
	err := an.check("odd")
	require.ErrorContains(t, err, "its state dataflow.misnamed has a method Widen, "+
		"func(dataflow.misnamed) dataflow.misnamed, which nobody calls: "+
		"it has to be func(dataflow.misnamed, ...int64) (dataflow.misnamed, bool)")
	require.ErrorContains(t, err, "has a method MapBlocks of its pointer, "+
		"func(func(envs.Block) envs.Block), which nobody calls: "+
		"it has to be func(func(envs.Block) envs.Block) dataflow.misnamed")
	require.ErrorContains(t, err, "DropRegisters, func(func(envs.Reg) bool) *dataflow.misnamed")
	require.ErrorContains(t, err, "has a method Equal, func(dataflow.misnamed, ...int) bool")

	_, err = NewAnalyzer("odd", "", an.Alone).
		Fixpoint(context.Background(), program(function("f", op(envs.Return, 0))), Options{})
	require.ErrorContains(t, err, "Widen")
	require.PanicsWithError(t, err.Error(), func() { NewAnalyzer("odd", "", an.Alone).Replay(program()) })
	var refusal *ContractError
	require.ErrorAs(t, err, &refusal)
	require.Greater(t, len(refusal.Unwrap()), 3, "one error for each defect")
}

// forgetful keeps block tokens, and has no MapBlocks.
type forgetful struct {
	next *forgetful
	read map[int][]struct{ in envs.Block }
}

func (f forgetful) Clone() forgetful                  { return f }
func (f forgetful) Merge(forgetful) (forgetful, bool) { return forgetful{f.next, f.read}, false }

// renaming keeps them, and has it.
type renaming struct{ in envs.Block }

func (r renaming) Clone() renaming                                  { return r }
func (r renaming) Merge(renaming) (renaming, bool)                  { return r, false }
func (r renaming) MapBlocks(f func(envs.Block) envs.Block) renaming { return renaming{f(r.in)} }

// A state with tokens that nobody renames loses reports, and is refused.
func TestTokensAreRenamed(t *testing.T) {
	require.ErrorContains(t, refused(trivial[forgetful](), &Requires{}),
		"its state dataflow.forgetful holds block tokens (read.in.envs.Block), and has no method MapBlocks, "+
			"func(func(envs.Block) envs.Block) dataflow.forgetful")
	require.NoError(t, refused(trivial[renaming](), &Requires{}))
}

func trivial[S lattice.Mergeable[S]]() Analysis[S] {
	return Analysis[S]{
		Entry: func(envs.Env, *envs.Func) (s S) { return s },
		Step:  func(_ envs.Env, _ *envs.Op, s S) S { return s },
	}
}

func TestMissingPartsAreRefused(t *testing.T) {
	exit := func(_ envs.Env, _ *envs.Op, s Nothing) Nothing { return s }
	for want, an := range map[string]Analysis[Nothing]{
		"Entry is nil": {Step: exit},
		"Step is nil":  {Entry: Nothing{}.Entry},
		"Decided and Enter": {
			Entry: Nothing{}.Entry, Step: exit, Tuning: Tuning[Nothing]{Decided: func() Nothing { return Nothing{} }},
			Enter: func(_ envs.Env, _ *envs.Op, s Nothing, _ *envs.Func) (Nothing, string) { return s, "" },
		},
		"Retains, and nothing is gathered": {
			Entry: Nothing{}.Entry, Step: exit, Tuning: Tuning[Nothing]{Retains: func(envs.FuncID) bool { return true }},
		},
	} {
		require.ErrorContains(t, refused(an, &Requires{}), want)
	}
	an := Analysis[Nothing]{Entry: Nothing{}.Entry, Step: exit}
	require.NoError(t, refused(an, &Requires{}))
}

// refused tells what is wrong with an analysis.
func refused[S lattice.Mergeable[S]](an Analysis[S], r *Requires) error {
	an = an.requiring(r)
	return an.check("odd")
}
