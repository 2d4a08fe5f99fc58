package lockorder

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	Cycle = "lock-cycle"  // threads may wait for each other's locks
	Woken = "lock-wait"   // a thread waits for one that needs a lock which it holds
	Again = "lock-again"  // a thread waits for a lock that it holds
	Kept  = "lock-kept"   // a thread ends while it holds a lock
	Copy  = "lock-copied" // a lock that may be in use is copied
)

// Options are the checker's options; see the package comment.
type Options struct {
	All bool
}

// Analyzer makes the analyzer "lockorder".
func Analyzer() *dataflow.Analyzer {
	var o Options
	a := dataflow.NewAnalyzer("lockorder", "finds locks that threads may take in an order in which they wait for each other",
		func() dataflow.Checker[*state] { return New(o) })
	a.Flags.BoolVar(&o.All, "all", o.All, "count locks without a name, each of which may be any")
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[*state] { return &checker{Options: o} }

type checker struct {
	Options
	graph
	drains drains
}

var (
	_ dataflow.Enterer[*state] = (*checker)(nil)
	_ dataflow.Caller[*state]  = (*checker)(nil)
	_ dataflow.Repeater        = (*checker)(nil)
	_ dataflow.Needer          = (*checker)(nil)
	_ dataflow.Selector        = (*checker)(nil)
	_ dataflow.Parter          = (*checker)(nil)
)

func (c *checker) Needs() dataflow.Needs {
	return dataflow.Segments | dataflow.LockSets | dataflow.Meetings
}

// Selects what waits or wakes, loads that copy a lock, and returns, which may end a thread.
func (c *checker) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.Wait, envs.Join, envs.Receive, envs.Send, envs.Close, envs.Notify, envs.Return:
		return true
	case envs.Load:
		return op.Is(envs.Copied)
	}
	return false
}

// Entry is the state of a frame whose callers hold no lock.
func (c *checker) Entry(envs.Env, *envs.Func) *state { return nil }

// Exit is all of the state.
func (c *checker) Exit(_ envs.Env, _ *envs.Op, s *state) *state { return s }
