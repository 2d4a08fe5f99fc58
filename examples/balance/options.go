package balance

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	Left   = "lock-left"     // a function returns, or panics, and still holds a lock that it has taken
	Unheld = "unlock-unheld" // a lock is given back that is not held
	Side   = "unlock-side"   // a lock is given back on the side on which it is not held
	Twice  = "lock-twice"    // a lock is taken that may be held already
	Keeps  = "keeps-lock"    // a function takes a lock for its callers: no defect
)

// Options are the checker's options; see the package comment.
type Options struct {
	All    bool
	Kept   bool
	Panics bool
}

// Analyzer makes the analyzer "balance".
func Analyzer() *dataflow.Analyzer {
	var o Options
	a := dataflow.NewAnalyzer("balance",
		"finds locks that are not given back on some path, or given back without being held",
		func(r *dataflow.Requires) dataflow.Analysis[State] { return New(o)(r) })
	a.Flags.BoolVar(&o.All, "all", o.All, "report what is possible, though nothing speaks for it")
	a.Flags.BoolVar(&o.Kept, "kept", o.Kept, "list functions that keep a lock for their callers, as keeps-lock")
	a.Flags.BoolVar(&o.Panics, "panics", o.Panics, "report locks that are left by panics that nobody is seen to recover")
	a.OnDemand, a.Witness = true, envs.Stuck
	a.Assumes = []string{
		"conditions that read the same in one function have the same outcome, unless what they read is a new value",
		"a function that gives back a lock that it has not taken is called with that lock held",
	}
	return a
}
