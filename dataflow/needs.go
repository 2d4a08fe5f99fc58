package dataflow

// costs say what has to be known for the facets that analyses require, beyond what is known at any time. What nobody
// requires is not looked at.
type costs uint8

const (
	needAccesses costs = 1 << iota // which memory operations access
	needOrder                      // what happens before what
	needSegments                   // which parts of threads may overlap
	needLockSets                   // which locks callers hold
	needMeetings                   // at what else threads wait for each other; over all paths that is known at any time
	needSequence                   // which of two accesses came first, where a run may be shown in another order
)

// memory reports whether it matters which memory is accessed.
func (n costs) memory() bool { return n&(needAccesses|needOrder) != 0 }

// ordering reports whether it matters what orders threads.
func (n costs) ordering() bool { return n&(needOrder|needSegments|needSequence) != 0 }

// has reports whether all of m are there.
func (n costs) has(m costs) bool { return n&m == m }

// inRuns are the costs in a run.
func (a *Analysis[S]) inRuns() costs { return a.needs | a.inOrder }
