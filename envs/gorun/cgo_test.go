package gorun

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// The functions of a file that imports C are not watched, and said to be so; those of another file of the package are.
func TestFileThatImportsC(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("cgo needs a C compiler, and there is no gcc: ", err)
	}
	t.Setenv("CGO_ENABLED", "1")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/half\n\ngo 1.24\n",
		"c.go": `package half

// static int twice(int x) { return 2 * x; }
import "C"

func (b *box) double() { b.mu.Lock(); b.n = int(C.twice(C.int(b.n))); b.mu.Unlock() }

func (b *box) later() func() { return func() { b.mu.Lock(); b.n++; b.mu.Unlock() } }
`,
		"go.go": "package half\n\nimport \"sync\"\n\ntype box struct {\n\tmu sync.Mutex\n\tn  int\n}\n\n" +
			"func (b *box) add() { b.mu.Lock(); b.n++; b.mu.Unlock() }\n",
		"half_test.go": "package half\n\nimport \"testing\"\n\n" +
			"func TestBox(t *testing.T) {\n\tvar b box\n\tb.add()\n\tb.double()\n\tb.later()()\n" +
			"\tif b.n != 3 {\n\t\tt.Fatal(b.n)\n\t}\n}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Tests: true, KeepSyntax: true, Patterns: []string{"."}})
	require.NoError(t, err)
	b, err := Prepare(ctx, prog, Config{Dir: dir, Tests: true, Temp: t.TempDir(), All: true})
	require.NoError(t, err)
	defer b.Close()
	kept := map[string]string{}
	for _, k := range b.Kept() {
		require.Contains(t, k.Reason, "imports C")
		kept[k.Func] = k.Pos.File
	}
	require.Equal(t, map[string]string{
		"(*example.com/half.box).double": "c.go", "(*example.com/half.box).later": "c.go",
		"(*example.com/half.box).later$1": "c.go",
	}, kept)

	s := b.Session(ctx, 0)
	for _, err := range s.Events() {
		require.NoError(t, err)
	}
	_, err = s.Wait()
	require.NoError(t, err)
	for _, id := range prog.Roots() {
		fn := prog.Func(id)
		_, why := b.Watched(envs.At(id, 0))
		if kept[fn.Name] != "" {
			require.Contains(t, why, "imports C", fn.Name)
			require.Zero(t, s.Executed(envs.At(id, 0)), fn.Name)
		}
		if fn.Name == "(*example.com/half.box).add" {
			require.Empty(t, why)
			require.EqualValues(t, 1, s.Executed(envs.At(id, 0)))
		}
	}
}
