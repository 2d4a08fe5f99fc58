package lockorder

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/waiting"
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
	// Found, if it is not nil, is told of each cycle that is reported. Once all waits are known it is told of a cycle
	// once in a pass.
	Found func(waits []waiting.Step)
}

// Analyzer makes the analyzer "lockorder".
func Analyzer() *dataflow.Analyzer {
	var o Options
	a := dataflow.NewAnalyzer("lockorder",
		"finds locks that threads may take in an order in which they wait for each other",
		func(r *dataflow.Requires) dataflow.Analysis[*waiting.State] { return New(o)(r) })
	a.Flags.BoolVar(&o.All, "all", o.All, "count locks without a name, each of which may be any")
	a.OnDemand, a.Witness = true, envs.Circle
	return a
}
