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
	{Ahead: true}, everything, furthest,
}

var (
	everything = ir.Reduce{Local: true, Protected: true, Dominated: true, Releases: true}
	furthest   = ir.Reduce{Ahead: true, Protected: true, Dominated: true, Releases: true}
)

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
			for _, r := range []ir.Reduce{
				{Protected: true}, {Protected: true, Releases: true}, everything, furthest,
			} {
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

// TestNobodyIsPutOff has a thread that goes on for ever with what nobody else can tell. What another one throws is
// found all the same.
func TestNobodyIsPutOff(t *testing.T) {
	p, err := ir.Parse("spins.plx", `class C { f }
final a = new C
var x
func spins() { o = new C; while true { o.f = 1 - o.f; sync a { a.f = 1 - a.f } } }
func throws() { x = 1; throw 7 }
func main() { spawn spins(); spawn throws() }`)
	require.NoError(t, err)
	for _, r := range append(reduced, ir.Reduce{}) {
		sys, thrown := p.System(ir.Options{Reduce: r}), 0
		count := explore.States(sys, explore.StatesOptions{}, explore.Visitor{Step: func(*explore.Path, bool) bool {
			thrown = max(thrown, len(sys.Result().Uncaught))
			return true
		}})
		require.True(t, count.Complete)
		require.Equal(t, 1, thrown, "%+v", r)
	}
}

// What was wrong once, or would be with less care: programs in which reductions are refuted or objects are handed over.
var keptReduced = map[string]string{
	"an object is shared, then dropped, and then accessed without its monitor": `
class C { f, g }
final l = new Object
var x
var y
func t(o) { sync l { x = 1; y = o.f; o = nil } }
func u(o) { while x == 0 { skip }; o.f = 5 }
func main() { o = new C; spawn t(o); spawn u(o); o = nil }`,
	"a thread has ended, and nobody has waited for it": `
final l = new Object
var x
var y
func t() { sync l { y = 1; x = 1 } }
func main() { spawn t(); while y == 0 { skip }; x = 2 }`,
	"an object becomes known to others in the middle of what is no stop": `
class C { f, g }
final a = new C
var y
func t() { o = new C; sync a { o.g = 2; a.f = o }; o.g = 3 }
func u() { sync a { p = a.f }; if p != 0 { y = p.g } }
func main() { spawn t(); spawn u() }`,
	"a monitor is kept when the one around it is given back": `
final a = new Object
final b = new Object
var x
func t() { acquire a; acquire b; release a; x = x + 1; x = x * 2; acquire a; release b; release a }
func u() { sync a { sync b { x = x + 3 } } }
func main() { spawn t(); spawn u() }`,
}

func TestKeptReduced(t *testing.T) {
	for name, text := range keptReduced {
		p, err := ir.Parse("kept.plx", text)
		require.NoError(t, err, name)
		full, _ := states(p, explore.StatesOptions{})
		for _, r := range reduced {
			for _, o := range []explore.StatesOptions{{}, {Breadth: true}, {Sleep: true}} {
				got, _ := reducedStates(t, p, o, ir.Noticed, r)
				require.Equal(t, full.String(), got.String(), "%s, %+v, %+v", name, r, o)
			}
		}
	}
}
