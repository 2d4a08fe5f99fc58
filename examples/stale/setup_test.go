package stale

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Evidence alone would do nothing, and the list would look as if all of it had some.
func TestEvidenceNeedsRelaxed(t *testing.T) {
	setUp := func(flags ...string) error {
		a := Analyzer()
		for _, f := range flags {
			require.NoError(t, a.Flags.Set(f, "true"))
		}
		return a.Setup(nil)
	}
	require.NoError(t, setUp())
	require.NoError(t, setUp("relaxed"))
	require.NoError(t, setUp("relaxed", "evidence"))
	require.ErrorContains(t, setUp("evidence"), "-stale.relaxed")
}
