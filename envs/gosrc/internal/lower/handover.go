package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// recentLoads are the last loads of the current block since which nothing happened that may release a lock or let
// another thread in.
type recentLoads struct {
	list [maxRecent]recentLoad
	n    int    // how many there were since the last such thing
	ways uint64 // those that occur among the loads, by number modulo 64
}

type recentLoad struct {
	pc  int32
	way int32           // that in which it computes its address
	by  ssa.Instruction // a UnOp, Lookup or Next
}

const maxRecent = 8

// wayOf says how an address is computed: by which field, as an element, or otherwise. Two addresses can only be the
// same if they are computed in one way.
func wayOf(addr ssa.Value) int32 {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return int32(2 + a.Field)
	case *ssa.IndexAddr:
		return isElem
	}
	return 0
}

const isElem = 1

func (r *recentLoads) forget() { r.n, r.ways = 0, 0 }

func (r *recentLoads) add(pc int32, by ssa.Instruction) {
	way := int32(0)
	if u, ok := by.(*ssa.UnOp); ok {
		way = wayOf(u.X)
	}
	r.list[r.n%maxRecent] = recentLoad{pc: pc, way: way, by: by}
	r.n++
	r.ways |= 1 << (way & 63)
}

func (r *recentLoads) all() []recentLoad { return r.list[:min(r.n, maxRecent)] }

// overwritten marks the loads that a store takes the value away from. With a key it is the element of a map that is
// replaced or deleted; otherwise the location at an address is set to val, and if that is a part of the slice that
// was there, the elements are taken out that were loaded through it.
func (l *lowerer) overwritten(addr, key, val ssa.Value) {
	if key != nil {
		for _, r := range l.recent.all() {
			if takesElement(r.by, addr, key) {
				l.ops[r.pc].Flags |= envs.Handover
			}
		}
		return
	}
	way := wayOf(addr)
	part, isPart := val.(*ssa.Slice)
	// Most stores are to fields, and most of these to others than were loaded.
	if l.recent.ways>>(way&63)&1 == 0 && !isPart {
		return
	}
	for _, r := range l.recent.all() {
		if r.way != way && !(isPart && r.way == isElem) {
			continue
		}
		by, ok := r.by.(*ssa.UnOp)
		if !ok {
			continue
		}
		if sameAddr(by.X, addr, 0) && !keepsPart(val, addr) || isPart && takesOut(by.X, addr, part) {
			l.ops[r.pc].Flags |= envs.Handover
		}
	}
}

// takesElement reports whether a load from a map gives the element of map m at key: m[key], or that of a loop, for k,
// v := range m { delete(m, k) }.
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
		return library.IsBuiltin(&v.Call, "append") && keepsPart(v.Call.Args[0], addr)
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
