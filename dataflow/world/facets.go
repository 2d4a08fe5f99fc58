package world

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// The facets; see the package comment.
var (
	Blocks   = dataflow.FacetOf[envs.Blocks]("Blocks", source{}, 0)
	Locks    = dataflow.FacetOf[envs.Locks]("Locks", source{}, 0)
	LockSets = dataflow.FacetOf[envs.LockSets]("LockSets", source{}, needLockSets)
	Sharing  = dataflow.FacetOf[envs.Sharing]("Sharing", source{}, 0)
	Memory   = dataflow.FacetOf[envs.Memory]("Memory", source{}, needAccesses)
	Races    = dataflow.FacetOf[envs.Races]("Races", source{}, needOrder)
	Sequence = dataflow.FacetOf[envs.Sequence]("Sequence", source{}, needSequence)
	Threads  = dataflow.FacetOf[envs.Threads]("Threads", source{}, 0)
	Segments = dataflow.FacetOf[envs.Segments]("Segments", source{}, needSegments)
	Meetings = dataflow.FacetOf[envs.Meetings]("Meetings", source{}, needMeetings)
)

// source is the ground.Source of the facets.
type source struct{}

func (source) Paths() ground.Paths { return &staticEnv{} }
func (source) Unknown() any        { return unanswered{} }

func (source) Runs(prog envs.Program, at *run.Position) ground.Runs {
	return &runs{prog: prog, pos: at}
}

const (
	needAccesses ground.Cost = 1 << iota // which memory operations access
	needOrder                            // what happens before what
	needSegments                         // which parts of threads may overlap
	needLockSets                         // which locks callers hold
	needMeetings                         // at what else threads wait for each other, in a run
	needSequence                         // which of two accesses came first, where a run may be shown in another order
)

// ofMemory are the costs with which it matters which memory is accessed.
const ofMemory = needAccesses | needOrder

// has reports whether all of m are among the costs n.
func has(n, m ground.Cost) bool { return n&m == m }
