package ir

import (
	"cmp"

	"github.com/seed38182bad/parallax/envs/explore"
)

// Explore runs the program under every schedule and with every value of nondet, and
// hands each result to visit; visit returns false to stop. Threads are switched only
// where a System stops, so no outcome is lost.
// The result runs is how many were made, those that were cut short included. The result
// complete says that every schedule was covered: no bound was met.
func (p *Program) Explore(opts Options, visit func(*Result) bool) (runs int, complete bool) {
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
		count := explore.States(s, explore.StatesOptions{}, explore.Visitor{
			End: func(*explore.Path) bool { runs++; return result() && runs < bounds.Executions },
			Step: func(p *explore.Path, again bool) bool {
				if again {
					runs++
				}
				return runs < bounds.Executions && s.m.steps < bounds.Steps
			},
		})
		return runs, count.Complete && !limited
	}
	report := explore.Run(s, explore.NewExhaustive(-1), bounds, func(explore.Execution) bool { return result() })
	return report.Executions, report.Complete && !limited
}
