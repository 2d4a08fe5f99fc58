package gosrc

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// literalCalls is callsOf for a function literal: it has to be called where it stands
// or by the one variable that holds it.
func literalCalls(fn *ssa.Function) (calls [][]ssa.Value, ok bool) {
	var visit func(v ssa.Value, depth int) bool
	variable := func(v ssa.Value, depth int) bool {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store, *ssa.DebugRef:
			case *ssa.UnOp:
				if !visit(r, depth+1) {
					return false
				}
			case *ssa.MakeClosure:
				for i, b := range r.Bindings {
					if b == v && !visit(r.Fn.(*ssa.Function).FreeVars[i], depth+1) {
						return false
					}
				}
			}
		}
		return true
	}
	visit = func(v ssa.Value, depth int) bool {
		if depth > 8 || v.Referrers() == nil {
			return false
		}
		if _, ok := v.(*ssa.FreeVar); ok {
			return variable(v, depth)
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef:
				continue
			case *ssa.MakeClosure:
				if v == ssa.Value(fn) && r.Fn == v && visit(r, depth+1) {
					continue
				}
			case ssa.CallInstruction:
				if c := r.Common(); c.Value == v && !c.IsInvoke() && !slices.Contains(c.Args, v) {
					calls = append(calls, c.Args)
					continue
				} else if startsOnly(c, v) {
					calls = append(calls, nil)
					continue
				}
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v && soleStore(a) == v && variable(a, depth) {
					continue
				}
			}
			return false
		}
		return true
	}
	ok = visit(fn, 0)
	return calls, ok
}

// startsOnly reports whether a call does nothing with v but to start a goroutine that
// executes it.
func startsOnly(c *ssa.CallCommon, v ssa.Value) bool {
	fn := c.StaticCallee()
	if fn == nil || c.Value == v {
		return false
	}
	m := modelOf(fn)
	for i, a := range c.Args {
		if a == v && (m.effect != forks || i != m.arg) {
			return false
		}
	}
	return m.effect == forks
}
