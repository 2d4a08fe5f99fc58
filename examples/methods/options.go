package methods

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "method-inconsistency"

// Options are the checker's options; see the package comment.
type Options struct {
	Plain    bool
	Callers  bool
	Ways     bool
	Exposed  bool
	Contents bool
}

// Analyzer makes the analyzer "methods".
func Analyzer() *dataflow.Analyzer {
	o := Options{Contents: true}
	a := dataflow.NewAnalyzer("methods",
		"finds methods that access in several critical sections what those of other threads access otherwise",
		func(r *dataflow.Requires) dataflow.Analysis[State] { return New(o)(r) })
	a.Flags.BoolVar(&o.Plain, "plain", o.Plain,
		"apply the definition as it stands: compare all lock views, for all methods with locking below them")
	a.Flags.BoolVar(&o.Callers, "callers", o.Callers,
		"report also those that call, directly or not, a method that is reported")
	a.Flags.BoolVar(&o.Ways, "ways", o.Ways, "let each way through a critical section have a lock view of its own")
	a.Flags.BoolVar(&o.Exposed, "exposed", o.Exposed,
		"let a read count in a critical section only if what was read leaves it")
	a.Flags.BoolVar(&o.Contents, "contents", o.Contents,
		"take what is done to the elements of a field's slice, array or map for done to the field")
	a.OnDemand, a.Witness = true, envs.Between
	return a
}
