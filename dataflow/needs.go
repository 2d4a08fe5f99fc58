package dataflow

import (
	"fmt"
	"strings"
)

// Needs say what a checker asks of an environment that costs something to know. What
// all checkers of a run do not need is not looked at.
type Needs uint8

// What may be needed.
const (
	// Accesses: which memory operations access (Env.Variable, and what is said of
	// accesses).
	NeedAccesses Needs = 1 << iota
	// Order: what happens before what (Env.MayRace, Env.Excluded).
	NeedOrder
	// Segments: which parts of threads may overlap (Env.Segment, Env.MayOverlap).
	NeedSegments
	// LockSets: which locks are held, by names that mean the same everywhere
	// (Env.MustLocks), and which locks callers hold (Env.MayLocks). In a run they are always known.
	NeedLockSets
	// Meetings: what operations beside those of locks are about with which threads wait for
	// each other (Env.Lock). Over all paths it is always known.
	NeedMeetings
	// Sequence: which of two accesses came first, where a run may be shown in another order (Env.MayComeLater). If the
	// environment knows the order of all accesses it costs nothing.
	NeedSequence
)

// byVariable are the needs with which it is known which variable an access is about.
const byVariable = NeedAccesses | NeedOrder

// Memory reports whether it matters which memory is accessed.
func (n Needs) Memory() bool { return n&byVariable != 0 }

// Ordering reports whether it matters what orders threads.
func (n Needs) Ordering() bool { return n&(NeedOrder|NeedSegments|NeedSequence) != 0 }

// Has reports whether all of m are needed.
func (n Needs) Has(m Needs) bool { return n&m == m }

// inOrder is what an analysis needs where operations are shown in order.
func (a *Analysis[S]) inOrder() Needs { return a.Needs | a.InOrder }

// unannounced is what a checker is told that asks what it has not announced.
func unannounced(n Needs, question string) string {
	return fmt.Sprintf("the checker asks for %s, but its method Needs does not announce %s", question, n)
}

// String lists what is needed: "Accesses|Order".
func (n Needs) String() string {
	var parts []string
	for i, name := range [...]string{"Accesses", "Order", "Segments", "LockSets", "Meetings", "Sequence"} {
		if n&(1<<i) != 0 {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, "|")
}
