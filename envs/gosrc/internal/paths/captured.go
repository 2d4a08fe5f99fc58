package paths

import (
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

// CapturedPaths gives the paths of what the callees of a call of v have captured, if all that may lead to a lock have
// the same one at a place; nil if there is none. Of callees that have others it gives what they have, too. If the
// call is open, a literal counts only if no other way leads it there.
func (n *Namer) CapturedPaths(
	v ssa.Value, fns []*ssa.Function, open bool,
) (paths []*envs.Path, own map[*ssa.Function][]*envs.Path) {
	var all calls.Captures
	var agreed agreement
	each := make([][]*envs.Path, len(fns))
	for at, fn := range fns {
		known := true
		for i, free := range fn.FreeVars {
			if i >= maxCaptured || !n.TypeLeads(free.Type()) {
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
			if path != nil && each[at] == nil {
				each[at] = make([]*envs.Path, min(len(fn.FreeVars), maxCaptured))
			}
			if path != nil {
				each[at][i] = path
			}
			agreed.add(i, path)
		}
	}
	paths = agreed.known()
	for at, fn := range fns {
		if !samePaths(each[at], paths) {
			if own == nil {
				own = map[*ssa.Function][]*envs.Path{}
			}
			own[fn] = each[at]
		}
	}
	return paths, own
}

// agreement is the paths that all callees have at the same places.
type agreement struct {
	paths  [maxCaptured]*envs.Path
	differ [maxCaptured]bool
}

// add notes the path that a callee has at a place, nil if it is not known.
func (a *agreement) add(i int, path *envs.Path) {
	switch {
	case path == nil || a.paths[i] != nil && !a.paths[i].Same(path):
		a.differ[i] = true
	default:
		a.paths[i] = path
	}
}

// known is the paths up to the last one that all have.
func (a *agreement) known() []*envs.Path {
	last := -1
	for i := range a.paths {
		if a.differ[i] {
			a.paths[i] = nil
		} else if a.paths[i] != nil {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	return a.paths[:last+1]
}

// maxCaptured is how many variables that a function has captured are looked at.
const maxCaptured = 64

// samePaths reports whether two lists have the same paths at the same places.
func samePaths(a, b []*envs.Path) bool {
	for i := range max(len(a), len(b)) {
		var p, q *envs.Path
		if i < len(a) {
			p = a[i]
		}
		if i < len(b) {
			q = b[i]
		}
		if !p.Same(q) {
			return false
		}
	}
	return true
}
