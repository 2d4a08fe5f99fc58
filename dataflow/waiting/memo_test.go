package waiting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
)

type repeats struct {
	envs.Passes
	may bool
}

func (r repeats) MayRepeat() bool { return r.may }

// What follows is computed once for each thing, but anew each time where more may come.
func TestMemo(t *testing.T) {
	for _, may := range []bool{false, true} {
		var m waiting.Memo[string, int]
		computed := 0
		of := func(k string) int {
			return m.Of(repeats{may: may}, k, func() int { computed++; return len(k) })
		}
		for range 2 {
			require.Equal(t, 1, of("a"))
			require.Equal(t, 2, of("ab"))
		}
		require.Equal(t, map[bool]int{false: 4, true: 2}[may], computed)
	}
}
