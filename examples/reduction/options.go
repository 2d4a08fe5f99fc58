package reduction

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "not-reducible"

// options are the checker's options; see the package comment.
type options struct {
	Theorem   int // 2 or 3
	Locks     bool
	Pairs     bool
	Deadlock  bool
	Published bool
	Rules     *transactions.Rules
}

// Analyzer makes the analyzer "reduction".
func Analyzer() *dataflow.Analyzer {
	o := options{Theorem: 3, Locks: true, Published: true}
	a := dataflow.NewAnalyzer("reduction", "finds transactions that cannot be moved together: others may come in between",
		func(r *dataflow.Requires) dataflow.Analysis[*state] { return algorithm(r, o) })
	a.Flags.IntVar(&o.Theorem, "theorem", o.Theorem,
		"2, or 3 to leave out critical sections that access nothing but memory that is not shared or not written")
	a.Flags.BoolVar(&o.Locks, "locks", o.Locks,
		"take locks that are held already, used by one thread, or protected by others, for what they are")
	a.Flags.BoolVar(&o.Pairs, "pairs", o.Pairs,
		"let only accesses count of which nothing excludes that they race with another one")
	a.Flags.BoolVar(&o.Deadlock, "deadlock", o.Deadlock,
		"report also transactions in which threads may come to wait for each other")
	a.Flags.BoolVar(&o.Published, "published", o.Published,
		"off-line, take what comes first in the order in which locks were taken "+
			"for the initialisation of what is published under a lock")
	a.Setup = func(func(string) string) error {
		if o.Theorem != 2 && o.Theorem != 3 {
			return fmt.Errorf("-reduction.theorem=%d: want 2 or 3", o.Theorem)
		}
		return nil
	}
	transactions.Flag(a, &o.Rules)
	a.Assumes = []string{
		"in Go, what a function does before it panics is not part of the transaction of its caller",
		"who notifies others of a condition holds its lock",
		"an attempt to take a lock, as by TryLock, may fail though nobody holds it",
		"code that is not seen neither takes locks nor accesses memory that threads share",
	}
	a.OnDemand, a.Witness = true, envs.Between
	return a
}
