package amplify_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// copied is a copy of a module, with other files.
func copied(t *testing.T, dir string, files map[string][]byte) string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	require.NoError(t, err)
	to := t.TempDir()
	require.NoError(t, os.CopyFS(to, os.DirFS(dir)))
	for name, text := range files {
		in, ok := strings.CutPrefix(name, abs)
		require.True(t, ok, name)
		require.NoError(t, os.WriteFile(filepath.Join(to, in), text, 0o666))
	}
	return to
}

// explored explores the tests of a module that match, under control.
func explored(t *testing.T, dir string, env []string, opts control.Options) (list []*control.Test) {
	t.Helper()
	b, err := control.Prepare(context.Background(), control.Config{Dir: dir, Env: append(os.Environ(), env...)})
	require.NoError(t, err)
	defer b.Close()
	require.Empty(t, b.Failed())
	for x, err := range b.Explore(t.Context(), opts) {
		require.NoError(t, err)
		list = append(list, x)
	}
	return list
}

// TestSecondControlled has a thread that takes the same thing beside a test that takes one.
func TestSecondControlled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	p := load(t, "testdata/shop")
	pairs := append(amplify.Pairs(p, called(t, p, "(*shop.Stock).Take"))[:1],
		amplify.Pairs(p, called(t, p, "(*shop.Store).Take"))[:1]...)
	files, refused, err := amplify.Second(t.Context(), p, pairs, amplify.Config{Controlled: true})
	require.NoError(t, err)
	require.Empty(t, refused)
	dir := copied(t, "testdata/shop", files)
	for _, mode := range []amplify.Mode{amplify.Beside, amplify.Before, amplify.After} {
		for i, name := range []string{"TestStock", "TestStore"} {
			list := explored(t, dir, []string{amplify.Env(i, 1, mode)}, control.Options{
				Run: "^" + name + "$", Executions: 200, Failures: 200,
			})
			require.Len(t, list, 1)
			x := list[0]
			require.False(t, x.Differs, "calls are counted anew in each execution")
			t.Log(name, mode, x.Ends, x.Time)
			short := 0
			for _, e := range x.Shown {
				if strings.Contains(e.Text, "there are -1 pens") {
					short++
				}
			}
			// With Before the test is told that none is left, which is no matter of order within the function.
			if mode == amplify.Beside && name == "TestStock" {
				require.Greater(t, short, 10)
			} else {
				require.Zero(t, short)
			}
		}
	}
}
