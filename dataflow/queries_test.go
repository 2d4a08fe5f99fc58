package dataflow_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// asker notes what an environment answers at operations: all of them in the end, since
// nothing that it finds depends on another frame.
type asker struct {
	dataflow.Frameless
	needs dataflow.Needs
	ask   func(envs.Env, *envs.Op)
}

func (a *asker) Needs() dataflow.Needs { return a.needs }

func (a *asker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	a.ask(env, op)
	return s
}

const allNeeds = dataflow.Accesses | dataflow.Order | dataflow.Segments | dataflow.LockSets

// answers asks a question at all operations of a program, over all paths, and gives what
// is not empty, by line: the different answers, sorted.
func answers(t *testing.T, src string, needs dataflow.Needs, ask func(envs.Env, *envs.Op) string) map[int]string {
	t.Helper()
	p, err := ir.Parse("test.plx", src)
	require.NoError(t, err)
	all := map[int][]string{}
	a := &asker{needs: needs, ask: func(env envs.Env, op *envs.Op) {
		line := p.Position(env.Point()).Line
		if s := ask(env, op); s != "" && !slices.Contains(all[line], s) {
			all[line] = append(all[line], s)
		}
	}}
	_, err = dataflow.Fixpoint(context.Background(), p, "asker", dataflow.Checker[dataflow.Nothing](a), dataflow.Options{})
	require.NoError(t, err)
	got := map[int]string{}
	for line, list := range all {
		slices.Sort(list)
		got[line] = strings.Join(list, " | ")
	}
	return got
}

// expected reads what comments of a source want at their lines: "// want: x | y".
func expected(src string) map[int]string {
	want := map[int]string{}
	for i, line := range strings.Split(src, "\n") {
		if _, w, ok := strings.Cut(line, "// want: "); ok {
			want[i+1] = strings.TrimSpace(w)
		}
	}
	return want
}

func mustLocks(env envs.Env, op *envs.Op) string {
	if !op.Accesses() {
		return ""
	}
	var names []string
	for l := range env.MustLocks().All() {
		names = append(names, env.LockName(l.Key))
	}
	slices.Sort(names)
	return fmt.Sprint(names)
}

// Functions in which no lock changes see the locks of their callers.
func TestMustLocksOfCallers(t *testing.T) {
	src := `
class C { x }
final a = new C
final b = new C
var total
func add(n) {
	total = total + n // want: [] | [a b] | [a]
}
func through(n) {
	add(n)
}
func main() {
	t = spawn add(1)
	sync a {
		through(2)
		sync b {
			through(3)
		}
	}
}
`
	require.Equal(t, expected(src), answers(t, src, dataflow.LockSets, mustLocks))
}
