package threads

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program is the same for the same seed, builds, and prints the same each time.
func TestDraw(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const n = 50
	p := Draw(7, n)
	require.Equal(t, p, Draw(7, n))
	require.NotEqual(t, p, Draw(8, n))
	require.NoError(t, p.Write(t.TempDir()))
	program := p.Build(t, "prog")
	first, err := exec.Command(program).Output()
	require.NoError(t, err)
	require.Equal(t, n, strings.Count(string(first), "scenario "))
	for range 5 {
		again, err := exec.Command(program).Output()
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
	for _, s := range []string{
		"lock defer", "rlock method value", "trylock plain", "access pointer", "fork done", "call recovering",
		"send at capacity 0",
	} {
		require.Contains(t, p.Shapes, s)
	}
}

// In a schedule nobody takes what another thread holds, receives what was not sent, or does anything before its start
// or after its end.
func TestSchedules(t *testing.T) {
	taken := 0
	for seed := range uint64(20) {
		for _, s := range Draw(seed, 20).Scenarios {
			holder, readers, sent, alive := map[string]int{}, map[string]int{}, map[string]int{}, map[int]bool{}
			for i, e := range s.Events {
				require.Equal(t, e.Op != Start, alive[e.Thread], "%s, event %d", s.Name, i)
				switch e.Op {
				case Start, End:
					alive[e.Thread] = e.Op == Start
				case Lock, TryLock:
					require.Zero(t, holder[e.Object]+readers[e.Object], "%s, event %d", s.Name, i)
					holder[e.Object]++
					taken++
				case Unlock:
					holder[e.Object]--
				case RLock:
					require.Zero(t, holder[e.Object], "%s, event %d", s.Name, i)
					readers[e.Object]++
				case RUnlock:
					readers[e.Object]--
				case Send:
					require.LessOrEqual(t, sent[e.Object], e.Size, "%s, event %d", s.Name, i)
					sent[e.Object]++
				case Receive:
					require.Positive(t, sent[e.Object], "%s, event %d", s.Name, i)
					sent[e.Object]--
				}
				require.LessOrEqual(t, s.First, s.Last)
			}
			for thread, on := range alive {
				require.False(t, on, "%s: thread %d has no end", s.Name, thread)
			}
		}
	}
	require.Greater(t, taken, 500)
}
