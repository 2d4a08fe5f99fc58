package blockwise

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	// Kind is about one variable.
	Kind = "unserializable"
	// OrderKind is about two variables: by the one a transaction comes before others, and by the other after
	// them.
	OrderKind = "unserializable-order"
)

// options are the checker's options; see the package comment.
type options struct {
	Rules *transactions.Rules
}

// Analyzer makes the analyzer "blockwise".
func Analyzer() *dataflow.Analyzer {
	var o options
	a := dataflow.NewAnalyzer("blockwise",
		"finds transactions that others can take apart so that no serial order explains it",
		func(r *dataflow.Requires) dataflow.Analysis[state] { return algorithm(r, o) })
	transactions.Flag(a, &o.Rules)
	a.Assumes = []string{"locks do not deadlock, or it is reported by the checker lockorder"}
	a.OnDemand, a.Witness = true, envs.Between
	return a
}
