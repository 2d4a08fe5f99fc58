package transactions

import (
	"fmt"
	"os"

	"github.com/seed38182bad/parallax/dataflow"
)

// Flag gives an analyzer the flag -transactions, which names a file of rules. They are in rules once the
// analyzer is set up, and nil if no file is named. What its Setup was before comes first.
func Flag(a *dataflow.Analyzer, rules **Rules) {
	file := ""
	a.Flags.StringVar(&file, "transactions", file, "read from `file` what is a transaction")
	before := a.Setup
	a.Setup = func(path func(string) string) error {
		if before != nil {
			if err := before(path); err != nil {
				return err
			}
		}
		*rules = nil
		if file == "" {
			return nil
		}
		text, err := os.ReadFile(path(file))
		if err != nil {
			return fmt.Errorf("-%s.transactions: %w", a.Name, err)
		}
		*rules, err = Parse(file, text)
		return err
	}
}
