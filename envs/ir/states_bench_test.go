package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
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
