package transactions_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

func TestFlag(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "good"), []byte("none f\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad"), []byte("\nsome f\n"), 0o600))
	setUp := func(file string, before error) (rules *transactions.Rules, err error) {
		a := dataflow.NewAnalyzer("teller", "", telling(rules))
		a.Setup = func(func(string) string) error { return before }
		transactions.Flag(a, &rules)
		require.NoError(t, a.Flags.Set("transactions", file))
		err = a.Setup(func(name string) string { return filepath.Join(dir, name) })
		return rules, err
	}

	rules, err := setUp("", nil)
	require.NoError(t, err)
	require.Nil(t, rules)

	rules, err = setUp("good", nil)
	require.NoError(t, err)
	require.True(t, rules.Excludes(nil, &envs.Func{Name: "f"}))

	_, err = setUp("missing", nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "-teller.transactions: ")

	_, err = setUp("bad", nil)
	var at *envs.InputError
	require.ErrorAs(t, err, &at)
	require.Equal(t, envs.Position{File: "bad", Line: 2, Col: 1}, at.Pos, "by the name that the user gave")

	first := errors.New("first")
	_, err = setUp("bad", first)
	require.Equal(t, first, err, "what Setup was before comes first")
}
