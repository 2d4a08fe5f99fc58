package waiting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
)

type stage struct {
	envs.Stages
	gathers bool
}

func (s stage) Gathers() bool { return s.gathers }

// What follows is computed once for each thing, but anew each time while more is gathered.
func TestMemo(t *testing.T) {
	for _, gathers := range []bool{false, true} {
		var m waiting.Memo[string, int]
		computed := 0
		of := func(k string) int {
			return m.Of(stage{gathers: gathers}, k, func() int { computed++; return len(k) })
		}
		for range 2 {
			require.Equal(t, 1, of("a"))
			require.Equal(t, 2, of("ab"))
		}
		require.Equal(t, map[bool]int{true: 4, false: 2}[gathers], computed)
	}
}
