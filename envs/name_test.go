package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestShortName(t *testing.T) {
	for long, short := range map[string]string{
		"(*example.com/x/bank.Account).Add":       "(*bank.Account).Add",
		"example.com/x/bank.F[example.com/y/z.T]": "bank.F[z.T]",
		"example.com/x/bank.F[int, a.io/b.T]":     "bank.F[int, b.T]",
		"bank.init#1":                             "bank.init#1",
		"example.com/x/bank.main$1":               "bank.main$1",
		"example.com/a.M[map[x.io/k.K]*x.io/v.V]": "a.M[map[k.K]*v.V]",
		"struct{a x.io/y.Z; b int}":               "struct{a y.Z; b int}",
		"map[string]struct{}":                     "map[string]struct{}",
		"increment":                               "increment",
	} {
		require.Equal(t, short, envs.ShortName(long))
	}
}
