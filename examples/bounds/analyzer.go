package bounds

import (
	"fmt"
	"strconv"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

// Analyzer makes the analyzer "bounds". Its flag all reports every check that is not proved. Its flag related is the
// number of variables whose differences are kept together. 1 keeps none, and lets functions start from anything and
// calls give anything: a plain analysis of intervals.
func Analyzer() *dataflow.Analyzer {
	var all bool
	related := count(16)
	a := dataflow.NewAnalyzer("bounds",
		"finds indices, slice bounds, divisors, sizes, shift counts and conversions that are out of range",
		func(r *dataflow.Requires) dataflow.Analysis[*numbers.State] {
			return newChecker(r, all, int(related)).analysis()
		})
	a.Checks = []envs.CheckKind{envs.IndexCheck, envs.SliceCheck, envs.SizeCheck, envs.DivisionCheck, envs.ShiftCheck,
		envs.ConversionCheck}
	a.OnDemand, a.Witness = true, envs.Ending
	a.Assumes = []string{
		"no slice has 1<<48 elements, which only elements of size zero allow",
		"an exported variable that is assigned once, when its package is initialised, is not assigned by packages " +
			"that are not seen",
		"what is loaded again from memory that this goroutine has not written, and no synchronisation lies between, " +
			"is unchanged: there are no data races",
	}
	a.Flags.BoolVar(&all, "all", false,
		"report every check that is not proved, not only those that what is known speaks against")
	a.Flags.Var(&related, "related",
		fmt.Sprintf("keep the differences between at most `n` variables together, up to %d; 1 keeps none",
			numbers.MaxRelated))
	return a
}

// count is a number of variables that are related, as a flag.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > numbers.MaxRelated {
		return fmt.Errorf("want a number from 1 to %d", numbers.MaxRelated)
	}
	*c = count(n)
	return nil
}
