package gosrc

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// startedOnce reports whether a closure is used for nothing but to start one goroutine each time that it is made.
func startedOnce(c *ssa.MakeClosure) bool {
	var by ssa.Instruction
	return onlyUsed(c, func(in ssa.Instruction) bool {
		if by != nil || !starts(in, c) {
			return false
		}
		by = in
		return true
	}) && by != nil && !comesRound(by.Block(), c.Block())
}

// starts reports whether an instruction starts a goroutine that calls v, and does nothing else with v.
func starts(in ssa.Instruction, v ssa.Value) bool {
	switch x := in.(type) {
	case *ssa.Go:
		return x.Call.Value == v && !slices.Contains(x.Call.Args, v)
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		i := slices.Index(x.Call.Args, v)
		if fn == nil || i < 0 || x.Call.Value == v || slices.Contains(x.Call.Args[i+1:], v) {
			return false
		}
		if m := modelOf(fn); m != none {
			return m.effect == forks && m.arg == i
		}
		return len(fn.Params) == len(x.Call.Args) && spawned(fn.Params[i])
	}
	return false
}

// handedOver reports whether a variable is known to one goroutine only, from when on that is started: one closure has
// captured it, which the goroutine executes, and the function that declares the variable accesses it before that.
//
//	for range 4 {
//		n := 0
//		go func() { n++ }()
//	}
func handedOver(a *ssa.Alloc) bool {
	var to *ssa.MakeClosure
	for _, r := range *a.Referrers() {
		if c, ok := r.(*ssa.MakeClosure); ok {
			if to != nil {
				return false
			}
			to = c
		}
	}
	if to == nil || !startedOnce(to) || comesRound(to.Block(), a.Block()) {
		return false
	}
	for _, r := range *a.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug && r != ssa.Instruction(to) && comesLater(r, to, a.Block()) {
			return false
		}
	}
	for i, b := range to.Bindings {
		if b == ssa.Value(a) && !confined(to.Fn.(*ssa.Function).FreeVars[i], 0) {
			return false
		}
	}
	return true
}
