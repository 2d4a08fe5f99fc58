package world_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// heap draws programs that make objects, hang them into each other, hand them around
// and start threads with them.
type heap struct {
	draw  irgen.Draw
	out   strings.Builder
	left  int
	funcs int // that may be called
	depth int
	next  int
}

func heapProgram(draw irgen.Draw) string {
	g := &heap{draw: draw}
	g.out.WriteString("class N { f, g, next = nil }\nfinal a = new N\nfinal b = new N\nvar v = nil\nvar n = 0\n")
	funcs := 1 + draw("functions", 3)
	for i := range funcs {
		g.funcs = i + 1 // itself, too
		g.left, g.depth = 4+draw("statements", 8), 0
		fmt.Fprintf(&g.out, "func f%d(p, q) {\n\tr = new N\n\ts = p\n", i)
		g.block()
		fmt.Fprintf(&g.out, "\treturn %s\n}\n", g.reg())
	}
	g.funcs, g.left, g.depth = funcs, 6+draw("statements", 10), 0
	g.out.WriteString("func main() {\n\tsync a {\n\t\tsync b {\n\t\t}\n\t}\n\tp = new N\n\tq = a\n\tr = new N\n\ts = p\n")
	g.block()
	g.out.WriteString("}\n")
	return g.out.String()
}

func (g *heap) reg() string { return string("pqrs"[g.draw("register", 4)]) }

func (g *heap) lock() string { return []string{"a", "b", "p", "q"}[g.draw("lock", 4)] }

func (g *heap) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

func (g *heap) block() {
	g.depth++
	for n := 1 + g.draw("length", 7); n > 0 && g.left > 0; n-- {
		g.left--
		g.stmt()
	}
	g.depth--
}

func (g *heap) body() {
	if g.depth > 3 {
		g.line("skip")
		return
	}
	g.block()
}

func (g *heap) stmt() {
	x, y := g.reg(), g.reg()
	switch g.draw("statement", 20) {
	case 0:
		g.line("%s.f = 1", x)
	case 1:
		g.line("y = %s.g", x)
	case 2:
		g.line("%s.f = %s.f + 1", x, y)
	case 3:
		g.line("n = n + 1")
	case 4:
		g.line("%s = new N", x)
	case 5:
		g.line("%s = %s", x, y)
	case 6:
		g.line("%s.next = %s", x, y)
	case 7:
		g.line("%s = %s.next\nif !%s {\n%s = new N\n}", x, y, x, x)
	case 8:
		g.line("v = %s", x)
	case 9:
		g.line("%s = v\nif !%s {\n%s = new N\n}", x, x, x)
	case 10, 11:
		g.line("sync %s {", g.lock())
		g.body()
		g.line("}")
	case 12:
		g.line("if nondet {")
		g.body()
		g.line("} else {")
		g.body()
		g.line("}")
	case 13:
		g.line("while nondet(3) {")
		g.body()
		g.line("}")
	case 14, 15:
		g.line("%s = f%d(%s, %s)", g.reg(), g.draw("callee", g.funcs), x, y)
	case 16, 17:
		g.next++
		t := fmt.Sprintf("t%d", g.next)
		g.line("%s = spawn f%d(%s, %s)", t, g.draw("callee", g.funcs), x, y)
		if g.draw("join", 2) == 1 {
			g.body()
			g.line("join %s", t)
		}
	case 18:
		g.line("try {")
		g.body()
		g.line("throw %s\n} catch e {\n%s = e\nif %s == 0 - 5 {\n%s = new N\n}\n}", x, y, y, y)
	case 19:
		g.line("b.next = %s", x)
	}
}

// pathAnswers are what is answered over all paths.
type pathAnswers struct {
	share, write map[envs.Point]bool
	race         map[envs.Point]map[envs.Point]bool // with which accesses, and whether one is not excluded
	many         map[envs.Point]bool                // not all accesses are told
	segments     map[envs.Point][]envs.Segment
	overlap      func(a, b envs.Segment) bool
	held         map[envs.Point]map[string]bool
}

