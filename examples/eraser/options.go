package eraser

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "data-race"

// Options are the checker's options; see the package comment.
type Options struct {
	Multi   bool
	Initial bool
	Pairs   bool
	Order   bool
}

// Analyzer makes the analyzer "eraser".
func Analyzer() *dataflow.Analyzer {
	o := Options{Order: true}
	a := dataflow.NewAnalyzer("eraser", "finds shared variables that no lock protects at all their accesses",
		func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] { return New(o)(r) })
	a.Flags.BoolVar(&o.Multi, "multi", o.Multi,
		"let each read hold one of the locks that all writes hold, whichever it is")
	a.Flags.BoolVar(&o.Initial, "initial", o.Initial, "let accesses count before the variable is shared")
	a.Flags.BoolVar(&o.Pairs, "pairs", o.Pairs,
		"report only accesses of which nothing excludes that they race with another one")
	a.Flags.BoolVar(&o.Order, "order", o.Order, "say of each report whether the order of the run proves it")
	a.OnDemand, a.Witness = true, envs.Racing
	return a
}
