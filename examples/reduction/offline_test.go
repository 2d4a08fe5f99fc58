package reduction_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/reduction"
)

// A run in which work comes first, whatever the schedule: what it accesses becomes shared, or written,
// later. On-line its two blocks are taken for idle ones.
const early = `class Box { x, y, ready }
final box = new Box
final lock = new Object
atomic func work() {
	sync lock {
		%s
	}
	sync lock {
		box.ready = 1
	}
}
func other() {
	go = 0
	while go == 0 {
		sync lock { go = box.ready }
	}
	sync lock {
		%s
	}
}
func main() {
	box.ready = 0
	t = spawn work()
	u = spawn other()
	join t
	join u
}
`

func TestEarly(t *testing.T) {
	for _, c := range []struct{ what, first, later, offline, paths string }{
		{"shared later", "box.x = 1", "r = box.x", "work", "work"},
		{"written later", "r = box.x", "box.x = 1", "work", "work"},
		{"not written", "r = box.x", "r = box.x", "", ""},
		{"not shared", "box.x = 1", "box.y = 1", "", "work"}, // others could reach it
	} {
		p, err := ir.Parse("x.plx", fmt.Sprintf(early, c.first, c.later))
		require.NoError(t, err)
		for _, r := range checkertest.Schedules(p, 10) {
			require.Empty(t, reported(checker().Dynamic(t, p, r)), "%s, on-line", c.what)
			require.Equal(t, c.offline, reported(offline().Dynamic(t, p, r)), "%s, off-line", c.what)
		}
		require.Equal(t, c.paths, reported(checker().Static(t, p)), "%s, over all paths", c.what)
	}
}

// traced is a trace in the STD format.
type traced struct {
	envstest.Kept
	prog envs.Program
}

// std reads a trace of lines "THREAD OPERATION", each of which is a place of its own.
func std(t testing.TB, lines ...string) traced {
	var text strings.Builder
	for n, l := range lines {
		thread, op, _ := strings.Cut(l, " ")
		fmt.Fprintf(&text, "%s|%s|%d\n", thread, op, n+1)
	}
	prog, events := tracetest.Read(t, text.String())
	return traced{events, prog}
}

// On a trace of a tool, too. By theorem 3 the first transaction is taken for two idle blocks on-line, since nobody
// else has accessed x and y so far.
func TestTrace(t *testing.T) {
	two := []string{
		"A fork(B)", "A begin(first)", "A acq(l)", "A %s(x)", "A rel(l)", "A acq(l)", "A w(y)", "A rel(l)", "A end",
		"B begin(second)", "B acq(l)", "B %s(x)", "B r(y)", "B rel(l)", "B end",
	}
	withOps := func(first, second string) traced {
		return std(t, strings.Split(fmt.Sprintf(strings.Join(two, "\n"), first, second), "\n")...)
	}
	for _, c := range []struct{ first, second, offline string }{
		{"w", "r", "first"}, {"r", "w", "first"}, {"r", "r", ""},
	} {
		x := withOps(c.first, c.second)
		require.Empty(t, reported(checker().Dynamic(t, x.prog, x)))
		require.Equal(t, c.offline, reported(offline().Dynamic(t, x.prog, x)), "%s, %s", c.first, c.second)
		require.Equal(t, "first", reported(checker("theorem=2", "locks=false").Dynamic(t, x.prog, x)),
			"who looks at the locks only needs no more")
	}
}

// What a thread does before it publishes an object is not held against the discipline that protects it
// afterwards, unless it is unordered with what others do.
func TestInitialisation(t *testing.T) {
	published := []string{
		"A fork(B)", "A begin(make)", "A w(x)", "A w(y)", "A acq(l)", "A w(p)", "A rel(l)", "A end",
		"B begin(use)", "B acq(l)", "B r(p)", "B r(x)", "B r(y)", "B w(x)", "B rel(l)", "B end",
	}
	x := std(t, published...)
	require.Empty(t, offline().Dynamic(t, x.prog, x))
	unordered := slices.Concat(published[:1], published[8:], published[1:8])
	x = std(t, unordered...)
	require.Equal(t, "make use", reported(offline().Dynamic(t, x.prog, x)))
}

// Passes end, and findings of several runs add up.
func TestSeveralRuns(t *testing.T) {
	x := std(t, "A fork(B)", "A begin(f)", "A w(x)", "A r(x)", "A end", "B w(x)")
	w := reduction.Analyzer().Replay(x.prog)
	require.NoError(t, w.RunWhole(context.Background(), x))
	require.NoError(t, w.RunWhole(context.Background(), x))
	require.Len(t, w.Findings(), 1)
	require.Equal(t, int64(2), w.Findings()[0].Runs)
}

// That an access that synchronises came after another one is no more than it tells itself: in another run it might come
// before.
func TestSynchronising(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Box { volatile flag }
final box = new Box
atomic func set() { box.flag = 1; box.flag = 2 }
atomic func look() { r = box.flag; s = box.flag }
func main() { t = spawn set(); u = spawn look() }
`)
	require.NoError(t, err)
	for _, r := range checkertest.Schedules(p, 20) {
		require.Equal(t, "look set", reported(offline().Dynamic(t, p, r)))
	}
}
