package compound

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A source is how a copy of shared data was made.
type source uint8

const (
	underLock  source = iota // read under a lock
	byAtomic                 // read by an atomic operation
	fromMap                  // looked up in a map that has a lock of its own
	fromCaller               // passed as a parameter: whatever the caller knows of it
	fromMany                 // more readings than are kept
)

// A reading is a read of shared data, from which values of a frame derive. Readings are
// immutable and shared.
type reading struct {
	from   source
	param  int32      // of fromCaller: which one
	at     int32      // the frame's operation that read it, or called who did
	point  envs.Point // where it was read
	depth  int8       // how many calls away that is
	loc    *envs.Loc  // what was read
	there  *envs.Loc  // by what it lies in
	base   *envs.Path // the frame's name for the object it was read from; nil if it has none
	locks  []lock     // that were held
	gone   int32      // the frame's operation after which one of them was first not held any more; -1 if none
	end    envs.Point // where it was given back
	chosen bool       // the value is a constant, which was chosen by a branch on what was read
	some   bool       // the value derives from it on some paths only
	added  bool       // on all paths the value is what was read plus or minus something fresh, or the other way round
	claim  bool       // the section that read it has overwritten it, on all paths
	tried  bool       // it has on some path
	won    bool       // it has on some path through a callee
	found  bool       // it is an element that was looked up
	within bool       // it was read from an object that was found so
	seen   *seen      // in a run, nil if nothing is known
}

// always reports whether something derives from r on all paths.
func (r *reading) always() bool { return !r.some && r != many }

// element reports whether an element was read, or what belongs to one.
func (r *reading) element() bool { return r.found || r.within }

// many stands for more than maxReadings readings: nothing is known of them.
var many = &reading{from: fromMany, gone: -1}

// compare orders readings by what they are, not by what became of them.
func (r *reading) compare(o *reading) int {
	return cmp.Or(
		cmp.Compare(r.from, o.from), cmp.Compare(r.param, o.param), cmp.Compare(r.at, o.at), r.point.Compare(o.point),
		cmp.Compare(r.depth, o.depth), order.Bools(r.chosen, o.chosen), strings.Compare(nameOf(r.loc), nameOf(o.loc)),
		order.Paths(r.base, o.base),
	)
}

func nameOf(l *envs.Loc) string {
	if l == nil {
		return ""
	}
	return l.Name
}

// join is what is known of one reading on two paths, or in two values that are put together. A lock is gone if it is
// gone on either. What was read is claimed if it is on both. The result is r if o adds nothing.
func (r *reading) join(o *reading, paths bool) *reading {
	if r == o {
		return r
	}
	n := *r
	n.locks = slices.Clone(r.locks)
	changed := false
	for i := range n.locks {
		l := &n.locks[i]
		j := slices.IndexFunc(o.locks, func(k lock) bool { return l.compare(k) == 0 })
		if gone := j < 0 || o.locks[j].gone; gone && !l.gone {
			l.gone, changed = true, true
		}
	}
	for _, l := range o.locks {
		if !slices.ContainsFunc(r.locks, func(k lock) bool { return l.compare(k) == 0 }) {
			l.gone = true
			n.locks, changed = append(n.locks, l), true
		}
	}
	n.locks = sorted(n.locks)
	changed = n.until(o.gone, o.end) || changed
	if n.claim && !o.claim {
		n.claim, changed = false, true
	}
	if n.added && !o.added {
		n.added, changed = false, true
	}
	if o.within && !n.within {
		n.within, changed = true, true
	}
	if o.tried && !n.tried || o.won && !n.won {
		n.tried, n.won, changed = n.tried || o.tried, n.won || o.won, true
	}
	if some := r.some && o.some || paths && (r.some || o.some); some != r.some {
		n.some, changed = some, true
	}
	if !changed {
		return r
	}
	return &n
}

// until says that a lock was given back by an operation of the frame. Of several the one counts that
// comes first after the reading; those before it are reached round a loop, and count least.
func (r *reading) until(gone int32, end envs.Point) bool {
	round := func(pc int32) bool { return pc < r.at }
	switch {
	case gone < 0:
		return false
	case r.gone < 0:
	case gone == r.gone && end.Compare(r.end) < 0:
	case round(gone) != round(r.gone) && round(r.gone):
	case round(gone) == round(r.gone) && gone < r.gone:
	default:
		return false
	}
	r.gone, r.end = gone, end
	return true
}

// maxDepth is how many calls away a read or a write may be from the function that is judged.
const maxDepth = 2

// maxReadings is how many readings are kept of one value, apart from parameters. Of a value with more
// nothing is known but its parameters: which ones are left out must not depend on the order in which
// they are found.
const maxReadings = 8

// readings are those of one value, ascending; they are never changed in place.
type readings []*reading

// join is the union: what a value derives from that is put together from two. It is rs if os adds nothing.
func (rs readings) join(os readings) readings {
	if len(rs) == 0 {
		return os
	}
	return rs.union(os, false)
}

// merge is what a value derives from on two paths: on some only, if it does not on both. It is rs if os adds nothing.
func (rs readings) merge(os readings) readings { return rs.union(os, true) }

// same reports whether two lists are one in memory, or empty.
func (rs readings) same(os readings) bool {
	return len(rs) == len(os) && (len(rs) == 0 || &rs[0] == &os[0])
}

func (rs readings) union(os readings, paths bool) readings {
	if len(os) == 0 && !paths || len(os) > 0 && rs.same(os) {
		return rs
	}
	if len(os) == 0 && !slices.ContainsFunc(rs, (*reading).always) {
		return rs
	}
	u := order.Union[*reading]{
		Compare: (*reading).compare,
		Both:    func(r, o *reading) *reading { return r.join(o, paths) },
		Alone: func(r *reading) *reading {
			if !paths || !r.always() {
				return r
			}
			n := *r
			n.some = true
			return &n
		},
	}
	all := readings(u.Of(rs, os))
	if all.same(rs) {
		return rs
	}
	if all = all.bounded(); slices.Equal(all, rs) {
		return rs // what is more than many was added
	}
	return all
}

// on is rs where it is on some paths only that a value derives from what derives from rs, or on all.
func (rs readings) on(some bool) readings {
	if !some {
		return rs
	}
	return rs.merge(nil)
}

// bounded is the list with many in the place of too many.
func (rs readings) bounded() readings {
	n := 0
	for _, r := range rs {
		if r.from != fromCaller {
			n++
		}
		if r == many {
			n += maxReadings
		}
	}
	if n <= maxReadings || n == maxReadings+1 && rs[len(rs)-1] == many {
		return rs
	}
	return append(slices.DeleteFunc(slices.Clone(rs), func(r *reading) bool { return r.from != fromCaller }), many)
}

// each is the readings with f of each; f may give nil to drop one.
func (rs readings) each(f func(*reading) *reading) readings {
	var out readings
	for i, r := range rs {
		n := f(r)
		if n != r && out == nil {
			out = append(make(readings, 0, len(rs)), rs[:i]...)
		}
		if (n != r || out != nil) && n != nil {
			out = append(out, n)
		}
	}
	if out == nil {
		return rs
	}
	slices.SortFunc(out, (*reading).compare)
	last := 0
	for _, r := range out[min(1, len(out)):] { // some may have become one
		if r.compare(out[last]) == 0 {
			out[last] = out[last].join(r, false)
			continue
		}
		last++
		out[last] = r
	}
	return out[:min(last+1, len(out))]
}
