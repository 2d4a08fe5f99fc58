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
		Values: dataflow.Require(r, dataflow.Values), Blocks: dataflow.Require(r, world.Blocks),
		Locks: dataflow.Require(r, world.Locks), Threads: dataflow.Require(r, world.Threads),
	}
	for _, f := range others {
		switch f {
		case world.LockSets:
			w.LockSets = dataflow.Require(r, world.LockSets)
		case world.Memory:
			w.Memory = dataflow.Require(r, world.Memory)
		case world.Races:
			w.Races = dataflow.Require(r, world.Races)
		case world.Segments:
			w.Segments = dataflow.Require(r, world.Segments)
		case world.Meetings:
			w.Meetings = dataflow.Require(r, world.Meetings)
		default:
			panic("worldOf requires no such facet")
		}
	}
	return w
}
