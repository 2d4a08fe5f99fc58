package automaton_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/automaton"
)

// BenchmarkStep compares the step of a set of states with a look-up of each state
// in a map.
func BenchmarkStep(b *testing.B) {
	d := parse(b, file).Domain()
	table := map[[2]string]string{{"closed", "Read"}: "misused", {"open", "Read"}: "open"}
	states := names(d.Top())
	var set, maps time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		for range 100 {
			d.Step(d.Top(), automaton.Event(1))
		}
		middle := time.Now()
		for range 100 {
			after := map[string]bool{}
			for _, s := range states {
				if to, ok := table[[2]string{s, "Read"}]; ok {
					after[to] = true
				} else {
					after[s] = true
				}
			}
		}
		set, maps = set+middle.Sub(start), maps+time.Since(middle)
		rounds += 100
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(set)/float64(rounds), "set-ns")
	b.ReportMetric(float64(maps)/float64(set), "maps/set")
}
