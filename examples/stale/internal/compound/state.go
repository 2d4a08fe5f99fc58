package compound

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/gaps"
)

// A State is what is known in a frame: what values derive from, what branches were decided by, and what the frame and
// its callees have written.
type State struct {
	vals    []derived // by register
	decided []derived // by the index of a branch
	writes  []write   // ascending; never changed in place
}

// derived is a value, in a register or at a branch, that derives from readings.
type derived struct {
	of int32
	readings
}

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
	return cmp.Or(comparePaths(w.lock.path, o.lock.path), comparePaths(w.base, o.base))
}

// joinWrites is the union of two lists; it is a if b adds nothing.
func joinWrites(a, b []write) []write {
	if len(b) == 0 || len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] {
		return a
	}
	if len(a) == 0 || isTooMany(b) && !isTooMany(a) {
		return b
	}
	if isTooMany(a) {
		return a
	}
	var all []write // nil while it is a so far
	for i, j := 0, 0; i < len(a) || j < len(b); {
		c := 1
		switch {
		case j == len(b):
			c = -1
		case i < len(a):
			c = a[i].compare(b[j])
		}
		var w write
		if c > 0 {
			w = b[j]
		} else if w = a[i]; c == 0 {
			o := b[j]
			w.value |= o.value
			w.decided |= o.decided
			w.constant, w.checked, w.found = w.constant && o.constant, w.checked || o.checked, w.found || o.found
		}
		if all == nil && (c > 0 || w != a[i]) {
			all = append(make([]write, 0, len(a)+len(b)-j), a[:i]...)
		}
		if all != nil {
			all = append(all, w)
		}
		if c <= 0 {
			i++
		}
		if c >= 0 {
			j++
		}
	}
	switch {
	case len(all) > maxWrites:
		return tooMany
	case all == nil:
		return a
	}
	return all
}

// nothing is the state of frames in a pass that only gathers; it is never changed in place.
var nothing = &State{}

// Clone returns an independent state.
func (f *State) Clone() *State {
	if f == nothing {
		return nothing
	}
	return &State{slices.Clone(f.vals), slices.Clone(f.decided), f.writes}
}

// Merge joins what values and branches derive from, and what is written.
func (f *State) Merge(o *State) (*State, bool) {
	if f == o {
		return f, false
	}
	if f == nothing {
		f = &State{}
	}
	var a, b bool
	f.vals, a = mergeDerived(f.vals, o.vals)
	f.decided, b = mergeDerived(f.decided, o.decided)
	w := joinWrites(f.writes, o.writes)
	c := len(w) != len(f.writes) || len(w) > 0 && &w[0] != &f.writes[0]
	f.writes = w
	return f, a || b || c
}

func mergeDerived(s, o []derived) ([]derived, bool) {
	grew := false
	i := 0
	merge := func(i int, rs readings) {
		j := s[i].readings.merge(rs)
		if len(j) != len(s[i].readings) || &j[0] != &s[i].readings[0] {
			s[i].readings, grew = j, true
		}
	}
	for _, v := range o {
		for ; i < len(s) && s[i].of < v.of; i++ {
			merge(i, nil)
		}
		if i == len(s) || s[i].of > v.of {
			s, grew = slices.Insert(s, i, derived{v.of, readings(nil).merge(v.readings)}), true
		} else {
			merge(i, v.readings)
		}
		i++
	}
	for ; i < len(s); i++ {
		merge(i, nil)
	}
	return s, grew
}

func at(list []derived, of int32) (int, bool) {
	return slices.BinarySearchFunc(list, of, func(d derived, of int32) int { return cmp.Compare(d.of, of) })
}

func put(list []derived, of int32, rs readings) []derived {
	i, ok := at(list, of)
	switch {
	case ok && len(rs) == 0:
		return slices.Delete(list, i, i+1)
	case ok:
		list[i].readings = rs
	case len(rs) > 0:
		return slices.Insert(list, i, derived{of, rs})
	}
	return list
}

// get is what the value in a register derives from.
func (f *State) get(r envs.Reg) readings {
	if i, ok := at(f.vals, int32(r)); ok && r != 0 {
		return f.vals[i].readings
	}
	return nil
}

// all is what the values in registers derive from.
func (f *State) all(regs []envs.Reg) (rs readings) {
	if len(f.vals) > 0 {
		for _, r := range regs {
			rs = rs.join(f.get(r))
		}
	}
	return rs
}

// set says what the results of an operation derive from.
func (f *State) set(op *envs.Op, rs readings) {
	if len(f.vals) > 0 || len(rs) > 0 {
		for i := range envs.Reg(op.Results) {
			f.vals = put(f.vals, int32(op.Dst+i), rs)
		}
	}
}

// puts says that an object of the frame derives from what is put into it, beside all that is in it.
func (f *State) puts(op *envs.Op) {
	if rs := f.all(op.Uses[1:]); len(rs) > 0 {
		f.vals = put(f.vals, int32(op.Uses[0]), f.get(op.Uses[0]).join(rs))
	}
}

// each replaces all readings.
func (f *State) each(change func(*reading) *reading) {
	for _, list := range [...][]derived{f.vals, f.decided} {
		for i := range list {
			list[i].readings = list[i].readings.each(change)
		}
	}
}

// DropRegisters forgets registers that nothing reads any more.
func (f *State) DropRegisters(dead func(envs.Reg) bool) *State {
	f.vals = slices.DeleteFunc(f.vals, func(d derived) bool { return dead(envs.Reg(d.of)) })
	return f
}
