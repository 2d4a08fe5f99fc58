// Package tracetest reads traces that stand in tests.
package tracetest

import (
	"iter"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/trace"
)

// Read reads a text in the STD format, which is one run. It gives the program and the events of
// the run. A text that is wrong ends the test.
func Read(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, text string) (*trace.Program, envstest.Kept) {
	t.Helper()
	r, err := trace.NewReader(strings.NewReader(text), "x.std", trace.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	run, err := r.Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	events := envstest.Keep(t, run)
	return r.Program(), events
}

// Counted is a run that counts how often it is shown.
type Counted struct {
	envs.Run
	Shown int
}

// Events are those of the run.
func (r *Counted) Events() iter.Seq2[envs.Event, error] {
	r.Shown++
	return r.Run.Events()
}
