package gorun

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A file that a package embeds stays as it is, and its functions are listed. Those in other files are watched.
func TestEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a Go program and runs it")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/embeds\n\ngo 1.24\n",
		"own.go": `package embeds

import (
	"sync"
	"sync/atomic"
)

type own struct {
	mu sync.Mutex
	n  int64
}

func (o *own) add() { o.mu.Lock(); atomic.AddInt64(&o.n, 1); o.mu.Unlock() }
`,
		"other.go": "package embeds\n\nfunc (o *own) twice() { o.mu.Lock(); o.n *= 2; o.mu.Unlock() }\n",
		"own_test.go": `package embeds

import (
	_ "embed"
	"os"
	"testing"
)

//go:embed own.go
var text string

func TestText(t *testing.T) {
	var o own
	o.add()
	o.twice()
	if b, err := os.ReadFile("own.go"); err != nil || string(b) != text || o.n != 2 {
		t.Fatal(o.n, err, text)
	}
}
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Tests: true, KeepSyntax: true, Patterns: []string{"."}})
	require.NoError(t, err)
	b, err := Prepare(ctx, prog, Config{Dir: dir, Tests: true, Temp: t.TempDir(), All: true, Order: true})
	require.NoError(t, err)
	defer b.Close()
	require.Len(t, b.Kept(), 1)
	require.Equal(t, "(*example.com/embeds.own).add", b.Kept()[0].Func)
	require.Contains(t, b.Kept()[0].Reason, "embeds its file")
	s := b.Session(ctx, 0)
	for _, err := range s.Events() {
		require.NoError(t, err)
	}
	_, err = s.Wait()
	require.NoError(t, err)
	for _, id := range prog.Roots() {
		if prog.Func(id).Name == "(*example.com/embeds.own).twice" {
			require.EqualValues(t, 1, s.Executed(envs.At(id, 0)))
		}
	}
}
