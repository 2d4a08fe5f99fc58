package envs_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A message gives few names in full, and says how many it leaves out. It never counts a single
// name that it could have given in the same space.
func TestListed(t *testing.T) {
	var names []string
	for n := range 100 {
		listed := envs.Listed(names)
		given, rest, cut := strings.Cut(listed, " and ")
		all := len(strings.FieldsFunc(given, func(r rune) bool { return r == ',' }))
		if cut {
			left, err := strconv.Atoi(strings.TrimSuffix(rest, " more"))
			require.NoError(t, err)
			require.Greater(t, left, 1)
			all += left
		}
		require.Equal(t, n, all, listed)
		require.Less(t, len(listed), 80)
		names = append(names, "v"+strconv.Itoa(n))
	}
}
