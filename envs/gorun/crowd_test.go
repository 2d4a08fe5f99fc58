package gorun_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// crowd writes a program in which goroutines, one after the other, go round often through functions and places. Each of
// these writes a field of its own with no lock held.
func crowd(t *testing.T, goroutines, rounds, functions, places int) (dir string) {
	dir = t.TempDir()
	var text strings.Builder
	write := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	write("package main\n\nimport \"sync\"\n")
	write("type cell struct {\n\tmu sync.Mutex\n\tcalled [%d]struct{ called int }\n\tset [%d]struct{ set int }\n}\n",
		functions, places)
	write("var shared = []*cell{{}, {}, {}}\n\nfunc main() {\n\tvar wg sync.WaitGroup\n\tfor range %d {", goroutines)
	write("\t\twg.Go(goRound)\n\t\twg.Wait()\n\t}\n}\n\nfunc goRound() {\n\tfor i := range %d {\n\t\tc := shared[i%%3]",
		rounds)
	for i := range functions {
		write("\t\tf%d(c)", i)
	}
	for i := range places {
		write("\t\tc.set[%d].set = i", i)
	}
	write("\t}\n}")
	for i := range functions {
		write("\n//go:noinline\nfunc f%d(c *cell) { c.called[%[1]d].called++ }", i)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(text.String()), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module crowd\n\ngo 1.26\n"), 0o666))
	return dir
}

// Of what a goroutine repeats most is passed over, however much it is that it goes round through, and so it is for the
// next goroutine.
func TestCrowd(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const goroutines, rounds, functions, places = 3, 600, 300, 600
	dir := crowd(t, goroutines, rounds, functions, places)
	prog := load(t, dir, false, ".")
	s := start(t, prog, gorun.Config{
		Dir: dir, Accesses: true, Order: true,
		Repeats: true, Calls: 8,
		Selects: func(_ *envs.Func, op *envs.Op, named bool) bool { return named || !op.Accesses() },
	})
	entered, set := map[envs.FuncID]int{}, map[envs.Point]int{}
	stacks := map[envs.Thread][]*envs.Func{}
	for ev, err := range s.Events() {
		require.NoError(t, err)
		st := stacks[ev.Thread]
		switch ev.Kind {
		case envs.Enter:
			entered[ev.Func]++
			stacks[ev.Thread] = append(st, prog.Func(ev.Func))
		case envs.Leave:
			stacks[ev.Thread] = st[:len(st)-1]
		case envs.Step:
			fn := st[len(st)-1]
			if op := &fn.Ops[ev.PC]; op.Kind == envs.Store && ev.Obj != 0 && strings.HasSuffix(op.Loc.Name, ".set") {
				set[envs.At(fn.ID, ev.PC)]++
			}
		}
	}
	exit, err := s.Wait()
	require.NoError(t, err)
	require.Zero(t, exit)

	// The first 25*8 are told, the first 8 of each goroutine, and every 64th; and some more until the goroutine has room
	// enough.
	const least, most = 25*8 + goroutines*8, 25*8 + goroutines*(8+rounds/64+8)
	var often []int
	for _, n := range entered {
		if n > goroutines {
			often = append(often, n)
		}
	}
	require.Len(t, often, functions)
	require.Len(t, set, places)
	for _, n := range slices.AppendSeq(often, maps.Values(set)) {
		require.GreaterOrEqual(t, n, least)
		require.LessOrEqual(t, n, most, "of %d", goroutines*rounds)
	}
}
