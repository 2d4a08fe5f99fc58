package conflicts

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "not-serializable"

// options are the checker's options; see the package comment.
type options struct {
	Data  bool
	Rules *transactions.Rules
}

// Analyzer makes the analyzer "conflicts".
func Analyzer() *dataflow.Analyzer {
	var o options
	a := dataflow.NewAnalyzer("conflicts", "finds transactions through which a cycle of conflicts may lead",
		func(r *dataflow.Requires) dataflow.Analysis[state] { return algorithm(r, o) })
	a.Only = dataflow.OverPaths
	a.Flags.BoolVar(&o.Data, "data", false,
		"only accesses of data, and starts and ends of threads are conflicts: neither locks are, nor channels")
	transactions.Flag(a, &o.Rules)
	a.Assumes = []string{"what a function that is not seen does with other threads orders nothing"}
	a.OnDemand, a.Witness = true, envs.Between
	return a
}
