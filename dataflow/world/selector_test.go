package world_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
)

// What a checker does not select means nothing to it: it finds the same if it is shown that, and if a run leaves it
// out.
func TestSelectors(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	found, left := 0, 0
	for seed := range uint64(200) {
		run := tell(irgen.Seeded(seed), 200, false)
		for i := range run.events {
			if ev := &run.events[i]; i%5 == 4 && run.op(ev) != nil && run.op(ev).Accesses() {
				ev.Obj = 0
			}
		}
		for name, make := range map[string]func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing]{
			"race":   race.New,
			"eraser": eraser.New(eraser.Options{Order: true}),
		} {
			unselective := func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
				an := make(r)
				an.Tuning.Selects = nil
				return an
			}
			w, all := dataflow.NewAnalyzer(name, "", make).
				Replay(run.prog), dataflow.NewAnalyzer(name, "", unselective).Replay(run.prog)
			require.NoError(t, w.Run(context.Background(), run))
			require.NoError(t, all.Run(context.Background(), run))
			require.Equal(t, all.Findings(), w.Findings(), "%s, seed %d", name, seed)
			told := dataflow.NewAnalyzer(name, "", make).Replay(run.prog)
			for i := range run.events {
				ev := &run.events[i]
				if op := run.op(ev); op != nil && op.Kind != envs.Call && !told.Selects(&run.prog.fn, op, ev.Obj != 0) {
					left++
					continue
				}
				require.NoError(t, told.Event(ev))
			}
			require.Equal(t, all.Findings(), told.Findings(), "%s, seed %d, of what is selected", name, seed)
			found += len(w.Findings())
			for pc := range run.prog.fn.Ops {
				p := envs.At(0, int32(pc))
				require.Equal(t, all.Executed(p), w.Executed(p))
			}
		}
	}
	require.Greater(t, found, 200)
	require.Greater(t, left, 1000)
}

// picky selects one kind, and notes what it is shown.
type picky struct {
	kind  envs.Kind
	shown *[]envs.Kind
}

func (c picky) analysis() dataflow.Analysis[dataflow.Nothing] {
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

func (p picky) Selects(op *envs.Op) bool { return op.Kind == p.kind }

func (p picky) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	*p.shown = append(*p.shown, op.Kind)
	return s
}

type needy struct{ picky }

func (c needy) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	world.Memory.For(r) // so that it is known which memory is accessed
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

// A checker is shown what it selects, and of accesses those it can know something of.
func TestSelected(t *testing.T) {
	run := &toldRun{prog: newVocabulary(1)}
	load, lock, nop := run.prog.at(envs.Load, 0, run.prog.locs[0]), run.prog.at(envs.Acquire, 0, nil),
		run.prog.at(envs.Nop, 0, nil)
	run.events = []envs.Event{
		{Kind: envs.Enter, Thread: 1}, {PC: nop, Thread: 1}, {PC: load, Thread: 1, Obj: 1}, {PC: load, Thread: 1},
		{PC: lock, Thread: 1},
	}
	shown := func(kind envs.Kind, needs bool) (kinds []envs.Kind) {
		p := picky{kind: kind, shown: &kinds}
		c := p.analysis().Alone
		if needs {
			c = needy{p}.analysis
		}
		w := dataflow.NewAnalyzer("picky", "", c).Replay(run.prog)
		require.NoError(t, w.Run(context.Background(), run))
		require.EqualValues(t, 1, w.Executed(envs.At(0, nop)))
		return kinds
	}
	require.Equal(t, []envs.Kind{envs.Acquire}, shown(envs.Acquire, false))
	require.Equal(t, []envs.Kind{envs.Nop}, shown(envs.Nop, true))
	require.Equal(t, []envs.Kind{envs.Load, envs.Load}, shown(envs.Load, false))
	require.Equal(t, []envs.Kind{envs.Load}, shown(envs.Load, true))
}

// forgetful panics when it is told that a variable is no more.
type forgetful struct{ picky }

func (c forgetful) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	world.Memory.For(r) // so that it is known which memory is accessed
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

func (forgetful) Again() bool { return false }

func (forgetful) Forget(g dataflow.Gone) {
	if g.Variable != 0 {
		panic("no variable can be forgotten")
	}
}

// A checker that panics where something is no more fails like any other: the others are
// told of it, and it is shown nothing more.
func TestDropperPanics(t *testing.T) {
	run := &toldRun{prog: newVocabulary(1)}
	load := run.prog.at(envs.Load, 0, run.prog.locs[0])
	var shown, others []envs.Kind
	w := dataflow.NewWatch(run.prog,
		dataflow.NewAnalyzer("forgetful", "", forgetful{picky{kind: envs.Load, shown: &shown}}.analysis),
		dataflow.NewAnalyzer("needy", "", needy{picky{kind: envs.Load, shown: &others}}.analysis))
	require.NoError(t, w.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
	require.NoError(t, w.Event(&envs.Event{PC: load, Thread: 1, Obj: 1}))
	var p *fixpoint.PanicError
	require.ErrorAs(t, w.Event(&envs.Event{Kind: envs.Forget, Thread: 1, Obj: 1}), &p)
	require.Equal(t, "no variable can be forgotten", p.Value)
	require.NoError(t, w.Event(&envs.Event{PC: load, Thread: 1, Obj: 1}))
	require.Len(t, shown, 1)
	require.Len(t, others, 2)
}
