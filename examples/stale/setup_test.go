package stale

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// With the plain mode, evidence would do nothing, and the list would look as if all of it had some.
func TestEvidenceIsNotOfThePlainMode(t *testing.T) {
	setUp := func(flags ...string) error {
		a := Analyzer()
		for _, f := range flags {
			require.NoError(t, a.Flags.Set(f, "true"))
		}
		return a.Setup(nil)
	}
	require.NoError(t, setUp())
	require.NoError(t, setUp("plain"))
	require.NoError(t, setUp("evidence"))
	require.ErrorContains(t, setUp("plain", "evidence"), "-stale.plain")
}
