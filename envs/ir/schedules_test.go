package ir_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

var programs = flag.Int("ir.programs", 2000, "how many generated programs the tests of schedules have")

// outcome is all that an execution leaves behind: the values of variables, exceptions, and who waits.
func outcome(r *ir.Result) string {
	var b strings.Builder
	a := r.Global("a")
	f, _ := r.Field(a, "f")
	fmt.Fprint(&b, r.End, " x=", r.Global("x"), " y=", r.Global("y"), " f=", f, " done=", r.Global("done"))
	var all []string
	for _, u := range r.Uncaught {
		all = append(all, fmt.Sprint(" !", u.Value, "@", u.At))
	}
	for _, w := range r.Blocked {
		all = append(all, fmt.Sprint(" waits@", w.At))
	}
	slices.Sort(all)
	return b.String() + strings.Join(all, "")
}

// search is what a way to search finds of a program.
type search struct {
	outcomes map[string]bool
	report   explore.Report
}

func (s search) String() string { return strings.Join(slices.Sorted(maps.Keys(s.outcomes)), "\n") }

// stateless runs a strategy.
func stateless(p *ir.Program, by explore.Strategy, limit int) search {
	s := search{outcomes: map[string]bool{}}
	sys := p.System(ir.Options{})
	s.report = explore.Run(sys, by, explore.Options{Executions: limit, Steps: 300}, func(x explore.Execution) bool {
		if x.End != explore.Redundant {
			s.outcomes[outcome(sys.Result())] = true
		}
		return true
	})
	return s
}

// states searches all states.
func states(p *ir.Program, opts explore.StatesOptions) (search, explore.Count) {
	s := search{outcomes: map[string]bool{}}
	sys := p.System(ir.Options{})
	count := explore.States(sys, opts, explore.Visitor{End: func(*explore.Path) bool {
		s.outcomes[outcome(sys.Result())] = true
		return true
	}})
	return s, count
}

// TestStrategiesAgree draws programs. Every way to search finds the same outcomes, and optimal reduction executes each
// trace once.
func TestStrategiesAgree(t *testing.T) {
	sum := map[string]int{}
	for seed := range uint64(*programs) {
		text := irgen.Schedules(irgen.Seeded(seed))
		p, err := ir.Parse("drawn.plx", text)
		require.NoError(t, err, text)
		require.NoError(t, envs.Validate(p))
		full, count := states(p, explore.StatesOptions{})
		require.True(t, count.Complete)
		sum["states"] += count.States
		for _, opts := range []explore.StatesOptions{{Breadth: true}, {Sleep: true}} {
			other, c := states(p, opts)
			require.Equal(t, full.String(), other.String(), "seed %d, %+v\n%s", seed, opts, text)
			if opts.Breadth {
				require.Equal(t, count.States, c.States)
			}
		}
		for name, by := range map[string]explore.Strategy{
			"optimal": explore.NewDPOR(explore.DPOROptions{}),
			"source":  explore.NewDPOR(explore.DPOROptions{Source: true}),
		} {
			got := stateless(p, by, 200_000)
			require.True(t, got.report.Complete, "seed %d %s: %s\n%s", seed, name, got.report.Why, text)
			require.Equal(t, full.String(), got.String(), "seed %d, %s\n%s", seed, name, text)
			sum[name] += got.report.Executions
			sum[name+" redundant"] += got.report.Redundant
			if name == "optimal" {
				require.Zero(t, got.report.Redundant, "seed %d\n%s", seed, text)
			}
		}
	}
	t.Log(sum)
}
