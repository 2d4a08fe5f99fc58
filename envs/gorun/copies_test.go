package gorun_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// TestCopies calls a package from the test of another one: what tells of the call is the
// copy that is compiled for its own test. The memory is the same for both.
func TestCopies(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/copies"
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, KeepSyntax: true})
	require.NoError(t, err)
	require.Empty(t, prog.Errors)
	b, err := gorun.Prepare(ctx, prog, gorun.Config{Dir: dir, Tests: true, Accesses: true, Order: true})
	require.NoError(t, err)
	defer b.Close()
	s := b.Session(ctx, slices.Index(b.Runs(), "copies"))
	var calls []string
	var frames []*envs.Func
	locs := map[uint64][]*envs.Loc{} // of N
	for ev, err := range s.Events() {
		require.NoError(t, err)
		switch ev.Kind {
		case envs.Enter:
			fn := prog.Func(ev.Func)
			require.Equal(t, fn.Name != "copies.TestSet", ev.Direct, fn.Name)
			calls, frames = append(calls, fn.Name), append(frames, fn)
		case envs.Leave:
			frames = frames[:len(frames)-1]
		case envs.Step:
			if op := &frames[len(frames)-1].Ops[ev.PC]; op.Loc != nil && op.Loc.Name == "copies/lib.Top.N" && ev.Obj != 0 &&
				!slices.Contains(locs[ev.Obj], op.Loc) {
				locs[ev.Obj] = append(locs[ev.Obj], op.Loc)
			}
		}
	}
	exit, err := s.Wait()
	require.NoError(t, err)
	require.Zero(t, exit)
	require.Zero(t, s.Misfits())
	require.Equal(t, []string{"copies.TestSet", "(*copies.Pool).Set", "copies/lib.New", "(*copies/lib.Top).Add"}, calls)
	require.Len(t, locs, 1)
	for _, list := range locs {
		require.Len(t, list, 1, "one field under two names")
	}
}

// What is executed is counted over all runs of a session, of which each enters functions that others do not.
func TestCountsOfSeveralRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/copies"
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Patterns: []string{"./..."}, Tests: true, KeepSyntax: true})
	require.NoError(t, err)
	b, err := gorun.Prepare(ctx, prog, gorun.Config{Dir: dir, Tests: true, All: true})
	require.NoError(t, err)
	defer b.Close()
	runs := make([]int, len(b.Runs()))
	counts := func(runs ...int) map[envs.Point]int64 {
		s := b.Session(ctx, runs...)
		require.NoError(t, s.Each(func(*envs.Event) bool { return true }))
		_, err := s.Wait()
		require.NoError(t, err)
		n := map[envs.Point]int64{}
		for id := range envs.FuncID(prog.NumFuncs()) {
			for pc := range prog.Func(id).Ops {
				if p := envs.At(id, int32(pc)); s.Executed(p) > 0 {
					n[p] = s.Executed(p)
				}
			}
		}
		return n
	}
	sum := map[envs.Point]int64{}
	for i := range runs {
		runs[i] = i
		alone := counts(i)
		require.NotEmpty(t, alone, b.Runs()[i])
		for p, n := range alone {
			sum[p] += n
		}
	}
	require.Greater(t, len(runs), 1)
	require.Equal(t, sum, counts(runs...))
}
