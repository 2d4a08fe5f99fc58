package local

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// StartedOnce reports whether a closure is used for nothing but to start one goroutine each time that it is made.
func StartedOnce(c *ssa.MakeClosure) bool {
	var by ssa.Instruction
	return onlyUsed(c, func(in ssa.Instruction) bool {
		if by != nil || !starts(in, c) {
			return false
		}
		by = in
		return true
	}) && by != nil && !ComesRound(by.Block(), c.Block())
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
		if m := library.ModelOf(fn); m != library.None {
			return m.Effect == library.Forks && m.Arg == i
		}
		return len(fn.Params) == len(x.Call.Args) && Spawned(fn.Params[i])
	}
	return false
}

// HandedOver reports whether a variable is known to one goroutine only, from when on that is started. One closure has
// captured it, which the goroutine executes. The function that declares the variable accesses it before that.
//
//	for range 4 {
//		n := 0
//		go func() { n++ }()
//	}
func HandedOver(a *ssa.Alloc) bool {
	var to *ssa.MakeClosure
	for _, r := range *a.Referrers() {
		if c, ok := r.(*ssa.MakeClosure); ok {
			if to != nil {
				return false
			}
			to = c
		}
	}
	if to == nil || !StartedOnce(to) || ComesRound(to.Block(), a.Block()) {
		return false
	}
	for _, r := range *a.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug && r != ssa.Instruction(to) && comesLater(r, to, a.Block()) {
			return false
		}
	}
	return !walk.Any(walk.Bound(to, a), func(free *ssa.FreeVar) bool { return !Confined(free, 0) })
}

// Spawned reports whether a parameter is called by one goroutine, at most once, and nothing else becomes of it.
func Spawned(v *ssa.Parameter) bool {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok || v.Referrers() == nil {
		return false
	}
	started := 0
	ok := onlyUsed(v, func(in ssa.Instruction) bool {
		switch x := in.(type) {
		case *ssa.Go:
			started++
			return x.Call.Value == ssa.Value(v) && !x.Call.IsInvoke() && !ComesRound(x.Block(), nil)
		case *ssa.Store:
			a, ok := x.Addr.(*ssa.Alloc)
			return ok && SoleStore(a) == ssa.Value(v) && onlyUsed(a, func(in ssa.Instruction) bool {
				c, ok := in.(*ssa.MakeClosure)
				if !ok {
					return in == ssa.Instruction(x)
				}
				started++
				return startsCaller(c, a)
			})
		}
		return false
	})
	return ok && started == 1
}

// startsCaller reports whether a closure is used for nothing but to start one goroutine, which calls what is in the
// captured variable once.
func startsCaller(c *ssa.MakeClosure, captured *ssa.Alloc) bool {
	forks := 0
	if !onlyUsed(c, func(in ssa.Instruction) bool {
		forks++
		g, ok := in.(*ssa.Go)
		return ok && g.Call.Value == ssa.Value(c) && !ComesRound(in.Block(), nil)
	}) || forks != 1 {
		return false
	}
	calls := 0
	for free := range walk.Bound(c, captured) {
		if !onlyUsed(free, func(in ssa.Instruction) bool {
			load, ok := in.(*ssa.UnOp)
			return ok && load.Op == token.MUL && onlyUsed(load, func(in ssa.Instruction) bool {
				calls++
				call, ok := in.(*ssa.Call)
				return ok && call.Call.Value == ssa.Value(load) && !ComesRound(in.Block(), nil)
			})
		}) {
			return false
		}
	}
	return calls == 1
}

// onlyUsed reports whether ok is true of all instructions that use v, but for comparisons.
func onlyUsed(v ssa.Value, ok func(ssa.Instruction) bool) bool {
	for _, r := range *v.Referrers() {
		switch x := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
			continue
		case *ssa.UnOp:
			if _, variable := v.(*ssa.Alloc); variable && onlyUsed(x, func(ssa.Instruction) bool { return false }) {
				continue
			}
		}
		if !ok(r) {
			return false
		}
	}
	return true
}
