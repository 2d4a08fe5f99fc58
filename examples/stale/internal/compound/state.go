package compound

import (
	"cmp"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
	"github.com/seed38182bad/parallax/examples/stale/internal/gaps"
)

// A State is what is known in a frame: what values derive from, what branches were decided by, and what the frame and
// its callees have written.
type State struct {
	vals    environment.Sparse[envs.Reg, readings, derived[envs.Reg]]
	decided environment.Sparse[int32, readings, derived[int32]] // by the index of a branch
	writes  []write                                             // ascending; never changed in place
}

// derived are the readings of registers or branches, for an environment. What it does not store derives from none.
type derived[K ~int32] struct{}

func (derived[K]) Compare(a, b K) int            { return int(a - b) }
func (derived[K]) Rest() readings                { return nil }
func (derived[K]) Equal(rs, os readings) bool    { return rs.same(os) }
func (derived[K]) Join(rs, os readings) readings { return rs.merge(os) }

// A write is one of shared data under a lock, as a caller has to know it.
type write struct {
	point    envs.Point
	depth    int8   // how many calls away that is
	from     source // the way in which it is written
	lock     lock
	loc      *envs.Loc
	there    *envs.Loc // by what it lies in
	base     *envs.Path
	value    uint32 // the parameters from which what is written derives
	decided  uint32 // those that decide whether it is written
	constant bool
	found    bool         // it is an element that is stored
	checked  bool         // the callee may look again before
	when     *gaps.Moment // the lock was taken, in a run; nil if nothing is known
}

// maxWrites is how many writes a summary keeps. Of a function with more nothing is known: which ones
// are left out must not depend on the order in which they are found.
const maxWrites = 100

// tooMany stands for more than maxWrites.
var tooMany = []write{{depth: -1}}

func isTooMany(ws []write) bool { return len(ws) == 1 && ws[0].depth < 0 }

func (w write) compare(o write) int {
	if c := cmp.Or(cmp.Compare(w.depth, o.depth), w.point.Compare(o.point), cmp.Compare(w.from, o.from),
		cmp.Compare(w.lock.is, o.lock.is)); c != 0 {
		return c
	}
	return cmp.Or(order.Paths(w.lock.path, o.lock.path), order.Paths(w.base, o.base))
}

// joinWrites is the union of two lists; it is a if b adds nothing.
func joinWrites(a, b []write) []write {
	switch {
	case len(b) == 0 || len(a) == len(b) && &a[0] == &b[0] || isTooMany(a):
		return a
	case len(a) == 0 || isTooMany(b):
		return b
	}
	all := order.Union[write]{Compare: write.compare, Both: write.or}.Of(a, b)
	if len(all) > maxWrites {
		return tooMany
	}
	return all
}

// or is a write that is made in either way.
func (w write) or(o write) write {
	w.value |= o.value
	w.decided |= o.decided
	w.constant, w.checked, w.found = w.constant && o.constant, w.checked || o.checked, w.found || o.found
	return w
}

// nothing is the state of frames in a pass that only gathers; it is never changed in place.
var nothing = &State{}

// Clone returns an independent state.
func (f *State) Clone() *State {
	if f == nothing {
		return nothing
	}
	return &State{f.vals.Clone(), f.decided.Clone(), f.writes}
}

// Merge joins what values and branches derive from, and what is written.
func (f *State) Merge(o *State) (*State, bool) {
	if f == o {
		return f, false
	}
	if f == nothing {
		f = &State{}
	}
	a, b := f.vals.Merge(&o.vals), f.decided.Merge(&o.decided)
	w := joinWrites(f.writes, o.writes)
	c := len(w) != len(f.writes) || len(w) > 0 && &w[0] != &f.writes[0]
	f.writes = w
	return f, a || b || c
}

// get is what the value in a register derives from.
func (f *State) get(r envs.Reg) readings { return f.vals.Get(r) }

// all is what the values in registers derive from.
func (f *State) all(regs []envs.Reg) (rs readings) {
	for _, r := range regs {
		rs = rs.join(f.get(r))
	}
	return rs
}

// set says what the results of an operation derive from.
func (f *State) set(op *envs.Op, rs readings) {
	if f.vals.Len() > 0 || len(rs) > 0 {
		for i := range envs.Reg(op.Results) {
			f.vals.Set(op.Dst+i, rs)
		}
	}
}

// decides reports whether a branch, of which is known what decided it, is such.
func (f *State) decides(such func(branch int32, by readings) bool) bool {
	for branch, by := range f.decided.All() {
		if such(branch, by) {
			return true
		}
	}
	return false
}

// puts says that an object of the frame derives from what is put into it, beside all that is in it.
func (f *State) puts(op *envs.Op) {
	if rs := f.all(op.Uses[1:]); len(rs) > 0 {
		f.vals.Set(op.Uses[0], f.get(op.Uses[0]).join(rs))
	}
}

// each replaces all readings.
func (f *State) each(change func(*reading) *reading) {
	f.vals.Update(func(_ envs.Reg, rs readings) readings { return rs.each(change) })
	f.decided.Update(func(_ int32, rs readings) readings { return rs.each(change) })
}

// DropRegisters forgets registers that nothing reads any more.
func (f *State) DropRegisters(dead func(envs.Reg) bool) *State {
	f.vals.Drop(func(r envs.Reg, _ readings) bool { return dead(r) })
	return f
}
