package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
)

// A function that is passed a literal often is passed what that has captured, too:
//
//	func (c *C) with(f func()) { c.mu.Lock(); defer c.mu.Unlock(); f() }
//	func (c *C) inc()          { c.with(func() { c.n++ }) }
//
// Then it has a name for the captured value, without which the literal would not know that it is the lock of its own
// c that is held.

// capturedPath is the path of what was captured, nil if the frame has none.
func (n *Namer) capturedPath(c calls.Captured) *envs.Path {
	if c.From == nil {
		return nil
	}
	if p := n.Path(c.From); p != nil {
		return p.Extend(c.Steps)
	}
	return nil
}

// CapturedPaths gives the paths of what the callees of a call of v have captured. All that may lead to a lock must have
// the same one at a place. It is nil if there is none. Of callees that have others it gives what they have, too. If the
// call is open, a literal counts only if no other way leads it there.
func (n *Namer) CapturedPaths(
	v ssa.Value, fns []*ssa.Function, open bool,
) (paths []*envs.Path, own map[*ssa.Function][]*envs.Path) {
	var all calls.Captures
	agreed := map[int]*envs.Path{} // by place, nil if they differ or one is not known
	each := make([][]*envs.Path, len(fns))
	for at, fn := range fns {
		known := true
		for i, free := range fn.FreeVars {
			if !n.TypeLeads(free.Type()) {
				continue
			}
			if all == nil {
				all = n.of.calls.CapturesOf(v)
			}
			known = known && all[fn] != nil && (!open || n.of.calls.StaysSeen(fn))
			var path *envs.Path
			if known {
				path = n.capturedPath(all[fn][i])
			}
			each[at] = put(each[at], i, path)
			if other, seen := agreed[i]; seen && !other.Same(path) {
				path = nil
			}
			agreed[i] = path
		}
	}
	for i, path := range agreed {
		paths = put(paths, i, path)
	}
	for at, fn := range fns {
		if !slices.EqualFunc(each[at], paths, (*envs.Path).Same) {
			if own == nil {
				own = map[*ssa.Function][]*envs.Path{}
			}
			own[fn] = each[at]
		}
	}
	return paths, own
}

// put sets the i-th path of a list that is as long as it has to be.
func put(list []*envs.Path, i int, path *envs.Path) []*envs.Path {
	if path == nil {
		return list
	}
	if n := i + 1 - len(list); n > 0 {
		list = append(list, make([]*envs.Path, n)...)
	}
	list[i] = path
	return list
}
