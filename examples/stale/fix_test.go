package stale

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// A fix is one that can be done, and nothing worse. No lock is to be held while another one is taken, or while the
// same one is taken for writing.
func TestFixes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, relaxedMode, "testdata/fixes")
	static, _ := relaxedMode.Both(t, "testdata/fixes")
	for name, want := range map[string]string{
		"Widen":   "hold main.Table.mu from the read to the write: nothing in between can block",
		"Readers": "hold main.Table.rw for writing from the read to the write: nothing in between can block",
		"Between": "",
		"Another": "",
		"Flip":    "use Add for a sum, and CompareAndSwap in a loop for anything else",
		"Append":  "use CompareAndSwap in a loop if values can be compared, or a lock",
	} {
		i := slices.IndexFunc(static, func(f envs.Finding) bool { return strings.HasSuffix(f.Subject, ")."+name) })
		require.GreaterOrEqual(t, i, 0, name)
		require.Equal(t, want, static[i].Fix, name)
	}
}
