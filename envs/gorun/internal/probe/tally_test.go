package probe

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What has its own entry is counted as in a map, in a larger tally, too.
func TestTallyCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts, want := make(tally, 8), map[uint32]uint32{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if len(counts) == 8 && rapid.IntRange(0, 20).Draw(t, "grow") == 0 {
				larger := make(tally, 64)
				counts.move(larger)
				counts = larger
			}
			n := rapid.Uint32Range(0, 11).Draw(t, "number")
			before := map[uint32]uint32{}
			for _, c := range counts {
				if c != 0 {
					before[c>>tallyOf] = c & (1<<tallyOf - 1)
				}
			}
			e, lost := counts.entry(n)
			require.Equal(t, n<<tallyOf|want[n], *e)
			*e++
			want[n]++
			after := 0
			for _, c := range counts {
				if c == 0 {
					continue
				}
				m := c >> tallyOf
				if after++; m != n {
					require.Equal(t, before[m], c&(1<<tallyOf-1))
				}
				delete(before, m)
			}
			require.Equal(t, lost, len(before) == 1)
			for m := range before {
				delete(want, m)
			}
		}
	})
}

// Numbers for which there is room eight times over hardly ever begin anew.
func TestTallyHasRoom(t *testing.T) {
	for _, size := range []int{128, 1 << 10, 1 << 13, 1 << 16} {
		numbers := rand.New(rand.NewPCG(1, uint64(size))).Perm(1 << 20)[:size/8]
		for step, name := range []string{"scattered", "in a row"} {
			counts, begun := make(tally, size), 0
			for range 100 {
				for i, n := range numbers {
					if step == 1 {
						n = 1000 + i
					}
					e, _ := counts.entry(uint32(n))
					if *e++; *e&(1<<tallyOf-1) == 1 {
						begun++
					}
				}
			}
			require.Less(t, begun, len(numbers)*3/2, "%d %s", size, name)
		}
	}
}
