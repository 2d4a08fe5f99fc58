package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// passer hands its state to callees and back.
type passer struct{ trailChecker }

func (c *passer) analysis() Analysis[trail] {
	return Analysis[trail]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return,
	}
}

func (c *passer) Enter(_ envs.Env, _ *envs.Op, s trail, _ *envs.Func) (trail, string) {
	return s.Clone(), ""
}
func (c *passer) Step(env envs.Env, op *envs.Op, s trail) trail {
	if op.Kind == envs.Nop {
		for p := range s {
			if p.Func() == env.Func().ID && p.PC() == 0 {
				env.Report(envs.Report{Kind: "reached", Message: "the first operation was before"})
			}
		}
	}
	return c.trailChecker.Step(env, op, s)
}
func (c *passer) Return(_ envs.Env, _ *envs.Op, exit, _ trail) trail { return exit.Clone() }

// A further root, solved before the caller, must not take the caller's findings
// away: the entry of a callee may grow after it was solved once.
func TestEntryGrowsAfterCalleeWasSolved(t *testing.T) {
	f := function("f", op(envs.Const, 1), calling(0, 1), op(envs.Nop, 0), op(envs.Return, 0))
	g := function("g", op(envs.Return, 0))
	for _, roots := range [][]envs.FuncID{{0}, {0, 1}} {
		p := program(f, g)
		p.From = roots
		res, err := NewAnalyzer("passer", "", (&passer{}).analysis().Alone).Fixpoint(context.Background(), p, Options{})
		require.NoError(t, err)
		require.Len(t, res.Findings, 1, "roots %v", roots)
	}
}

// branches counts what it is told of branches.
type branches struct {
	countChecker
	taken []int
}

func (c *branches) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step, Branch: c.Branch,
		Return: c.Return,
	}
}

func (c *branches) Branch(_ envs.Env, _ *envs.Op, taken int, s unit) (unit, bool) {
	c.taken = append(c.taken, taken)
	return s, true
}

func TestRunTellsWhichWayControlWent(t *testing.T) {
	f := function("f", op(envs.Branch, 0), op(envs.Nop, 0), op(envs.Return, 0))
	targets(f, 0, 1, 2)
	c := &branches{}
	r := NewAnalyzer("branches", "", c.analysis().Alone).Replay(program(f))
	for _, pcs := range [][]int32{{0, 1, 2}, {0, 2}} {
		require.NoError(t, r.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
		for _, pc := range pcs {
			require.NoError(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: pc}))
		}
		require.NoError(t, r.Event(&envs.Event{Kind: envs.Leave, Thread: 1, Done: true}))
	}
	require.Equal(t, []int{0, 1}, c.taken)
}

// ifaceState hides its abilities.
type ifaceState interface {
	Clone() ifaceState
	Merge(ifaceState) (ifaceState, bool)
}

type ifaceChecker struct{}

func (c ifaceChecker) analysis() Analysis[ifaceState] {
	return Analysis[ifaceState]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (ifaceChecker) Entry(envs.Env, *envs.Func) ifaceState                { return nil }
func (ifaceChecker) Step(_ envs.Env, _ *envs.Op, s ifaceState) ifaceState { return s }

func TestInterfaceStateIsRefused(t *testing.T) {
	_, err := NewAnalyzer("iface", "", ifaceChecker{}.analysis().Alone).
		Fixpoint(context.Background(), program(function("f", op(envs.Return, 0))), Options{})
	require.ErrorContains(t, err, "use a concrete type")
}

type panicsOnEntry struct{ countChecker }

func (c panicsOnEntry) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return,
	}
}

func (panicsOnEntry) Enter(envs.Env, *envs.Op, unit, *envs.Func) (unit, string) { return unit{}, "" }
func (panicsOnEntry) Entry(envs.Env, *envs.Func) unit                           { panic("no entry") }

// A panic of Entry names its function, also before anything was stepped through.
func TestEntryOfEntererPanics(t *testing.T) {
	_, err := NewAnalyzer("count", "", panicsOnEntry{}.analysis().Alone).
		Fixpoint(context.Background(), program(function("f", op(envs.Return, 0))), Options{})
	var p *fixpoint.PanicError
	require.ErrorAs(t, err, &p)
	require.Equal(t, "f", p.Place.Func)
}
