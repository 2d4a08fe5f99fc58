package gorun_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// TestNested holds the frames of a run to the calls of its text. A frame is left after all that it calls, and a call is
// that of its own place. A call that is not seen to be one of its caller's own has a question mark.
func TestNested(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/nested"
	prog := load(t, dir, false)
	s := start(t, prog, gorun.Config{Dir: dir})
	var calls strings.Builder
	depth := 0
	for ev, err := range s.Events() {
		require.NoError(t, err)
		switch ev.Kind {
		case envs.Enter:
			name := prog.Func(ev.Func).Name
			calls.WriteString(strings.Repeat("\t", depth) + name[strings.LastIndexByte(name, '.')+1:])
			if depth++; depth > 1 && !ev.Direct {
				calls.WriteString("?")
			}
			calls.WriteString("\n")
		case envs.Leave:
			depth--
		}
	}
	exit, err := s.Wait()
	require.NoError(t, err)
	require.Zero(t, exit)
	require.Zero(t, s.Misfits())
	require.Equal(t, `main
	ask
		converted
			count
	ask
	packed
		count
	pointed
		count
	count?
	both
		remember
			sum
		sum
	only
		remember
			sum
		remember
			sum
		sum
`, calls.String())
}
