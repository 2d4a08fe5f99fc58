package views

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "view-inconsistency"

// options are the checker's options; see the package comment.
type options struct {
	Plain       bool
	Conditional bool
	Elements    bool
	Least       int
}

// Analyzer makes the analyzer "views".
func Analyzer() *dataflow.Analyzer {
	o := options{Least: 2}
	a := dataflow.NewAnalyzer("views",
		"finds variables that one thread accesses together under a lock and another one apart",
		func(r *dataflow.Requires) dataflow.Analysis[blocks.State] { return newChecker(r, o).analysis() })
	a.Flags.BoolVar(&o.Plain, "plain", o.Plain, "compare all views, whichever locks they are of and were held around them")
	a.Flags.BoolVar(&o.Conditional, "conditional", o.Conditional,
		"take what a critical section accesses under a condition for accessed")
	a.Flags.BoolVar(&o.Elements, "elements", o.Elements, "let elements of arrays, slices and maps be variables, too")
	a.Flags.IntVar(&o.Least, "least", o.Least, "report only what is about at least `n` variables")
	a.OnDemand, a.Witness = true, envs.Between
	return a
}
