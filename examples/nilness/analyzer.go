package nilness

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// Analyzer makes the analyzer "nilness". Its flag is all, which reports every check
// that is not proved.
func Analyzer() *dataflow.Analyzer {
	var all bool
	a := dataflow.NewAnalyzer("nilness",
		"finds nil pointers that are followed, nil maps that are written, and nil functions that are called",
		func(r *dataflow.Requires) dataflow.Analysis[*State] {
			world.Locks.For(r) // it knows which handlers are reached, and tells callers apart
			return checker{all, dataflow.Values.For(r)}.analysis()
		})
	a.Checks = []envs.CheckKind{envs.NilCheck, envs.NilMapCheck, envs.NilCallCheck}
	a.OnDemand, a.Witness = true, envs.Ending
	a.Flags.BoolVar(&all, "all", false,
		"report every check that is not proved, not only those of which there is evidence that they may fail")
	return a
}
