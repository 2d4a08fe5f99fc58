package calls

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// A journey is where a function literal gets to.
type journey struct {
	g     *Graph // to follow it to what it is passed to; nil: only to the variable that holds it
	fn    *ssa.Function
	seen  []ssa.Value
	calls [][]ssa.Value // the arguments of its calls
	lost  bool          // it gets elsewhere, too
}

// literalCalls is CallsOf for a function literal: all calls are known if it is called where it stands or by the one
// variable that holds it.
func literalCalls(fn *ssa.Function) (calls [][]ssa.Value, all bool) {
	j := journey{fn: fn}
	j.value(fn, 0)
	return j.calls, !j.lost
}

// StaysSeen reports whether a function literal is called by nothing but calls that list it. It is called where it
// stands, by variables, and by functions of the source that it is passed to. Of what stands behind method values it
// tells the same.
func (g *Graph) StaysSeen(fn *ssa.Function) bool {
	if g.loopsOnly(fn) {
		return false
	}
	j := journey{g: g, fn: fn}
	if !synthetic.IsBound(fn) {
		j.value(fn, 0)
		return !j.lost
	}
	made := g.flows.bound[fn]
	for _, c := range made {
		j.value(c, 0)
	}
	return len(made) > 0 && !j.lost
}

// maxJourney is how many steps of a literal are followed.
const maxJourney = 8

// value follows a value that the literal is.
func (j *journey) value(v ssa.Value, depth int) {
	if depth > maxJourney || v.Referrers() == nil {
		j.lost = true
		return
	}
	if slices.Contains(j.seen, v) {
		return
	}
	j.seen = append(j.seen, v)
	for _, r := range *v.Referrers() {
		if !j.use(v, r, depth) {
			j.lost = true
		}
	}
}

// use follows one use of a value that the literal is, and fails if it gets elsewhere.
func (j *journey) use(v ssa.Value, r ssa.Instruction, depth int) bool {
	switch r := r.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.MakeClosure:
		if v != ssa.Value(j.fn) || r.Fn != v {
			return false
		}
		j.value(r, depth+1)
		return true
	case ssa.CallInstruction:
		return j.call(v, r.Common(), depth)
	case *ssa.Store:
		a, ok := r.Addr.(*ssa.Alloc)
		if !ok || r.Val != v || !j.holds(a, v) {
			return false
		}
		j.variable(a, depth)
		return true
	}
	if j.g == nil {
		return false
	}
	switch r := r.(type) {
	case *ssa.Phi, *ssa.ChangeType:
		j.value(r.(ssa.Value), depth+1)
		return true
	case *ssa.BinOp:
		return r.Op == token.EQL || r.Op == token.NEQ // with nil
	}
	return false
}

// holds reports whether the variable at a, in which v is stored, is accessed by its name only.
func (j *journey) holds(a *ssa.Alloc, v ssa.Value) bool {
	if j.g == nil {
		return local.SoleStore(a) == v
	}
	return local.IsNamed(a)
}

// variable follows what is loaded from a variable that holds the literal.
func (j *journey) variable(a *ssa.Alloc, depth int) {
	for load := range local.Loads(a) {
		j.value(load, depth+1)
	}
}

// call follows the literal into a call of it, or one that it is passed to.
func (j *journey) call(v ssa.Value, c *ssa.CallCommon, depth int) bool {
	switch {
	case c.Value == v && !c.IsInvoke() && !slices.Contains(c.Args, v):
		j.calls = append(j.calls, c.Args)
		return j.g == nil || j.g.lists(c.Value, j.fn)
	case local.StartsOnly(c, v):
		j.calls = append(j.calls, nil)
		return true
	case j.g == nil || c.Value == v:
		return false
	}
	if local.IsLoop(c) {
		return j.loop(v, c, depth)
	}
	to := c.StaticCallee()
	return to != nil && j.into(to, to.Params, v, c, depth)
}

// loop follows the literal to the iterators that a loop may call.
func (j *journey) loop(v ssa.Value, c *ssa.CallCommon, depth int) bool {
	if to := local.ResolveAt(c.Value, 0); to.Recv != nil && to.Fn != nil && to.Via == nil && len(to.Fn.Params) > 0 {
		return j.into(to.Fn, to.Fn.Params[1:], v, c, depth)
	}
	if to := c.StaticCallee(); to != nil {
		return j.into(to, to.Params, v, c, depth)
	}
	fns, open := j.g.MayBe(c.Value)
	for _, to := range fns {
		if !j.into(to, to.Params, v, c, depth) {
			return false
		}
	}
	return !open && !c.IsInvoke()
}

// into follows the literal to the parameters of a function that it is passed to.
func (j *journey) into(to *ssa.Function, params []*ssa.Parameter, v ssa.Value, c *ssa.CallCommon, depth int) bool {
	if to.Blocks == nil || library.ModelOf(to) != library.None || len(params) != len(c.Args) {
		return false
	}
	if f := j.g.src.IDs[j.g.src.Declared(to)]; f == nil || int(f.ID) >= j.g.src.Source {
		return false // its operations are not shown
	}
	for i, a := range c.Args {
		if a == v {
			j.value(params[i], depth+1)
		}
	}
	return true
}
