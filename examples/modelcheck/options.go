package modelcheck

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
)

// options are the checker's options; see the package comment.
type options struct {
	By    string
	Rules *transactions.Rules
}

// Analyzer makes the analyzer "modelcheck".
func Analyzer() *dataflow.Analyzer {
	o := options{By: "w"}
	a := dataflow.NewAnalyzer("modelcheck",
		"finds functions that some schedule shows not to be atomic, or does not show to be: those that it does not find "+
			"are atomic if every schedule was explored",
		func(r *dataflow.Requires) dataflow.Analysis[regions] { return algorithm(r, o) })
	a.Flags.StringVar(&o.By, "by", o.By, "how operations are classified: ind, as independent or not; mov, as left and "+
		"right movers; comb, by both; or w, by both, where locks that protect nothing count as movers, too")
	a.Setup = func(func(string) string) error {
		if _, ok := classifications[o.By]; !ok {
			return fmt.Errorf("-modelcheck.by=%s: want ind, mov, comb or w", o.By)
		}
		return nil
	}
	transactions.Flag(a, &o.Rules)
	a.Only, a.OnDemand = dataflow.OverSchedules, true
	return a
}
