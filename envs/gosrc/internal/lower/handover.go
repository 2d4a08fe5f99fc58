package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// recentLoads are the last loads of the current block since which nothing happened that may release a lock or let
// another thread in.
type recentLoads []recentLoad

type recentLoad struct {
	pc int32
	by ssa.Instruction // a UnOp, Lookup or Next
}

const maxRecent = 8

func (r *recentLoads) forget() { *r = (*r)[:0] }

func (r *recentLoads) add(pc int32, by ssa.Instruction) {
	if len(*r) == maxRecent {
		*r = slices.Delete(*r, 0, 1)
	}
	*r = append(*r, recentLoad{pc, by})
}

// overwritten marks the loads that a store takes the value away from. With a key it is the element of a map that is
// replaced or deleted. Otherwise the location at an address is set to val. If val is a part of the slice that was
// there, the elements are taken out that were loaded through it.
func (l *lowerer) overwritten(addr, key, val ssa.Value) {
	for _, r := range l.recent {
		if takesAway(r.by, addr, key, val) {
			l.ops[r.pc].Flags |= envs.Handover
		}
	}
}

// takesAway is overwritten for one load.
func takesAway(by ssa.Instruction, addr, key, val ssa.Value) bool {
	if key != nil {
		return takesElement(by, addr, key)
	}
	load, ok := by.(*ssa.UnOp)
	if !ok {
		return false
	}
	part, isPart := val.(*ssa.Slice)
	return sameAddr(load.X, addr, 0) && !keepsPart(val, addr) || isPart && takesOut(load.X, addr, part)
}

// takesElement reports whether a load from a map gives the element of map m at key. The load is m[key], or that of a
// loop, for k, v := range m { delete(m, k) }.
func takesElement(by ssa.Instruction, m, key ssa.Value) bool {
	switch x := by.(type) {
	case *ssa.Lookup:
		return sameValue(x.X, m, 0) && sameValue(x.Index, key, 0)
	case *ssa.Next:
		return sameValue(x.Iter.(*ssa.Range).X, m, 0) && isKeyOf(key, x)
	}
	return false
}

// keepsPart reports whether val is what was at addr, a part of it, or an extension of it, all of which leave what was
// there within reach.
func keepsPart(val, addr ssa.Value) bool {
	switch v := val.(type) {
	case *ssa.UnOp:
		return loadsFrom(v, addr)
	case *ssa.Slice:
		return loadsFrom(v.X, addr)
	case *ssa.Call:
		return walk.IsBuiltin(&v.Call, "append") && keepsPart(v.Call.Args[0], addr)
	}
	return false
}

func isKeyOf(key ssa.Value, next *ssa.Next) bool {
	e, ok := key.(*ssa.Extract)
	return ok && e.Tuple == ssa.Value(next) && e.Index == 1
}

// takesOut reports whether a is an element of the slice at addr, which is set to a part of itself: x := s.q[0]; s.q =
// s.q[1:].
func takesOut(a, addr ssa.Value, part *ssa.Slice) bool {
	x, ok := a.(*ssa.IndexAddr)
	return ok && loadsFrom(x.X, addr) && loadsFrom(part.X, addr)
}

func loadsFrom(v, addr ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL && sameAddr(u.X, addr, 0)
}

// sameAddr reports whether two addresses are equal, provided that no pointer on the way was changed between their
// computations.
func sameAddr(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	if depth > local.MaxSteps {
		return false
	}
	switch x := a.(type) {
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && types.Identical(x.X.Type(), y.X.Type()) && sameValue(x.X, y.X, depth+1)
	case *ssa.IndexAddr:
		y, ok := b.(*ssa.IndexAddr)
		return ok && sameValue(x.X, y.X, depth+1) && sameValue(x.Index, y.Index, depth+1)
	}
	return false
}

func sameValue(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	if depth > local.MaxSteps {
		return false
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && x.Value != nil && y.Value != nil && x.Value.ExactString() == y.Value.ExactString()
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == token.MUL && y.Op == token.MUL && sameAddr(x.X, y.X, depth+1)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return sameAddr(a, b, depth)
	}
	return false
}
