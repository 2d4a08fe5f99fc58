package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Without names of packages the last element of a path is taken for the name.
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
		require.Equal(t, short, envs.PackageNames(nil).Short(long))
	}
}

// A package has the name of its package clause.
func TestPackageNames(t *testing.T) {
	names := envs.PackageNames{"example.com/bank/v3": "bank", "example.com/teller": "main", "gopkg.in/yaml.v3": "yaml",
		"a.io/v3": "other", "shop": "main"}
	for long, short := range map[string]string{
		"(*example.com/bank/v3.Account).Add":              "(*bank.Account).Add",
		"example.com/teller.main$1":                       "main.main$1",
		"example.com/teller/in.F":                         "in.F",
		"*gopkg.in/yaml.v3.Node.Kind":                     "*yaml.Node.Kind",
		"x.io/y.F[example.com/bank/v3.T, a.io/v3.U, int]": "y.F[bank.T, other.U, int]",
		"example.com/bank/v3":                             "bank",
		"example.com/bank/v3x.T":                          "v3x.T",
		"v3.T":                                            "v3.T",
		"(*shop.Cart).Add":                                "(*main.Cart).Add",
		"shop.main":                                       "main.main",
		"shopping.F":                                      "shopping.F",
		"shop":                                            "main",
		"increment":                                       "increment",
	} {
		require.Equal(t, short, names.Short(long))
	}
}
