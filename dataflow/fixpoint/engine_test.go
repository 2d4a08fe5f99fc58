package fixpoint

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

type unit struct{}

func (unit) Clone() unit             { return unit{} }
func (unit) Merge(unit) (unit, bool) { return unit{}, false }

// returns reports at every return; its state has one value.
func returns() Analysis[unit] {
	return Analysis[unit]{
		Entry: func(envs.Env, *envs.Func) unit { return unit{} },
		Step: func(env envs.Env, op *envs.Op, s unit) unit {
			if op.Kind == envs.Return {
				env.Report(envs.Report{Kind: "return", Message: "returns"})
			}
			return s
		},
		Exit:   func(_ envs.Env, _ *envs.Op, s unit) unit { return s },
		Return: func(_ envs.Env, _ *envs.Op, _, s unit) unit { return s },
	}
}

// reports are the points of all reports.
func reports[S lattice.Mergeable[S]](t *testing.T, e *Engine[S]) (at []envs.Point) {
	require.NoError(t, e.Reports(func(p envs.Point, _ envs.Report) { at = append(at, p) }))
	return at
}

func TestEntryIsLoopHead(t *testing.T) {
	f := function("f", op(envs.Const, 1), op(envs.Branch, 0), op(envs.Return, 0))
	targets(f, 1, 0, 2)
	got := atReturn(t, program(f))
	require.Equal(t, []int{0, 1, 2}, pcs(got[0], 0))
}

// What comes round a loop to the entry must be merged with the entry state.
func TestEntryLoopCarriesState(t *testing.T) {
	f := function("f", op(envs.Nop, 0), op(envs.Branch, 0), op(envs.Return, 0), op(envs.Const, 1), jump(0))
	targets(f, 1, 2, 3)
	got := atReturn(t, program(f))
	require.Equal(t, []int{0, 1, 2, 3, 4}, pcs(got[0], 0))
}

func TestUnreachablePredecessor(t *testing.T) {
	// Operation 1 leads to the loop head at 2 but nothing leads to it.
	f := function("f", jump(2), jump(2), op(envs.Branch, 0), op(envs.Const, 1), jump(2), op(envs.Return, 0))
	targets(f, 2, 3, 5)
	got := atReturn(t, program(f))
	require.Equal(t, []int{0, 2, 3, 4, 5}, pcs(got[0], 0))
}

// A branch target may be pending already when a path that went round a loop
// meets it again.
func TestPendingTargetIsMetAgain(t *testing.T) {
	f := function("f",
		op(envs.Nop, 0),    // 0 loop head
		op(envs.Branch, 0), // 1 to 2 or 4
		op(envs.Const, 1),  // 2
		jump(0),            // 3
		op(envs.Return, 0)) // 4
	targets(f, 1, 2, 4)
	got := atReturn(t, program(f))
	require.Equal(t, []int{0, 1, 2, 3, 4}, pcs(got[0], 0))
}

func TestMillionOperationsWithoutStack(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a million operations")
	}
	const n = 1_000_000
	ops := make([]envs.Op, 0, n)
	for range n / 4 {
		ops = append(ops, op(envs.Const, 1), op(envs.Branch, 0, 1), op(envs.Nop, 0), op(envs.Nop, 0))
	}
	ops = append(ops, op(envs.Return, 0))
	f := function("f", ops...)
	for i := range n / 4 {
		targets(f, 4*i+1, int32(4*i+2), int32(4*i+3))
	}
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 10))
	e := solved(t, program(f), returns(), Options{})
	require.GreaterOrEqual(t, e.Stats().Visits, int64(n))
	require.Len(t, reports(t, e), 1)
}

// A chain of calls as deep as this would overflow the limited stack if the engine
// were recursive.
func TestDeepCallsWithoutStack(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a hundred thousand calls")
	}
	const n = 100_000
	fns := make([]*envs.Func, n)
	for i := range fns {
		if i == n-1 {
			fns[i] = function("last", op(envs.Return, 0))
		} else {
			fns[i] = function("f", calling(0, envs.FuncID(i+1)), op(envs.Return, 0))
		}
	}
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 10))
	require.Len(t, reports(t, solved(t, program(fns...), returns(), Options{})), n)
}

