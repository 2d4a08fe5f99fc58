package plan

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Canonical is the function whose text is executed: of an instance, the generic function.
func Canonical(prog *gosrc.Program, id envs.FuncID) envs.FuncID {
	if o := prog.SSA(id).Origin(); o != nil {
		if g, ok := prog.FuncOf(o); ok {
			return g
		}
	}
	return id
}

// A callGraph has the calls between canonical functions, as far as the program knows what they call.
type callGraph struct {
	prog    *gosrc.Program
	canon   []envs.FuncID
	calls   [][]envs.FuncID
	callers [][]envs.FuncID
	open    []bool // may call others, too
}

func newCallGraph(prog *gosrc.Program) *callGraph {
	n := prog.NumFuncs()
	g := &callGraph{
		prog: prog, canon: make([]envs.FuncID, n), open: make([]bool, n),
		calls: make([][]envs.FuncID, n), callers: make([][]envs.FuncID, n),
	}
	for id := range g.canon {
		g.canon[id] = Canonical(prog, envs.FuncID(id))
	}
	for id, from := range g.canon {
		ops := prog.Func(envs.FuncID(id)).Ops
		for i := range ops {
			c := ops[i].Callee
			if c == nil || ops[i].Kind != envs.Call {
				continue
			}
			g.open[from] = g.open[from] || c.Open
			for _, f := range c.Funcs {
				to := g.canon[f]
				g.calls[from] = append(g.calls[from], to)
				g.callers[to] = append(g.callers[to], from)
			}
		}
	}
	return g
}

func (g *callGraph) callersOf(id envs.FuncID) []envs.FuncID { return g.callers[id] }

// reach marks the canonical functions that have a property, themselves or in an instance, and those that are admitted
// and next to one that is marked.
func (g *callGraph) reach(
	has func(envs.FuncID) bool, next func(envs.FuncID) []envs.FuncID, admits func(envs.FuncID) bool,
) []bool {
	set := make([]bool, len(g.canon))
	var work []envs.FuncID
	add := func(id envs.FuncID) {
		set[id] = true
		work = append(work, id)
	}
	for id, c := range g.canon {
		if !set[c] && has(envs.FuncID(id)) {
			add(c)
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range next(id) {
			if !set[f] && admits(f) {
				add(f)
			}
		}
	}
	return set
}

func all(envs.FuncID) bool { return true }
