package confirm

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// What String gives is read back, also where a name has spaces, as an instance of a generic function may.
func TestParseSecond(t *testing.T) {
	for _, s := range []Second{
		{"(*p.T).Get", "(*p.T).Put", 2},
		{"p.F[map[string]interface {}]", "p.G[struct{a int}]", 1},
	} {
		got, err := ParseSecond(s.String() + "\n")
		require.NoError(t, err)
		require.Equal(t, &s, got)
	}
	for _, text := range []string{
		"", "f beside g", "f beside g at call x", "beside g at call 1", "f beside g at call 99999999999999999999",
	} {
		got, err := ParseSecond(text)
		require.ErrorContains(t, err, text)
		require.Nil(t, got)
	}
}

// Without a Witness nothing could be shown, and nothing is built.
func TestConfirmWantsWitness(t *testing.T) {
	list, err := Confirm(context.Background(), Config{}, make([]envs.Finding, 1))
	require.ErrorContains(t, err, "Config.Witness is nil")
	require.Nil(t, list)
}
