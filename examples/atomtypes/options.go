package atomtypes

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	Compound   = "compound"          // a transaction that is not known to be atomic
	Unguarded  = "guard-not-held"    // an access without a lock that is declared to guard the memory
	NotAtomic  = "not-atomic"        // an access that is no atomic one, of memory declared so
	Unmet      = "requires-not-held" // a call without a lock that the function is declared to require
	Excluded   = "excluded-held"     // a call with a lock that the function is declared to exclude
	Broken     = "promise-broken"    // a return otherwise than the function is declared to return
	Reassigned = "guard-reassigned"  // a write of what a declared way to a lock leads through
	Type       = "type"              // the type of a function, if asked for
)

// options are the checker's options; see the package comment.
type options struct {
	Multi    bool
	Declared bool
	Types    bool
	Rules    *transactions.Rules
}

// Analyzer makes the analyzer "atomtypes".
func Analyzer() *dataflow.Analyzer {
	var o options
	a := dataflow.NewAnalyzer("atomtypes",
		"finds transactions that are not atomic by the types of what they do, and locks that are not held as declared",
		func(r *dataflow.Requires) dataflow.Analysis[*state] { return algorithm(r, o) })
	a.Assumes = []string{
		"what an unknown callee does commutes with what other threads do",
		"who calls a function from outside the program holds the locks that it is declared to require",
	}
	a.Flags.BoolVar(&o.Multi, "multi", o.Multi,
		"let each read hold one of the locks that all writes hold, whichever it is")
	a.Flags.BoolVar(&o.Declared, "declared", o.Declared, "take for guards only what is declared, and infer none")
	a.Flags.BoolVar(&o.Types, "types", o.Types, "report the type of each function, too")
	transactions.Flag(a, &o.Rules)
	a.OnDemand, a.Witness = true, envs.Between
	return a
}
