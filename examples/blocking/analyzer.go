package blocking

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of reports of threads that wait for good.
const Kind = "blocked"

// options are those of the checker.
type options struct {
	kept bool // report threads that wait at the end of a run, and that something could wake
	all  bool // report every wait that is not proved to end
}

// Analyzer makes the analyzer "blocking".
func Analyzer() *dataflow.Analyzer {
	var o options
	a := dataflow.NewAnalyzer("blocking", "finds threads that wait for good: at locks, channels, conditions and groups",
		func(r *dataflow.Requires) dataflow.Analysis[*state] { return newChecker(r, o).analysis() })
	a.OnDemand, a.Witness = true, envs.Stuck
	a.Flags.BoolVar(&o.kept, "kept", false, "report threads that wait at the end of a run, and that something could wake")
	a.Flags.BoolVar(&o.all, "all", false, "report every wait that is not proved to end")
	return a
}
