package lists_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/lists"
)

// A message gives few names in full, and says how many it leaves out. It never counts a single
// name that it could have given in the same space.
func TestListed(t *testing.T) {
	var names []string
	for n := range 100 {
		listed := lists.Of(names)
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

// Of many locks the first twelve are named, and the others counted; no more than these are looked at.
func TestListedLocks(t *testing.T) {
	locks, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	table := locks.Must()
	held := table.Empty()
	for n := range 100 {
		asked := 0
		names := lists.Locks(held, func(l envs.Lock) string {
			asked++
			return fmt.Sprintf("l%03d", l)
		})
		if n <= 13 {
			require.Len(t, names, n)
		} else {
			require.Len(t, names, 13)
			require.Equal(t, fmt.Sprintf("%d more", n-12), names[12])
			require.Equal(t, 12, asked)
		}
		held = table.Acquire(held, envs.Lock(n), lockset.Write)
	}
	same := lists.Locks(table.Of(1, 2, 3),
		func(l envs.Lock) string { return []string{"", "a", "", "a"}[l] })
	require.Equal(t, []string{"a"}, same)
}
