// Package envstest has what tests of drivers and checkers need of environments. There are programs written down as
// operations, and runs that are kept. Slow and plain textbook analyses check what is found by quicker ways.
package envstest

import (
	"iter"

	"github.com/seed38182bad/parallax/envs"
)

// Kept are the events of a run that is over. As a run it can be looked at again and again,
// as some runs cannot.
type Kept []envs.Event

// Events are those that are kept, without an error.
func (k Kept) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for _, ev := range k {
			if !yield(ev, nil) {
				return
			}
		}
	}
}

// Keep goes through a run, and keeps its events. An error of the run ends the test, which is a *testing.T, *testing.B
// or *rapid.T.
func Keep(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, run envs.Run) Kept {
	t.Helper()
	var k Kept
	for ev, err := range run.Events() {
		if err != nil {
			t.Fatalf("after %d events: %v", len(k), err)
		}
		k = append(k, ev)
	}
	return k
}

var _ envs.Run = Kept(nil)
