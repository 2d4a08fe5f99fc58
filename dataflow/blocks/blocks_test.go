package blocks_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// teller tells of each way through a block what is done on it.
type teller struct {
	checker
	own bool // without what is known by locks around
}

func (c *teller) analysis() dataflow.Analysis[blocks.State] {
	return dataflow.Analysis[blocks.State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (c *teller) ended(env envs.Env, b blocks.Block, w blocks.Ways) {
	for own, around := range c.Each(w) {
		what := c.named(own)
		if around.Len() > 0 && !c.own {
			what += " in " + c.named(around)
		}
		env.Report(envs.Report{Kind: "block", Subject: fmt.Sprintf("%s: %s", b.Name(env), what)})
	}
}

func (c *teller) named(items view.View[blocks.Item]) string {
	var names []string
	for i := range items.All() {
		names = append(names, c.memory.VariableName(c.Fact(i)))
	}
	slices.Sort(names)
	return fmt.Sprint(slices.Compact(names))
}

// told are what is done in the blocks of a program, over all paths and in some runs.
func told(t checkertest.T, text string, plain bool) (paths, run []string) {
	p, err := ir.Parse("x.plx", text)
	if err != nil {
		t.Errorf("%v", err)
		return nil, nil
	}
	c := checkertest.Checker{Analyzer: func() *dataflow.Analyzer {
		return dataflow.NewAnalyzer("blocks", "tells of blocks", func(r *dataflow.Requires) dataflow.Analysis[blocks.State] {
			c := &teller{own: plain}
			c.memory = world.Memory.For(r)
			world.LockSets.For(r) // with Plain, too: it tells callers apart
			c.Follower = blocks.NewFollower[envs.Variable](r, blocks.Options{Plain: plain}, c.ended)
			r.Gather(c.Follower)
			return c.analysis()
		})
	}}
	subjects := func(fs []envs.Finding) []string {
		var list []string
		for _, f := range fs {
			list = append(list, f.Subject)
		}
		slices.Sort(list)
		return list
	}
	return subjects(c.Static(t, p)), subjects(c.Dynamic(t, p, checkertest.Schedules(p, 8)...))
}

const prelude = `
class P { x, y, z }
final p = new P
final gate = new Object
func lock() { acquire p }
func unlock() { release p }
func lockOf(o) { acquire o }
func unlockOf(o) { release o }
func pause() { p.x = 1; release p; p.z = 1; acquire p; p.y = 1 }
func rest() { wait p }
func touch(o) { o.x = 1 }
func within(o) { acquire o; o.x = 1; release o }
`

// Each program is one function body; what is told of it is the same over all paths and in runs.
var bodies = []struct {
	name, body string
	want       []string
}{
	{"in place", `acquire p; p.x = 1; n = p.y; release p; p.z = 1`, []string{"p in f: [P.x P.y]"}},
	{"several", `acquire p; p.x = 1; release p; acquire p; p.y = 1; release p`,
		[]string{"p in f, block 2: [P.y]", "p in f: [P.x]"}},
	{"on some way", `acquire p; p.x = 1; if nondet { p.y = 1 }; release p`,
		[]string{"p in f: [P.x P.y]", "p in f: [P.x]"}},
	{"called", `acquire p; touch(p); p.y = 1; release p`, []string{"p in f: [P.x P.y]"}},
	{"again, inside", `acquire p; within(p); p.y = 1; release p`, []string{"p in f: [P.x P.y]"}},
	{"of a callee", `p.y = 1; within(p); p.y = 1`, []string{"a lock in within: [P.x]"}},
	// Blocks belong to the function that has them, whoever takes the lock for it.
	{"helpers", `lock(); p.x = 1; unlock(); lock(); p.y = 1; unlock()`,
		[]string{"p in f by lock, block 2: [P.y]", "p in f by lock: [P.x]"}},
	{"helper of any", `lockOf(p); p.x = 1; unlockOf(p)`, []string{"a lock in f by lockOf: [P.x]"}},
	{"one helper", `lock(); p.x = 1; release p; acquire p; p.y = 1; unlock()`,
		[]string{"p in f by lock: [P.x]", "p in f: [P.y]"}},
	{"interrupted", `acquire p; p.y = 1; pause(); p.z = 1; release p`,
		[]string{"p in f by pause: [P.y P.z]", "p in f: [P.x P.y]"}},
	{"nested", `acquire gate; acquire p; p.x = 1; release p; p.y = 1; release gate`,
		[]string{"gate in f: [P.x P.y]", "p in f, block 2: [P.x] in [P.x]"}},
	{"crossed", `acquire gate; acquire p; p.x = 1; release gate; p.y = 1; release p`,
		[]string{"gate in f: [P.x]", "p in f, block 2: [P.x P.y]"}},
}

func TestBlocks(t *testing.T) {
	for _, b := range bodies {
		t.Run(b.name, func(t *testing.T) {
			paths, run := told(t, prelude+
				"func f() { "+b.body+" }\nfunc main() { a = spawn f(); b = spawn f(); join a; join b }", false)
			require.Equal(t, b.want, paths, "over all paths")
			require.Equal(t, b.want, run, "in runs")
		})
	}
}

// A thread that waits gives the lock back, also where a function does it for others.
func TestWait(t *testing.T) {
	for _, wait := range []string{"wait p", "rest()"} {
		by := map[string]string{"wait p": ", block 2", "rest()": " by rest"}[wait]
		paths, run := told(t, prelude+"func f() { acquire p; p.x = 1; "+wait+"; p.y = 1; release p }\n"+
			"func main() { a = spawn f(); y = 0; while y == 0 { acquire p; y = p.y; notifyall p; release p } }", false)
		want := []string{"p in f" + by + ": [P.y]", "p in f: [P.x]", "p in main: [P.y]"}
		require.ElementsMatch(t, want, run, "%s, in runs", wait)
		require.ElementsMatch(t, want, paths, "%s, over all paths", wait)
	}
}

// A block that begins in a loop, or on one of two ways, is a block of its own where paths
// meet.
func TestMeet(t *testing.T) {
	paths, run := told(t, prelude+"func f() { acquire p; p.x = 1; while p.z == 0 { wait p }; p.y = 1; release p }\n"+
		"func main() { a = spawn f(); n = 9; while n > 0 { n = n - 1 }; acquire p; p.z = 1; "+
		"notifyall p; release p; join a }", false)
	want := []string{"p in f: [P.x P.y P.z]", "p in f: [P.x P.z]", "p in f, block 2: [P.y P.z]", "p in main: [P.z]"}
	require.ElementsMatch(t, want, run, "in runs")
	require.ElementsMatch(t, append(want, "p in f, block 2: [P.z]"), paths, "over all paths") // it may wait twice

	paths, run = told(t, prelude+
		"func f() { if nondet { acquire p; p.x = 1 } else { lock() }; p.y = 1; "+
		"acquire gate; p.z = 1; release gate; touch(p); release p }\n"+
		"func main() { a = spawn f(); b = spawn f(); join a; join b }", false)
	want = []string{"p in f: [P.x P.y P.z]", "p in f by lock: [P.x P.y P.z]", "gate in f, block 2: [P.z] in [P.z]"}
	require.ElementsMatch(t, want, run, "in runs")
	require.ElementsMatch(t, want, paths, "over all paths")
}

// What is done in a block of a run is done on a way over all paths, and the block has the
// same name there.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	for _, plain := range []bool{false, true} {
		ways := 0
		for seed := range uint64(200) {
			text := irgen.Blocks(irgen.Seeded(seed))
			paths, run := told(t, text, plain)
			ways += len(run)
			for _, w := range run {
				require.Contains(t, paths, w, "program %d\n%s", seed, text)
			}
		}
		t.Log(ways)
		require.Greater(t, ways, 1000)
	}
}
