package ir_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
)

// BenchmarkStates searches the states of eight philosophers.
func BenchmarkStates(b *testing.B) {
	for name, opts := range map[string]explore.StatesOptions{"depth": {}, "breadth": {Breadth: true}} {
		b.Run(name, func(b *testing.B) {
			p, err := ir.Parse("philosophers.plx", irtest.Philosophers(8, false))
			require.NoError(b, err)
			var count explore.Count
			for b.Loop() {
				count = explore.States(p.System(ir.Options{}), opts, explore.Visitor{})
			}
			seconds := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(float64(count.States)/seconds/1e6, "Mstates/s")
			b.ReportMetric(float64(count.Transitions)/seconds/1e6, "Mtransitions/s")
			b.ReportMetric(float64(count.Bytes)/float64(count.States), "B/state")
		})
	}
}

// BenchmarkReduce searches the states of classic programs, and of some that are drawn, with reductions: how many there
// are, and how long it takes, each as a part of what it is without.
func BenchmarkReduce(b *testing.B) {
	drawn := func(generate func(irgen.Draw) string) (texts []string) {
		for seed := range uint64(50) {
			texts = append(texts, generate(irgen.Seeded(seed)))
		}
		return texts
	}
	for _, kind := range []struct {
		name  string
		texts []string
	}{
		{"philosophers", []string{irtest.Philosophers(7, false)}},
		{"dining", []string{dining(3, 6)}},
		{"buffer", []string{irtest.BoundedBuffer(3, 3, 2, true)}},
		{"schedules", drawn(irgen.Schedules)},
		{"protected", drawn(irgen.Protected)},
		{"shared", drawn(irgen.Shared)},
	} {
		var list []*ir.Program
		for _, text := range kind.texts {
			p, err := ir.Parse("bench.plx", text)
			require.NoError(b, err)
			list = append(list, p)
		}
		search := func(stops ir.Stops, r ir.Reduce) (states int, seconds float64) {
			begin := time.Now()
			for _, p := range list {
				states += explore.States(p.System(ir.Options{Stops: stops, Reduce: r}), explore.StatesOptions{},
					explore.Visitor{}).States
			}
			return states, time.Since(begin).Seconds()
		}
		for _, way := range []struct {
			name  string
			stops ir.Stops
			r     ir.Reduce
		}{
			{"local", ir.Noticed, ir.Reduce{Local: true}},
			{"protected", ir.Noticed, ir.Reduce{Protected: true}},
			{"dominated", ir.Noticed, ir.Reduce{Dominated: true}},
			{"releases", ir.Noticed, ir.Reduce{Releases: true}},
			{"ahead", ir.Noticed, ir.Reduce{Ahead: true}},
			{"all", ir.Noticed, everything},
			{"all, ahead", ir.Noticed, furthest},
			{"blocks", ir.Blocks, ir.Reduce{}}, // on the programs of schedules and shared: not the same ends
			{"blocks,protected,releases", ir.Blocks, ir.Reduce{Protected: true, Releases: true}},
		} {
			b.Run(kind.name+"/"+way.name, func(b *testing.B) {
				var full, some int
				var before, after float64
				for b.Loop() {
					n, s := search(ir.Noticed, ir.Reduce{})
					full, before = n, before+s
					n, s = search(way.stops, way.r)
					some, after = n, after+s
				}
				b.ReportMetric(float64(full), "states")
				b.ReportMetric(100*float64(some)/float64(full), "%states")
				b.ReportMetric(100*after/before, "%time")
			})
		}
	}
}

// harness has two threads of four operations on locks each.
const harness = `
final a = new Object
final b = new Object
func f() {
	sync a { skip }
	sync b { skip }
}
func main() {
	spawn f()
	spawn f()
}`

// BenchmarkExecutions makes all executions of a small harness, one for each trace and one for each schedule.
func BenchmarkExecutions(b *testing.B) {
	p, err := ir.Parse("harness.plx", harness)
	require.NoError(b, err)
	for name, strategy := range map[string]func() explore.Strategy{
		"optimal": func() explore.Strategy { return explore.NewDPOR(explore.DPOROptions{}) },
		"source":  func() explore.Strategy { return explore.NewDPOR(explore.DPOROptions{Source: true}) },
		"all":     func() explore.Strategy { return explore.NewExhaustive(-1) },
		"walk":    func() explore.Strategy { return explore.NewRandomWalk(1, 100) },
	} {
		b.Run(name, func(b *testing.B) {
			n, s := 0, p.System(ir.Options{})
			for b.Loop() {
				n += explore.Run(s, strategy(), explore.Options{}, func(explore.Execution) bool { return true }).Executions
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e3, "kexecutions/s")
			b.ReportMetric(float64(n)/float64(b.N), "executions")
		})
	}
}
