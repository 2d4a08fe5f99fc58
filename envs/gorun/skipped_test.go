package gorun_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// TestSkipped counts deferred calls of one function, of which some are skipped: the way of a frame tells them apart.
func TestSkipped(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/skipped"
	prog := load(t, dir, false)
	s := start(t, prog, gorun.Config{Dir: dir, All: true})
	require.NoError(t, s.Each(func(*envs.Event) bool { return true }))
	exit, err := s.Wait()
	require.NoError(t, err)
	require.Zero(t, exit)
	executed := map[int]int64{}
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for pc := range fn.Ops {
			if op := &fn.Ops[pc]; op.Kind == envs.Call && op.Deferred > 0 {
				at := envs.At(id, int32(pc))
				executed[prog.Position(at).Line] += s.Executed(at)
			}
		}
	}
	text, err := os.ReadFile(dir + "/main.go")
	require.NoError(t, err)
	n := 0
	for i, line := range strings.Split(string(text), "\n") {
		if _, want, ok := strings.Cut(line, ") // "); ok {
			require.Equal(t, want, fmt.Sprint(executed[i+1]), "line %d", i+1)
			n++
		}
	}
	require.Equal(t, 5, n)
}
