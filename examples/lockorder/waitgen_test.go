package lockorder_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// waits draws the source text of a program in which threads wait for each other, also while they hold locks. They wait
// for up to 3 locks, l0 to l2, for others that put something into c0 or c1 and notify of it, and for the ends of
// threads. Its states are few.
//
// A free program comes to its end. Its threads take locks in one order. A thread that wakes others has taken no lock
// before. No thread whose end another one waits for needs a lock that is held meanwhile.
func waits(draw irgen.Draw, free bool) string {
	g := &waitProgram{Writer: irgen.Writer{Draw: draw}, free: free}
	g.Line("class Box { full }")
	for _, o := range []string{"l0", "l1", "l2", "m"} {
		g.Line("final %s = new Object", o)
	}
	g.Line("final c0 = new Box\nfinal c1 = new Box")
	threads := 1 + draw("threads", 3)
	for i := range threads {
		g.Line("\nfunc t%d() {", i)
		g.Some(3, g.item)
		g.Line("}")
	}
	g.Line("\nfunc main() {")
	for i := range threads {
		g.Line("\th%d = spawn t%d()", i, i)
	}
	if free {
		g.put("\t", "c0")
		g.put("\t", "c1")
	} else if draw("main", 2) == 1 {
		g.item()
	}
	for i := range threads {
		if draw("join", 3) == 0 {
			continue
		}
		lock := g.lock()
		if free {
			lock = "m"
		}
		if draw("inside", 3) == 0 {
			g.Line("\tjoin h%d", i)
			continue
		}
		g.Line("\tsync %s {\n\t\tjoin h%d\n\t}", lock, i)
	}
	g.Line("}")
	for _, c := range []string{"c0", "c1"} {
		g.Line("\nfunc set_%s() {", c)
		g.put("\t", c)
		g.Line("}")
	}
	return g.String()
}

type waitProgram struct {
	irgen.Writer
	free bool
}

func (g *waitProgram) lock() string { return g.Pick("l0", "l1", "l2") }

func (g *waitProgram) box() string { return g.Pick("c0", "c1") }

// item is one thing that a thread does.
func (g *waitProgram) item() {
	kinds := 6
	if g.free {
		kinds = 4
	}
	switch g.Draw("item", kinds) {
	case 0:
		g.Line("\tsync %s {\n\t}", g.lock())
	case 1:
		outer, inner := g.lock(), g.lock()
		if g.free {
			outer, inner = min(outer, inner), max(outer, inner)
		}
		g.Line("\tsync %s {\n\t\tsync %s {\n\t\t}\n\t}", outer, inner)
	case 2:
		g.get("\t", g.box())
	case 3:
		g.Line("\tsync %s {", g.lock())
		g.get("\t\t", g.box())
		g.Line("\t}")
	case 4:
		if c := g.box(); g.Draw("call", 2) == 1 {
			g.Line("\tset_%s()", c)
		} else {
			g.put("\t", c)
		}
	case 5:
		g.Line("\tsync %s {", g.lock())
		g.put("\t\t", g.box())
		g.Line("\t}")
	}
}

// get waits until there is something in a box.
func (g *waitProgram) get(indent, c string) {
	g.Line("%ssync %s {\n%[1]s\twhile !%[2]s.full {\n%[1]s\t\twait %[2]s\n%[1]s\t}\n%[1]s}", indent, c)
}

func (g *waitProgram) put(indent, c string) {
	g.Line("%ssync %s {\n%[1]s\t%[2]s.full = 1\n%[1]s\tnotifyall %[2]s\n%[1]s}", indent, c)
}

// Programs of waits parse, have all that they are said to have, and many of them come to
// an end and many do not; free ones always do.
func TestWaitPrograms(t *testing.T) {
	seen := map[string]int{}
	ends := map[ir.End]int{}
	for seed := range uint64(400) {
		free := seed%2 == 1
		text := waits(irgen.Seeded(seed), free)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		for _, w := range []string{"\t\tjoin ", "\n\tjoin ", "\t\t\twait ", "\tset_c", "\t\tsync l", "t2()"} {
			if strings.Contains(text, w) {
				seen[w]++
			}
		}
		r := p.Run(seed, ir.Options{}).Result()
		require.Empty(t, r.Uncaught, text)
		if free {
			require.Equal(t, ir.Completed, r.End, text)
		} else {
			ends[r.End]++
		}
	}
	require.Len(t, seen, 6)
	for w, n := range seen {
		require.Greater(t, n, 25, "programs with %q", w)
	}
	require.Greater(t, min(ends[ir.Deadlock], ends[ir.Completed]), 25)
}
