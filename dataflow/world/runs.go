package world

import (
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/happens"
	"github.com/seed38182bad/parallax/dataflow/internal/run/held"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/dataflow/internal/run/memory"
	"github.com/seed38182bad/parallax/envs"
)

// runs answer the facets in runs, by the modules that follow them.
type runs struct {
	*held.Locks
	*happens.Order
	*memory.Memory

	prog  envs.Program
	pos   *run.Position
	names *intern.Table
}

// Asker is part of ground.Runs, as the methods that follow are.
func (r *runs) Asker(cost ground.Cost) run.Asker {
	return run.Asker{
		Variables: cost&ofMemory != 0, Order: has(cost, needOrder),
		Signals: cost&(needOrder|needSegments|needSequence) != 0,
	}
}

func (r *runs) Follow(cost ground.Cost, objects, sparse bool) []run.Module {
	asked := r.Asker(cost)
	if has(cost, needSequence) && !r.prog.Knows().Sequenced {
		cost |= needOrder
	}
	r.names = &intern.Table{Meetings: has(cost, needMeetings)}
	r.Locks = held.New(r.pos, r.names, held.Config{Meetings: has(cost, needMeetings), Sparse: sparse})
	r.Order = happens.New(r.pos, r.names, happens.Config{
		Clocks: asked.Signals, Locks: has(cost, needOrder), Segments: has(cost, needSegments),
	})
	r.Memory = memory.New(r.prog, r.pos, r.names, r.Locks, r.Order, memory.Config{
		Objects: objects, Variables: cost&ofMemory != 0, Races: has(cost, needOrder),
	})
	return []run.Module{r.names, r.Locks, r.Order, r.Memory}
}

func (r *runs) IsLock(object uint64) bool { return r.names.IsLock(object) }

func (r *runs) Gone() (envs.Lock, []envs.Variable) {
	gone := r.names.Gone()
	return gone.Lock, gone.Variables
}
