package serial

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
)

// Kind is the kind of all reports.
const Kind = "not-serializable"

// options are the checker's options; see the package comment.
type options struct {
	Data  bool
	Rules *transactions.Rules
}

// Analyzer makes the analyzer "serial".
func Analyzer() *dataflow.Analyzer {
	var o options
	a := dataflow.NewAnalyzer("serial", "finds transactions that a run executes as no serial order of them could be",
		func(r *dataflow.Requires) dataflow.Analysis[state] { return newChecker(r, o).analysis() })
	a.Only, a.Confirms = dataflow.OnRuns, "conflicts"
	a.Flags.BoolVar(&o.Data, "data", false,
		"only accesses of data, and starts and ends of threads are conflicts: neither locks are, nor channels")
	transactions.Flag(a, &o.Rules)
	a.OnDemand = true
	return a
}
