package ir_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// reduced are all single reductions, and some of them together.
var reduced = []ir.Reduce{
	{Local: true}, {Protected: true}, {Dominated: true}, {Releases: true}, {Protected: true, Releases: true},
	{Local: true, Protected: true, Dominated: true, Releases: true},
}

var everything = reduced[len(reduced)-1]

var identity = regexp.MustCompile(`#[0-9]+`)

// reducedStates searches states with reductions. An end that is found breadth-first has a schedule, which leads there
// without reductions as well.
func reducedStates(
	t *testing.T, p *ir.Program, o explore.StatesOptions, stops ir.Stops, r ir.Reduce,
) (search, explore.Count) {
	s := search{outcomes: map[string]bool{}}
	sys := p.System(ir.Options{Stops: stops, Reduce: r})
	count := explore.States(sys, o, explore.Visitor{End: func(path *explore.Path) bool {
		end := outcome(sys.Result())
		if !s.outcomes[end] {
			s.outcomes[end] = true
			if o.Breadth {
				again := replayed(t, p, path.Schedule())
				require.Equal(t, identity.ReplaceAllString(end, "#"), identity.ReplaceAllString(again, "#"), "%+v\n%s", r, p)
			}
		}
		return true
	}})
	return s, count
}

// TestReduced draws programs. With each reduction, and with several, a search comes to the same ends as without.
func TestReduced(t *testing.T) {
	for _, kind := range []struct {
		name     string
		generate func(irgen.Draw) string
	}{{"schedules", irgen.Schedules}, {"protected", irgen.Protected}, {"shared", irgen.Shared}} {
		sum := map[string]int{}
		for seed := range max(drawn()/4, 20) {
			text := kind.generate(irgen.Seeded(seed))
			p, err := ir.Parse("drawn.plx", text)
			require.NoError(t, err, text)
			full, count := states(p, explore.StatesOptions{})
			require.True(t, count.Complete)
			sum["states"] += count.States
			for _, r := range reduced {
				for _, o := range []explore.StatesOptions{{}, {Breadth: true}, {Sleep: true}} {
					got, c := reducedStates(t, p, o, ir.Noticed, r)
					require.True(t, c.Complete)
					require.Equal(t, full.String(), got.String(), "%s, seed %d, %+v, %+v\n%s", kind.name, seed, r, o, text)
					if o == (explore.StatesOptions{}) {
						sum[fmt.Sprint("states ", r)] += c.States
						sum[fmt.Sprint("restarts ", r)] += c.Restarts
					}
				}
			}
		}
		t.Log(kind.name, sum)
		require.Less(t, 2*sum[fmt.Sprint("states ", everything)], 3*sum["states"])
		if !testing.Short() {
			require.Positive(t, sum[fmt.Sprint("restarts ", everything)])
		}
	}
}

// TestBlocksReduced draws programs of which some have data races. Threads that stop at blocks, and before accesses of
// memory that is not protected, leave the same behind as those that stop anywhere.
func TestBlocksReduced(t *testing.T) {
	for _, generate := range []func(irgen.Draw) string{irgen.Schedules, irgen.Protected, irgen.Shared} {
		sum := map[string]int{}
		for seed := range max(drawn()/4, 20) {
			text := generate(irgen.Seeded(seed))
			p, err := ir.Parse("drawn.plx", text)
			require.NoError(t, err, text)
			full, count := states(p, explore.StatesOptions{})
			sum["states"] += count.States
			for _, r := range []ir.Reduce{{Protected: true}, {Protected: true, Releases: true}, everything} {
				for _, o := range []explore.StatesOptions{{}, {Breadth: true}, {Sleep: true}} {
					got, c := reducedStates(t, p, o, ir.Blocks, r)
					require.Equal(t, stuck(full), stuck(got), "seed %d, %+v, %+v\n%s", seed, r, o, text)
					if o == (explore.StatesOptions{}) {
						sum[fmt.Sprint("states ", r)] += c.States
						sum[fmt.Sprint("restarts ", r)] += c.Restarts
					}
				}
			}
		}
		t.Log(sum)
	}
}