func overPaths(t *testing.T, p envs.Program) *pathAnswers {
	x := &pathAnswers{
		share: map[envs.Point]bool{}, write: map[envs.Point]bool{}, race: map[envs.Point]map[envs.Point]bool{},
		many: map[envs.Point]bool{}, segments: map[envs.Point][]envs.Segment{}, held: map[envs.Point]map[string]bool{},
	}
	a := &asker{needs: costly, ask: func(env envs.Env, w *everything, op *envs.Op) {
		at := env.Point()
		x.segments[at] = append(x.segments[at], w.Segment())
		x.overlap = w.MayOverlap
		if !op.Accesses() {
			return
		}
		x.share[at] = x.share[at] || w.MayShare()
		x.write[at] = x.write[at] || w.MayWrite()
		if x.race[at] == nil {
			x.race[at] = map[envs.Point]bool{}
		}
		list := w.MayRace()
		x.many[at] = x.many[at] || len(list) >= 16
		for _, o := range list {
			x.race[at][o.At] = x.race[at][o.At] || w.Excluded(o) == ""
		}
		held := map[string]bool{}
		for l := range w.MustLocks().All() {
			if name := w.LockName(l.Key); !strings.Contains(name, " ") && (x.held[at] == nil || x.held[at][name]) {
				held[name] = true
			}
		}
		x.held[at] = held
	}}
	_, err := dataflow.NewAnalyzer("asker", "", a.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	return x
}

// What a run shows is possible over all paths:
//
//   - memory is shared, and written when it is
//   - accesses race, unless the memory was private when one of them was made
//   - stretches overlap
//
// What must be held is held.
func TestQueriesContainRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	counts := map[string]int{}
	for seed := range uint64(300) {
		src := heapProgram(irgen.Seeded(seed))
		p, err := ir.Parse("heap.plx", src)
		require.NoError(t, err, src)
		x := overPaths(t, p)
		type place struct {
			at  envs.Point
			seg envs.Segment
		}
		for schedule := range uint64(6) {
			var places []place
			check := func(ok bool, what string, at, other envs.Point) {
				if counts[what]++; !ok {
					where := p.Position(at).String()
					if !other.IsZero() {
						where += " with " + p.Position(other).String()
					}
					require.Fail(t, what+": "+where, "seed %d, schedule %d\n%s", seed, schedule, src)
				}
			}
			a := &asker{needs: costly, ask: func(env envs.Env, w *everything, op *envs.Op) {
				at := env.Point()
				if op.Kind == envs.Fork || op.Kind == envs.Join || op.Accesses() {
					here := place{at, w.Segment()}
					for _, o := range places {
						if !w.MayOverlap(here.seg, o.seg) {
							continue
						}
						may := false
						for _, s := range x.segments[at] {
							for _, r := range x.segments[o.at] {
								may = may || x.overlap(s, r)
							}
						}
						check(may, "overlap", at, o.at)
					}
					if len(places) < 60 {
						places = append(places, here)
					}
				}
				if !op.Accesses() {
					return
				}
				if w.MayShare() {
					check(x.share[at], "shared", at, envs.Point{})
					if op.Writes() {
						check(x.write[at], "written", at, envs.Point{})
					}
				} else if !x.share[at] {
					counts["private"]++
				}
				for _, o := range w.MayRace() {
					if !x.share[at] || !x.share[o.At] || x.many[at] {
						counts["left out"]++
						continue
					}
					free, found := x.race[at][o.At]
					check(found, "race", at, o.At)
					if w.Excluded(o) == "" {
						check(free, "not excluded", at, o.At)
					}
				}
				held := map[string]bool{}
				for l := range w.MustLocks().All() {
					held[w.LockName(l.Key)] = true
				}
				for name := range x.held[at] {
					check(held[name], "held", at, envs.Point{})
				}
			}}
			w := dataflow.NewAnalyzer("asker", "", a.analysis).Replay(p)
			require.NoError(t, w.Run(context.Background(), p.Run(schedule, ir.Options{MaxSteps: 600, MaxDepth: 20})), src)
		}
	}
	for _, what := range []string{"overlap", "shared", "written", "private", "race", "not excluded", "held"} {
		require.Greater(t, counts[what], 200, what)
	}
	t.Log(counts)
}
