package dataflow_test

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// world is all that can be asked of facets. Memory answers for Sharing.
type world struct {
	envs.Values
	envs.Blocks
	envs.Locks
	envs.LockSets
	envs.Memory
	envs.Races
	envs.Threads
	envs.Segments
	envs.Meetings
	envs.Passes
}

// costly are the facets that cost something over all paths.
var costly = []dataflow.AnyFacet{dataflow.Memory, dataflow.Races, dataflow.Segments, dataflow.LockSets}

// worldOf requires the facets that cost nothing, and some others. The rest of the world is nil.
func worldOf(r *dataflow.Requires, others ...dataflow.AnyFacet) world {
	w := world{
		Values: dataflow.Require(r, dataflow.Values), Blocks: dataflow.Require(r, dataflow.Blocks),
		Locks: dataflow.Require(r, dataflow.Locks), Threads: dataflow.Require(r, dataflow.Threads),
		Passes: dataflow.Require(r, dataflow.Passes),
	}
	for _, f := range others {
		switch f {
		case dataflow.LockSets:
			w.LockSets = dataflow.Require(r, dataflow.LockSets)
		case dataflow.Memory:
			w.Memory = dataflow.Require(r, dataflow.Memory)
		case dataflow.Races:
			w.Races = dataflow.Require(r, dataflow.Races)
		case dataflow.Segments:
			w.Segments = dataflow.Require(r, dataflow.Segments)
		case dataflow.Meetings:
			w.Meetings = dataflow.Require(r, dataflow.Meetings)
		default:
			panic("worldOf requires no such facet")
		}
	}
	return w
}
