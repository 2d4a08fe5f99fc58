package gorun_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// told counts the accesses whose memory is known, by function and name, and how many different objects they are to.
func told(t *testing.T, cfg gorun.Config) (n, objects map[string]int) {
	cfg.Dir, cfg.Accesses, cfg.Order = "testdata/thin", true, true
	prog := load(t, cfg.Dir, false, ".")
	s := start(t, prog, cfg)
	n, objects = map[string]int{}, map[string]int{}
	seen := map[string]map[uint64]bool{}
	stacks := map[envs.Thread][]*envs.Func{}
	for ev, err := range s.Events() {
		require.NoError(t, err)
		st := stacks[ev.Thread]
		switch ev.Kind {
		case envs.Enter:
			stacks[ev.Thread] = append(st, prog.Func(ev.Func))
		case envs.Leave:
			stacks[ev.Thread] = st[:len(st)-1]
		case envs.Step:
			fn := st[len(st)-1]
			if op := &fn.Ops[ev.PC]; op.Accesses() && ev.Obj != 0 {
				_, short, _ := strings.Cut(fn.Name, "thin.")
				name := short + " " + op.Kind.String() + " " + op.Loc.Name
				if seen[name] == nil {
					seen[name] = map[uint64]bool{}
				}
				if !seen[name][ev.Obj] {
					seen[name][ev.Obj] = true
					objects[name]++
				}
				n[name]++
			}
		}
	}
	exit, err := s.Wait()
	require.NoError(t, err)
	require.Zero(t, exit)
	require.Empty(t, s.Kept())
	return n, objects
}

// Of accesses that are repeated some are left out, if nothing orders in between; each kind of access and each object is
// told.
func TestThin(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	all, allObjects := told(t, gorun.Config{})
	thin, objects := told(t, gorun.Config{Repeats: true})
	require.Equal(t, allObjects, objects)
	fewer := map[string]int{}
	for name, n := range all {
		require.LessOrEqual(t, thin[name], n, name)
		if thin[name] < n {
			fewer[name] = thin[name]
		}
	}
	const each = 8 // of 100: the first, second and third, the 5th, 9th, 17th, 33rd and 65th
	require.Equal(t, map[string]int{
		"repeat load thin.table.sum":  2 * each,
		"repeat store thin.table.sum": 2 * each,
	}, fewer, "of %v", all)
	require.Equal(t, 10, thin["locked load thin.table.sum"])
	require.Equal(t, 40, thin["ring store thin.cell.n"])
}

// Of accesses of many objects at one place some are left out if no lock is held.
func TestWorn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	all := func(_ *envs.Func, op *envs.Op, named bool) bool { return named || !op.Accesses() }
	n, _ := told(t, gorun.Config{Repeats: true, Selects: all})
	require.Equal(t, 1000, n["many store thin.cell.n"])
	require.Equal(t, 1000, n["guarded store thin.cell.n"])
	n, _ = told(t, gorun.Config{Repeats: true, Selects: all, Calls: 8})
	require.Equal(t, 200+8+12, n["many store thin.cell.n"], "the first 25*8, then 8, then every 64th")
	require.Equal(t, 1000, n["guarded store thin.cell.n"])
}

// Elements beyond the cut-off have no identity, others have.
func TestElements(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const cut = 64
	n, _ := told(t, gorun.Config{Elements: cut})
	ints := cut + 1 + 8 // of large, the one with a constant index, and small
	require.Equal(t, map[string]int{
		"store []byte":     cut,
		"load []int":       ints,
		"store []int":      ints,
		"load thin.cell.n": cut, "store thin.cell.n": cut,
	}, ofFill(n))
	n, _ = told(t, gorun.Config{})
	require.Equal(t, 200, ofFill(n)["store []byte"])
	require.Equal(t, 100, ofFill(n)["store thin.cell.n"])
	const dir = "testdata/thin"
	cfg := gorun.Config{Dir: dir, Accesses: true, Elements: cut}
	b, err := gorun.Prepare(context.Background(), load(t, dir, false, "."), cfg)
	require.NoError(t, err)
	defer b.Close()
	a := b.Counts()
	require.Equal(t, 2, a.Beyond, "element 70, by a constant: a load and a store")
	require.Equal(t, a.All, a.Probed+a.Again+a.Local+a.Final+a.Fresh+a.Unselected+a.Beyond+a.Unnamed+a.Unseen)
}

func ofFill(n map[string]int) map[string]int {
	of := map[string]int{}
	for name, n := range n {
		if rest, ok := strings.CutPrefix(name, "fill "); ok {
			of[rest] = n
		}
	}
	return of
}
