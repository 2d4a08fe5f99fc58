package session

import (
	"cmp"
	"io"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// A RunConfig says what to run, and how. The zero value runs main once, or under 100 schedules where these are chosen
// here.
type RunConfig struct {
	// Tests runs tests, not main.
	Tests bool
	// Args are those of the program, or flags of the tests as "go test" takes them.
	Args []string
	// Times is how often the runs of Go packages are made; 0 means once.
	Times int
	// Schedules are how many runs there are where the schedule is chosen here; 0 means 100.
	Schedules int
	// Seed is that of the first run, and each further one has the next. Where the schedule is chosen here, it determines
	// the schedule. Runs of Go packages are perturbed by it: goroutines are delayed here and there. With 0 they are not,
	// nor is the first with Plain, nor are runs that are recorded.
	Seed  uint64
	Plain bool
	// Suspects are findings near whose places perturbed runs have more delays. Those of earlier runs are added.
	Suspects []envs.Finding
	// Elements is how many elements of an array or a slice are told apart. The others are not followed in runs of Go,
	// and are one variable elsewhere. 0 means UsualElements, a negative number all.
	Elements int
	// Calls is how many calls of a function, and accesses at one place, are followed that a goroutine makes with no
	// lock held. Of the others one in 64 is followed. 0 means UsualCalls, a negative number all.
	Calls int
	// Count counts all that is executed, as Compare needs to.
	Count bool
	// Offline looks at each run once it is over, in the light of all that happens in it. Its events are kept in a
	// temporary file until then.
	Offline bool
	// Stdin, Stdout and Stderr are those of programs that are run; nil is none.
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	checkers []*dataflow.Analyzer
	unmade   error // why others cannot be made
	needs    needs
	recorded bool // all events, for checkers that may come
}

// The numbers of elements and of calls that a RunConfig without any follows.
const (
	UsualElements = 64
	UsualCalls    = 8
)

// prepare adds what the checkers of the session need.
func (p *Program) prepare(cfg *RunConfig) { p.prepareOn(dataflow.OnRuns, cfg) }

// prepareOn is prepare for the checkers that are defined on a side.
func (p *Program) prepareOn(side dataflow.Side, cfg *RunConfig) {
	cfg.checkers, cfg.unmade = p.session.watching(side, p.Code)
	cfg.needs = needsOf(cfg.checkers)
	cfg.needs.pathsMemory = needsOf(dataflow.On(dataflow.OverPaths, p.session.Checkers)).pathsMemory
}

// selecting reports whether a run has to tell only of what the checkers select.
func (c *RunConfig) selecting() bool { return c.needs.selects && !c.recorded }

// elements is the number of elements; 0 means all.
func (c *RunConfig) elements() int { return max(0, cmp.Or(c.Elements, UsualElements)) }

// calls is the number of calls; 0 means all.
func (c *RunConfig) calls() int { return max(0, cmp.Or(c.Calls, UsualCalls)) }

// seed is that of run i of Go packages; 0 if it is not perturbed.
func (c *RunConfig) seed(i int) uint64 {
	if c.recorded || i == 0 && c.Plain {
		return 0
	}
	return c.Seed + uint64(i)
}

// perturbs reports whether any run of Go packages is perturbed.
func (c *RunConfig) perturbs() bool { return c.seed(0) != 0 || c.Times > 1 && c.seed(1) != 0 }

func (c *RunConfig) schedules() int { return cmp.Or(max(0, c.Schedules), 100) }

// needs are what checkers have to see, beyond what happens around locks.
type needs struct {
	pathsMemory bool // over all paths: which memory is accessed

	// What follows is about runs.

	selects    bool // all of them say what they have to be shown
	everywhere bool // in all functions
	checks     []envs.CheckKind
	memory     bool // which memory is accessed
	ordering   bool // what orders threads
	meetings   bool // where threads wait for each other
	whole      bool // nothing is left out as having been done before
}

// needsOf is the only place that asks what checkers need.
func needsOf(checkers []*dataflow.Analyzer) needs {
	n := needs{selects: true}
	for _, a := range checkers {
		runs := func(facets ...dataflow.AnyFacet) bool { return a.Requires(dataflow.OnRuns, facets...) }
		n.selects = n.selects && a.Selects()
		n.everywhere = n.everywhere || a.Everywhere || len(a.Checks) > 0
		n.checks = append(n.checks, a.Checks...)
		n.pathsMemory = n.pathsMemory || a.Requires(dataflow.OverPaths, world.Memory, world.Races)
		n.memory = n.memory || runs(world.Memory, world.Races)
		n.ordering = n.ordering || runs(world.Races, world.Segments, world.Sequence)
		n.meetings = n.meetings || runs(world.Meetings)
		n.whole = n.whole || a.Selects() && !a.Samples()
	}
	slices.Sort(n.checks)
	n.checks = slices.Compact(n.checks)
	return n
}

// covers reports whether what was recorded for checkers that need n is enough for others.
func (n needs) covers(o needs) bool {
	missing := func(k envs.CheckKind) bool { return !slices.Contains(n.checks, k) }
	return (n.everywhere || !o.everywhere) && (n.memory || !o.memory) && (n.ordering || !o.ordering) &&
		(n.meetings || !o.meetings) && !slices.ContainsFunc(o.checks, missing)
}
