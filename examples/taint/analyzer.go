package taint

import (
	"fmt"
	"os"

	"github.com/seed38182bad/parallax/dataflow"
)

// Analyzer makes the analyzer "taint". Its flag rules names the file of rules; if
// there is none, the rules are those for Go.
func Analyzer() *dataflow.Analyzer {
	var file string
	var rules *rules
	a := dataflow.NewAnalyzer("taint", "finds values from outside that reach where they must not go",
		func(r *dataflow.Requires) dataflow.Analysis[state] {
			if rules == nil {
				rules = forGo()
			}
			c := newChecker(rules)
			r.Gather(c)
			return c.analysis()
		})
	a.Setup = func(path func(string) string) (err error) {
		if file == "" {
			return nil
		}
		text, err := os.ReadFile(path(file))
		if err != nil {
			return fmt.Errorf("-taint.rules: %w", err)
		}
		rules, err = parseRules(file, string(text))
		return err
	}
	a.OnDemand = true
	a.Everywhere = true
	a.Assumes = []string{
		"what an unknown function returns holds what its arguments hold and nothing else, and it changes no argument, " +
			"unless a rule says so",
		"values do not pass between goroutines but through channels and arguments that one function sees",
		"what only depends on a value, by a condition, index or size, does not hold it",
	}
	a.Flags.StringVar(&file, "rules", "", "read sources, sinks and levels from `file`, instead of those for Go")
	return a
}
