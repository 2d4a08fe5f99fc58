// Package tracetest reads traces that stand in tests.
package tracetest

import (
	"strings"

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
