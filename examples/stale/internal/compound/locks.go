package compound

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A lock is one that was held.
type lock struct {
	is   envs.Lock
	path *envs.Path
	at   envs.Point // where it was taken; zero if a caller did
	read bool
	gone bool // it was given back since
	far  bool // another thread held it, whose names for it are not known here
}

// same reports whether a lock that was held is one that is held now, by its names.
func same(locks envs.Locks, a, b lock) bool {
	if a.far || b.far {
		return locks.MayBeSame(a.is, b.is)
	}
	if a.path == nil || b.path == nil {
		return locks.MustBeSame(a.is, b.is)
	}
	return a.path.Same(b.path) && locks.MayBeSame(a.is, b.is)
}

// held are the locks that are certainly held.
func held(locks envs.Locks) []lock {
	return locksOf(locks, func(h *envs.HeldLock) bool { return !h.Maybe })
}

// locksOf are the locks held of which something tells which they are.
func locksOf(locks envs.Locks, want func(*envs.HeldLock) bool) (found []lock) {
	all, _ := locks.MayLocks()
	for i := range all {
		if h := &all[i]; want(h) && (h.Lock != 0 || h.Path != nil) {
			found = append(found, lock{is: h.Lock, path: h.Path, at: h.At, read: h.Read})
		}
	}
	return sorted(found)
}

// keeps reports whether a lock that was held is among those that may be held now, and nothing says
// that it was taken anew.
func keeps(now []lock, l lock) bool {
	return slices.ContainsFunc(now, func(h lock) bool {
		return h.is == l.is && (h.at == l.at || h.at.IsZero()) && (h.path == nil || l.path == nil || h.path.Same(l.path))
	})
}

// compare orders locks by what they are.
func (l lock) compare(o lock) int {
	return cmp.Or(cmp.Compare(l.is, o.is), l.at.Compare(o.at), order.Paths(l.path, o.path),
		order.Bools(l.read, o.read), order.Bools(l.far, o.far))
}

// sorted is the list in order, each lock once: given back if one of its entries is.
func sorted(locks []lock) []lock {
	slices.SortFunc(locks, lock.compare)
	out := locks[:0]
	for _, l := range locks {
		if n := len(out); n > 0 && out[n-1].compare(l) == 0 {
			out[n-1].gone = out[n-1].gone || l.gone
			continue
		}
		out = append(out, l)
	}
	return out
}

// released notes what was given back by this operation.
func (c *checker) released(op *envs.Op, f *State) {
	if f.vals.Len()+f.decided.Len() == 0 {
		return
	}
	now := locksOf(c.locks, func(*envs.HeldLock) bool { return true })
	f.each(func(r *reading) *reading { return c.after(op, r, now) })
}

// after is a reading when these locks may be left after an operation.
func (c *checker) after(op *envs.Op, r *reading, now []lock) *reading {
	var n *reading
	for i, l := range r.locks {
		if l.gone && r.gone == op.PC || keeps(now, l) && !(op.Kind == envs.Wait && c.locks.MayBeSame(l.is, c.locks.Lock())) {
			continue
		}
		if n == nil {
			x := *r
			n = &x
			n.locks = slices.Clone(r.locks)
			n.until(op.PC, c.blocks.LastRelease())
		}
		n.locks[i].gone = true
	}
	if n == nil {
		return r
	}
	return n
}
