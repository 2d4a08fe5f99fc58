package atomtypes_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestText(t *testing.T) { checkertest.Text(t, checker(), "testdata/*.plx") }

// A file says which functions are transactions.
func TestTransactions(t *testing.T) {
	p, err := ir.Parse("x.plx", `var x
atomic func f() { x = x + 1 }
func g() { x = x + 1 }
func main() {
	t = spawn g()
	f()
}`)
	require.NoError(t, err)
	c := checker()
	require.Equal(t, []string{"f"}, funcs(c.Static(t, p)))
	c.Files = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(c.Files, "rules"), []byte("atomic g\nnone f\n"), 0o600))
	c.Flags = append(c.Flags, "transactions=rules")
	require.Equal(t, []string{"g"}, funcs(c.Static(t, p)))

	require.NoError(t, os.WriteFile(filepath.Join(c.Files, "rules"), []byte("all g\n"), 0o600))
	a := c.Analyzer()
	require.NoError(t, a.Flags.Set("transactions", "rules"))
	require.Len(t, checkertest.Problems(t, a.Setup(func(name string) string { return filepath.Join(c.Files, name) })), 1)
}
