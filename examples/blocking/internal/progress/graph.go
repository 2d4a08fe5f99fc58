package progress

import (
	"math"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A graph is who calls whom.
type graph struct {
	callees [][]envs.FuncID
	order   []envs.FuncID // callees first, but in circles
	deep    []bool        // a thread may execute the function with any number of frames below it
	solo    []envs.FuncID // the single thread that executes the function; many, or less if there is none
	entered []envs.FuncID // by what the program does not show: their parameters may be anything
}

func graphOf(o *origins) graph {
	n := o.prog.NumFuncs()
	g := graph{callees: make([][]envs.FuncID, n), solo: make([]envs.FuncID, n), deep: make([]bool, n)}
	for id := range n {
		fn := o.prog.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Call {
				g.callees[id] = append(g.callees[id], op.Callee.Funcs...)
			}
		}
		if !o.alone[fn.ID] {
			g.entered = append(g.entered, fn.ID)
		}
	}
	w := walk{graph: &g, prog: o.prog, index: make([]int, n), low: make([]int, n)}
	for id := range n {
		w.from(envs.FuncID(id))
	}
	g.reach(w.circles, g.deep)
	g.threads(o)
	return g
}

// many is in the stead of a thread if there may be several.
const many envs.FuncID = -1

// threads finds the functions that a single thread executes, which is known by the function with which it begins.
func (g *graph) threads(o *origins) {
	for f := range g.solo {
		g.solo[f] = many - 1
	}
	var mains []envs.FuncID
	if start := o.knows.Start; start != nil {
		mains, _, _ = start()
	}
	var several []envs.FuncID
	for _, f := range g.entered {
		if !slices.Contains(mains, f) {
			several = append(several, f)
		}
	}
	for _, at := range o.forks {
		for _, f := range o.op(at).Callee.Funcs {
			if o.once(f, mains, len(g.callees)) {
				g.execute(f, f)
			} else {
				several = append(several, f)
			}
		}
	}
	if len(mains) > 0 {
		g.execute(mains[0], mains...)
	}
	g.execute(many, several...)
}

// execute notes that a thread executes functions, and what those call.
func (g *graph) execute(thread envs.FuncID, all ...envs.FuncID) {
	seen := make([]bool, len(g.solo))
	g.reach(all, seen)
	for id, is := range seen {
		switch {
		case !is:
		case g.solo[id] < many:
			g.solo[id] = thread
		case g.solo[id] != thread:
			g.solo[id] = many
		}
	}
}

// once reports whether a function is executed at most once: it is main, or there is one place that calls or starts it,
// outside of loops, in a function that is executed at most once.
func (o *origins) once(f envs.FuncID, mains []envs.FuncID, steps int) bool {
	for range steps {
		from := o.callers[f]
		if slices.Contains(mains, f) {
			return len(from) == 0
		}
		if len(from) != 1 || !o.alone[f] || o.prog.Func(f) == nil {
			return false
		}
		at := from[0]
		if o.prog.Func(at.Func()).After(at.PC())[at.PC()] {
			return false
		}
		f = at.Func()
	}
	return false
}

// reach marks functions, and what they call.
func (g *graph) reach(from []envs.FuncID, seen []bool) {
	for work := slices.Clone(from); len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[f] {
			seen[f], work = true, append(work, g.callees[f]...)
		}
	}
}

// A walk finds the circles of a graph: its strongly connected components, by Tarjan's algorithm.
type walk struct {
	*graph
	prog       envs.Program
	index, low []int // from 1 in the order of visits; low is endless once the component is complete
	visits     int
	path       []envs.FuncID
	circles    []envs.FuncID
}

// from visits a function and all that it leads to, with a stack of its own.
func (w *walk) from(root envs.FuncID) {
	type frame struct {
		f    envs.FuncID
		next int
	}
	if w.index[root] != 0 || w.prog.Func(root) == nil {
		return
	}
	stack := []frame{{f: root}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		f := top.f
		if top.next == 0 && w.index[f] == 0 {
			w.visits++
			w.index[f], w.low[f], w.path = w.visits, w.visits, append(w.path, f)
		}
		if top.next < len(w.callees[f]) {
			to := w.callees[f][top.next]
			top.next++
			if w.index[to] == 0 && w.prog.Func(to) != nil {
				stack = append(stack, frame{f: to})
			} else if w.index[to] != 0 {
				w.low[f] = min(w.low[f], w.low[to])
			}
			continue
		}
		if stack = stack[:len(stack)-1]; len(stack) > 0 {
			below := stack[len(stack)-1].f
			w.low[below] = min(w.low[below], w.low[f])
		}
		w.order = append(w.order, f)
		if w.low[f] == w.index[f] {
			w.close(f)
		}
	}
}

// close completes the component of which f was visited first.
func (w *walk) close(f envs.FuncID) {
	i := slices.Index(w.path, f)
	of := w.path[i:]
	if len(of) > 1 || slices.Contains(w.callees[f], f) {
		w.circles = append(w.circles, of...)
	}
	for _, x := range of {
		w.low[x] = math.MaxInt
	}
	w.path = w.path[:i]
}