func TestMutualRecursion(t *testing.T) {
	// f calls g or returns; g does something and calls f.
	f := function("f", op(envs.Branch, 0), calling(0, 1), op(envs.Const, 1), op(envs.Return, 0))
	targets(f, 0, 1, 3)
	g := function("g", op(envs.Const, 1), calling(0, 0), op(envs.Return, 0))
	got := atReturn(t, program(f, g))
	require.Equal(t, []int{0, 1, 2, 3}, pcs(got[0], 0))
	require.Equal(t, []int{0, 1, 2}, pcs(got[1], 1))
	require.Equal(t, []int{0, 1, 2, 3}, pcs(got[1], 0), "g returns after f may have gone round")
}

func TestCallThatNeverReturnsEndsThePath(t *testing.T) {
	f := function("f", calling(0, 1), op(envs.Return, 0))
	g := function("g", op(envs.Nop, 0), calling(0, 1), op(envs.Return, 0))
	got := atReturn(t, program(f, g))
	require.Empty(t, got)
}

// grower never converges: its state is a number that grows at each step.
type grower int

func (c grower) analysis() Analysis[grower] {
	return Analysis[grower]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (s grower) Clone() grower                   { return s }
func (s grower) Merge(o grower) (grower, bool)   { return max(s, o), o > s }
func (s grower) DiffersIn(grower) string         { return "the number of rounds" }
func (grower) Entry(envs.Env, *envs.Func) grower { return 0 }
func (grower) Step(_ envs.Env, op *envs.Op, s grower) grower {
	if op.Kind == envs.Const {
		s++
	}
	return s
}

func TestDivergenceNamesTheLoop(t *testing.T) {
	f := function("f", op(envs.Nop, 0), op(envs.Nop, 0), op(envs.Const, 1), op(envs.Branch, 0), op(envs.Return, 0))
	targets(f, 3, 1, 4)
	err := New(context.Background(), program(f), grower(0).analysis(), Options{MaxVisits: 50}).Solve(0)
	var d *DivergenceError
	require.ErrorAs(t, err, &d)
	require.Equal(t, "f.plx:2:1: f: nop", d.Place.String())
	require.Equal(t, "the number of rounds", d.Grows)
	require.Equal(t, []string{"51", "52", "53"}, d.Last)
	require.Contains(t, err.Error(), "the number of rounds keeps growing")
}

// depth counts calls, and has a context for each number of them.
type depth int

func (d depth) Clone() depth                { return d }
func (d depth) Merge(o depth) (depth, bool) { return max(d, o), o > d }

func TestEndlessContexts(t *testing.T) {
	f := function("f", op(envs.Nop, 0), envs.Op{Kind: envs.Call, Callee: &envs.Callee{Funcs: []envs.FuncID{0}}},
		op(envs.Return, 0))
	an := Analysis[depth]{
		Entry: func(envs.Env, *envs.Func) depth { return 0 },
		Step:  func(_ envs.Env, _ *envs.Op, d depth) depth { return d },
		Enter: func(_ envs.Env, _ *envs.Op, d depth, _ *envs.Func) (depth, string) { return d + 1, fmt.Sprint(int(d)) },
	}
	err := New(t.Context(), program(f), an, Options{}).Solve(0)
	require.EqualError(t, err, "f.plx:1:1: f: nop: no fixpoint: the function is entered in 10003 contexts"+
		"\n\t10000\n\t10001\n\t10002\n\tlet Enter give fewer contexts, finitely many, or raise MaxVisits")
}

func TestCancellation(t *testing.T) {
	f := function("f", op(envs.Nop, 0), op(envs.Const, 1), op(envs.Branch, 0), op(envs.Return, 0))
	targets(f, 2, 0, 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := New(ctx, program(f), grower(0).analysis(), Options{MaxVisits: 1 << 30}).Solve(0)
	require.ErrorIs(t, err, context.Canceled)
}

type panicker struct{ unit }

func (c panicker) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (panicker) Entry(envs.Env, *envs.Func) unit { return unit{} }
func (panicker) Step(_ envs.Env, op *envs.Op, s unit) unit {
	if op.Kind == envs.Const {
		panic("no constants, please")
	}
	return s
}

func TestPanicNamesThePlace(t *testing.T) {
	p := program(function("f", op(envs.Nop, 0), op(envs.Const, 1), op(envs.Return, 0)))
	err := New(context.Background(), p, panicker{}.analysis(), Options{}).Solve(0)
	var pe *PanicError
	require.True(t, errors.As(err, &pe))
	require.Equal(t, "f.plx:2:1: f: r1 = const: checker panicked: no constants, please", pe.Error())
}
