package views

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/lists"
)

// A listing that is extended tells the same as one that is made of everything. It has names by their order, and of
// each of the names with the lowest variables that variable.
func TestListingIsThatOfEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l listing
		lowest := map[string]envs.Variable{}
		for _, n := range rapid.SliceOfN(rapid.IntRange(1, 60), 1, 100).Draw(t, "variables") {
			v, name := envs.Variable(n), "x"+strconv.Itoa(n*7%25)
			l.names.add(name)
			l.parts.add(name)
			l.tell(called{v, name})
			if low, known := lowest[name]; !known || v < low {
				lowest[name] = v
			}
		}
		names := slices.Sorted(maps.Keys(lowest))
		require.Equal(t, lists.Of(names), l.names.listed())
		want := names
		if n := len(names) - maxParts; n > 0 {
			want = append(names[:maxParts:maxParts], strconv.Itoa(n)+" other sets")
		}
		require.Equal(t, want, l.parts.sets())
		first := slices.Sorted(maps.Values(lowest))
		require.Equal(t, first[:min(len(first), maxFirst)], slices.Collect(l.told().All()))
	})
}
