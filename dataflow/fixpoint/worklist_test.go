package fixpoint

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// graph is what the engine does without: a control-flow graph, with a node for
// each operation and a state before each node.
type graph[S lattice.Mergeable[S]] struct {
	fn    *envs.Func
	succs [][]edge
	state []S
	has   []bool
}

type edge struct {
	to    int32
	taken int // the target's number, or -1
	throw bool
}

func graphOf[S lattice.Mergeable[S]](fn *envs.Func) *graph[S] {
	n := len(fn.Ops)
	g := &graph[S]{fn: fn, succs: make([][]edge, n), state: make([]S, n), has: make([]bool, n)}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		for n, t := range fn.Targets(op) {
			if op.Kind == envs.Jump {
				n = -1
			}
			g.succs[i] = append(g.succs[i], edge{to: t, taken: n})
		}
		if op.Falls() {
			g.succs[i] = append(g.succs[i], edge{to: int32(i) + 1, taken: -1})
		}
		if op.Handler != 0 {
			g.succs[i] = append(g.succs[i], edge{to: op.Handler, taken: -1, throw: true})
		}
	}
	return g
}

// worklist is the textbook algorithm: take any node whose state grew, send its
// effect along its edges, until none is left. widen, if not nil, replaces merging
// at targets of back edges after a delay.
func worklist[S lattice.Mergeable[S]](
	p envs.Program, fn *envs.Func, an Analysis[S], widen func(s, next S) (S, bool),
) *graph[S] {
	g := graphOf[S](fn)
	env := &At{Prog: p}
	env.enter(fn, &reportTable{})
	g.state[0], g.has[0] = an.Entry(env, fn), true
	queue, queued, grows := []int32{0}, make([]bool, len(fn.Ops)), make([]int, len(fn.Ops))
	queued[0] = true
	for len(queue) > 0 {
		pc := queue[0]
		queue = queue[1:]
		queued[pc] = false
		op := &fn.Ops[pc]
		env.Op = op
		before := g.state[pc]
		after := an.Step(env, op, before.Clone())
		for _, e := range g.succs[pc] {
			s := after.Clone()
			if e.throw {
				s = before.Clone()
			}
			if e.taken >= 0 && an.Branch != nil {
				var ok bool
				if s, ok = an.Branch(env, op, e.taken, s); !ok {
					continue
				}
			}
			grew := true
			switch {
			case !g.has[e.to]:
				g.state[e.to], g.has[e.to] = s, true
			case widen != nil && e.to <= pc && grows[e.to] >= 2:
				g.state[e.to], grew = widen(g.state[e.to], s)
			default:
				g.state[e.to], grew = g.state[e.to].Merge(s)
			}
			if grew && e.to <= pc {
				grows[e.to]++
			}
			if grew && !queued[e.to] {
				queued[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	return g
}

// genFunction draws a function with any control flow at all, irreducible loops
// and dead code included. Indices need not be a reverse postorder for the result
// to be right.
func genFunction(t *rapid.T) *envs.Func {
	n := rapid.IntRange(1, 30).Draw(t, "operations")
	fn := &envs.Func{Name: "f", Regs: 4}
	for i := range n {
		o := envs.Op{PC: int32(i)}
		to := func(what string) int32 { return int32(rapid.IntRange(0, n).Draw(t, what)) }
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			o.Kind, o.To = envs.Jump, to("target")
		case 1, 2:
			o.Kind, o.To = envs.Branch, int32(len(fn.Lists))
			fn.Lists = append(fn.Lists, []int32{to("then"), to("else")})
		case 3:
			o.Kind, o.Uses = envs.Call, []envs.Reg{1}
			if h := to("handler"); h != 0 {
				o.Handler = h
			}
		case 4:
			o.Kind = envs.Return
		default:
			o.Kind, o.Dst, o.Results = envs.Const, envs.Reg(1+i%3), 1
		}
		fn.Ops = append(fn.Ops, o)
	}
	fn.Ops = append(fn.Ops, envs.Op{Kind: envs.Return, PC: int32(n)})
	return fn
}

// The graph-free engine and the textbook algorithm give the same state at each
// point of each function.
func TestGraphFreeEqualsWorklist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(genFunction(t))
		before := map[int32]trail{} // with which each operation was stepped over last
		e := New(context.Background(), p, trails(), Options{})
		e.Watch = func(_ *Frame[trail], pc int32, s trail) { before[pc] = s.Clone() }
		require.NoError(t, e.Solve(0))
		g := worklist(p, p.Fns[0], trails(), nil)
		for pc := range p.Fns[0].Ops {
			s, ok := before[int32(pc)]
			require.Equal(t, g.has[pc], ok, "reachability of operation %d", pc)
			if ok {
				require.Equal(t, g.state[pc], s, "state before operation %d", pc)
			}
		}
	})
}

// BenchmarkMemory compares what is live at the end of an analysis by the
// graph-free engine and by the textbook algorithm with its graph, on the same
// function.
func BenchmarkMemory(b *testing.B) {
	p := program(segments(1_000_000, 1))
	measure := func(run func() any) float64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		keep := run()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(keep)
		return float64(after.HeapAlloc) - float64(before.HeapAlloc)
	}
	for b.Loop() {
		free := measure(func() any {
			e := New(context.Background(), p, (&intervals{}).analysis(), Options{})
			e.Watch = func(*Frame[*ivs], int32, *ivs) {} // so that states are not given back at the end
			if err := e.Solve(0); err != nil {
				b.Fatal(err)
			}
			return e
		})
		based := measure(func() any {
			return worklist(p, p.Fns[0], (&intervals{}).analysis(), func(s, o *ivs) (*ivs, bool) { return s.Widen(o) })
		})
		b.ReportMetric(free/based, "graph-free/graph-based")
		b.ReportMetric(free/1e6, "graph-free-MB")
		b.ReportMetric(based/1e6, "graph-based-MB")
	}
}
