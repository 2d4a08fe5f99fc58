package gosrc

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// A lock that is copied is another lock, in the state in which the first one was. That does
// no harm before it is used, and so a variable may be made in one place and put into another.

// copiesLock gives a load of type t its flag if a lock is copied with it that may have been used:
// whatever does not lie in a variable of this frame, and a variable of which a call or another
// function may have had the address.
func (l *lowerer) copiesLock(t types.Type, addr ssa.Value) envs.Flags {
	if !l.p.locked.holds(t) {
		return 0
	}
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
			continue
		case *ssa.IndexAddr:
			addr = x.X
			continue
		case *ssa.Alloc:
			if staysInFrame(x, 0) {
				return 0
			}
		}
		return envs.Copied
	}
}

// used reports whether anything is done with a value. An array of which a loop ranges over the
// indices alone is loaded in SSA form, but never copied.
func used(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			return true
		}
	}
	return false
}

// lockedTypes remembers which types have a lock in them.
type lockedTypes struct{ known sync.Map }

// holds reports whether a value of type t has a lock of package sync in it: one of those that
// must not be copied after they were used.
func (k *lockedTypes) holds(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false
	}
	if known, ok := k.known.Load(t); ok {
		return known.(bool)
	}
	has := k.find(t)
	k.known.Store(t, has)
	return has
}

func (k *lockedTypes) find(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		switch n.Obj().Name() {
		case "Mutex", "RWMutex", "WaitGroup", "Cond":
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if k.holds(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return k.holds(u.Elem())
	}
	return false
}
