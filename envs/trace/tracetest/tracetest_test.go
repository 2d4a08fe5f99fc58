package tracetest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
)

// A text is read to its end, and again as often as is asked for.
func TestRead(t *testing.T) {
	p, events := tracetest.Read(t, "A|fork(B)|1\nA|w(x)|2\nB|w(x)|3\n")
	for range 2 {
		var kinds []envs.Kind
		for ev, err := range events.Events() {
			require.NoError(t, err)
			if ev.Kind == envs.Step {
				kinds = append(kinds, p.Func(ev.Func).Ops[ev.PC].Kind)
			}
		}
		require.Equal(t, []envs.Kind{envs.Fork, envs.Store, envs.Store}, kinds)
	}
}

// failing is a test that ends when it fails.
type failing struct{}

func (failing) Helper()                           {}
func (failing) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// What is wrong with a text is told with its line.
func TestReadFails(t *testing.T) {
	defer func() { require.Contains(t, recover(), "x.std:2") }()
	tracetest.Read(failing{}, "A|w(x)|1\nA|wrong\n")
	t.Error("the text is read")
}
