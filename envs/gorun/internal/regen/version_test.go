package regen

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A package for a Go without the name any is written all the same: the functions that it
// calls have parameters of that name.
func TestNoAny(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/old\n\ngo 1.17\n",
		"old.go": `package old

import "fmt"

func text(n int) string { return fmt.Sprint(n, "of", []interface{}{n}) }
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	prog, pkgs, err := Load(dir, false, ".")
	require.NoError(t, err)
	res, err := Regenerate(prog, pkgs, Options{})
	require.NoError(t, err)
	require.Empty(t, res.Kept)
	require.Equal(t, 1, res.Packages[0].Written)
}
