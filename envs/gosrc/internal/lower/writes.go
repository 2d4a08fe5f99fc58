package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// wrote notes a store of a value of type t to place p at address addr.
func (l *lowerer) wrote(p *place, addr ssa.Value, t types.Type) {
	if l.initialises(p) {
		return
	}
	parts := shape.HasParts(t)
	if !parts && !p.deep && p.loc.IsWritten() {
		return
	}
	l.mem.Written(p.loc)
	if p.deep {
		l.mem.WrittenAround(addr)
	}
	if parts && !(l.mem.InitialisingHome(p.loc)) {
		l.mem.WrittenWhole(t)
	}
}

// initialises reports whether a store to p initialises an object that this function has made and not yet published:
// in reverse postorder nothing before the store uses the object as a value, and no loop begins between its allocation
// and the store, by which control could come back from a later use.
func (l *lowerer) initialises(p *place) bool {
	a, ok := p.root.(*ssa.Alloc)
	return ok && (p.loc.Variable || p.loc.Class != envs.Cell) && p.entry&ssamap.IsPublished == 0 &&
		l.loopRank <= l.rank[a.Block().Index]
}
