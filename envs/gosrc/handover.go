package gosrc

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// recentLoad is a load of the current block since which nothing happened that may
// release a lock or let another thread in.
type recentLoad struct {
	pc   int32
	addr ssa.Value // of a load through an address
	base ssa.Value // of a map access: the map
	key  ssa.Value
	iter *ssa.Next
}

const maxRecent = 8

func (l *lowerer) remember(r recentLoad) {
	if len(l.recent) == maxRecent {
		copy(l.recent, l.recent[1:])
		l.recent = l.recent[:maxRecent-1]
	}
	l.recent = append(l.recent, r)
}

// overwritten marks the loads that a store takes the value away from. With a key
// it is the element of a map that is replaced or deleted; otherwise the location
// at an address is set to val, and if that is a part of the slice that was there,
// the elements are taken out that were loaded through it.
func (l *lowerer) overwritten(addr, key, val ssa.Value) {
	if key != nil {
		for _, r := range l.recent {
			if r.base != nil && sameValue(r.base, addr, 0) && (r.iter != nil && isKeyOf(key, r.iter) || r.key != nil && sameValue(r.key, key, 0)) {
				l.ops[r.pc].Flags |= envs.Handover
			}
		}
		return
	}
	to, isField := addr.(*ssa.FieldAddr)
	part, isPart := val.(*ssa.Slice)
	for _, r := range l.recent {
		if r.addr == nil {
			continue
		}
		if isField {
			// Most stores are to fields, and most of these to others than were loaded.
			if from, ok := r.addr.(*ssa.FieldAddr); ok && from.Field != to.Field {
				continue
			}
		}
		if sameAddr(r.addr, addr, 0) && !keepsPart(val, addr) || isPart && takesOut(r.addr, addr, part) {
			l.ops[r.pc].Flags |= envs.Handover
		}
	}
}

// keepsPart reports whether val is what was at addr, a part of it, or an extension
// of it, all of which leave what was there within reach.
func keepsPart(val, addr ssa.Value) bool {
	switch v := val.(type) {
	case *ssa.UnOp:
		return loadsFrom(v, addr)
	case *ssa.Slice:
		return loadsFrom(v.X, addr)
	case *ssa.Call:
		return isBuiltin(&v.Call, "append") && keepsPart(v.Call.Args[0], addr)
	}
	return false
}

func isKeyOf(key ssa.Value, next *ssa.Next) bool {
	e, ok := key.(*ssa.Extract)
	return ok && e.Tuple == ssa.Value(next) && e.Index == 1
}

// takesOut reports whether a is an element of the slice at addr, which is set to a
// part of itself: x := s.q[0]; s.q = s.q[1:].
func takesOut(a, addr ssa.Value, part *ssa.Slice) bool {
	x, ok := a.(*ssa.IndexAddr)
	return ok && loadsFrom(x.X, addr) && loadsFrom(part.X, addr)
}

func loadsFrom(v, addr ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL && sameAddr(u.X, addr, 0)
}

// sameAddr reports whether two addresses are equal, provided that no pointer on
// the way was changed between their computations.
func sameAddr(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	if depth > maxSteps {
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
	if depth > maxSteps {
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
