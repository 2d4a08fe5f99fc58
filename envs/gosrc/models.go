package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
)

// accesses reports whether a call with address a does no more with it than access
// the memory or the lock there.
func (l *lowerer) accesses(c *ssa.CallCommon, a ssa.Value) bool {
	if c.IsInvoke() || len(c.Args) == 0 || c.Args[0] != a {
		return false
	}
	fn, ok := c.Value.(*ssa.Function)
	if !ok {
		return false
	}
	switch l.named(fn).end.model.Effect {
	case library.Acquires, library.Tries, library.Releases, library.AtomicLoads, library.AtomicStores, library.AtomicUpdates:
	default:
		return false
	}
	for _, v := range c.Args[1:] {
		if v == a {
			return false
		}
	}
	return true
}
