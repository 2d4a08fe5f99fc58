package gosrc

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// A lock that is copied is another lock, in the state in which the first one was. That does
// no harm before it is used, and so a variable may be made in one place and put into another.

// copiesLock gives a load of type t its flag if a lock is copied with it that may have been used:
// whatever does not lie in a variable of this frame, and a variable of which a call or another
// function may have had the address.
func (l *lowerer) copiesLock(t types.Type, addr ssa.Value) envs.Flags {
	if !l.p.locked.Holds(t) {
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
			if local.StaysInFrame(x, 0) {
				return 0
			}
		}
		return envs.Copied
	}
}
