package ir

import (
	"cmp"

	"github.com/seed38182bad/parallax/envs/explore"
)

// Explore runs the program under one schedule of each trace and with every value of
// nondet, and hands each result to visit; visit returns false to stop. Every schedule is
// equivalent to one of them, so no outcome is lost, nor what checkers make of an execution.
// The result runs is how many were made, those that were cut short included. The result
// complete says that every schedule was covered: no bound was met.
func (p *Program) Explore(opts Options, visit func(*Result) bool) (runs int, complete bool) {
	opts.Stops, opts.Reduce = Noticed, Reduce{}
	s := p.System(opts)
	bounds := explore.Options{
		Executions: cmp.Or(max(opts.MaxRuns, 0), 100_000), Steps: cmp.Or(max(opts.MaxSteps, 0), 10_000),
	}
	limited := false
	result := func() bool {
		r := s.Result()
		limited = limited || r.End == StepLimit || r.End == ThreadLimit
		return visit(r)
	}
	if opts.Merge {
		count := explore.States(s, explore.StatesOptions{States: 10 * bounds.Executions}, explore.Visitor{
			End: func(*explore.Path) bool { runs++; return result() && runs < bounds.Executions },
			Step: func(p *explore.Path, again bool) bool {
				if again {
					runs++
				}
				return runs < bounds.Executions
			},
		})
		return runs, count.Complete && !limited
	}
	by := explore.NewDPOR(explore.DPOROptions{})
	report := explore.Run(s, by, bounds, func(explore.Execution) bool { return result() })
	return report.Executions, report.Complete && !limited
}
