package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// The Go bank says at each method what is to be said of it; its tests and main
// give no report at all.
func TestBankFromTheStaticSide(t *testing.T) {
	x := do(t, "check", "-json", "-tests", "-C", "../bank", ".").decode(t)
	require.Empty(t, x.Errors)
	found := map[string]string{}
	for _, f := range x.Findings {
		found[envs.PackageNames(nil).Short(f.Func)] = f.Pos.File
	}
	require.Equal(t, map[string]string{
		"(*bank.Account).DepositSlowly":     "bank.go",
		"(*bank.Account).WithdrawHopefully": "bank.go",
		"(*bank.Ledger).RaiseInterest":      "ledger.go",
		"(*bank.Ledger).Settle":             "ledger.go",
	}, found)
	require.Len(t, x.Findings, len(found), "one report for each cause")
}
