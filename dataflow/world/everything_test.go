package world_test

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// everything is all that can be asked of facets. Memory answers for Sharing.
type everything struct {
	envs.Values
	envs.Blocks
	envs.Locks
	envs.LockSets
	envs.Memory
	envs.Races
	envs.Threads
	envs.Segments
	envs.Meetings
}

// costly are the facets that cost something over all paths.
var costly = []dataflow.AnyFacet{world.Memory, world.Races, world.Segments, world.LockSets}

// worldOf requires the facets that cost nothing, and some others. The rest of the world is nil.
func worldOf(r *dataflow.Requires, others ...dataflow.AnyFacet) everything {
	w := everything{
		Values: dataflow.Values.For(r), Blocks: world.Blocks.For(r),
		Locks: world.Locks.For(r), Threads: world.Threads.For(r),
	}
	for _, f := range others {
		switch f {
		case world.LockSets:
			w.LockSets = world.LockSets.For(r)
		case world.Memory:
			w.Memory = world.Memory.For(r)
		case world.Races:
			w.Races = world.Races.For(r)
		case world.Segments:
			w.Segments = world.Segments.For(r)
		case world.Meetings:
			w.Meetings = world.Meetings.For(r)
		default:
			panic("worldOf requires no such facet")
		}
	}
	return w
}
