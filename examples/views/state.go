package views

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// An item is an access as a view has it: the number of a note. Notes of what is known to
// be accessed under a lock that was held around the view's block are negative.
type item int32

// A note is a variable and a name of a lock under which it was accessed; see
// envs.HeldLock.Names. In what a frame tells its callers holder is the lock, as the
// frame that accesses the variable knows it.
type note struct {
	variable     envs.Variable
	name, holder envs.Lock
}

// maxWays is how many views of one block are told apart, one for each way through it. If
// there are more, they are one view of all that the block accesses.
const maxWays = 8

var domain, _ = view.New[item](maxWays) // which is in range

// A block that accesses more than maxVariables is not about one thing. It has an item for
// each name of its lock, and for each that was held around it, so that maxItems are many
// more; tooMany is then the only item.
const (
	maxVariables      = 64
	maxItems          = 4 * maxVariables
	tooMany      item = 0
)

// bounded is f of a view, unless one of the two has too many items.
func bounded(v view.View[item], f func(view.View[item]) view.View[item]) view.View[item] {
	if !v.Has(tooMany) {
		if v = f(v); v.Len() > maxItems || v.Has(tooMany) {
			return view.Of(tooMany)
		}
	}
	return v
}

// ways are the views that a block may have so far.
type ways struct {
	views view.Views[item]
	all   view.View[item] // what is in any of them
}

// begin are the ways of a block that has accessed nothing yet.
func begin() ways { return nothing }

var nothing = ways{views: domain.Begin()}

// empty reports whether w is what begin gives.
func (w ways) empty() bool { return w.all.Len() == 0 && w.views.Len() == 1 }

func (w ways) access(i item) ways {
	known := !w.views.IsTop() && w.views.Len() > 0 || w.all.Has(i)
	for v := range w.views.All() {
		known = known && (v.Has(i) || v.Has(tooMany))
	}
	if known {
		return w
	}
	return w.each(view.Of(i).Union)
}

// each are the ways with each view as f gives it.
func (w ways) each(f func(view.View[item]) view.View[item]) ways {
	r := ways{all: bounded(w.all, f)}
	if w.views.IsTop() {
		r.views = domain.Top()
		return r
	}
	var views []view.View[item]
	for v := range w.views.All() {
		views = append(views, bounded(v, f))
	}
	r.views = domain.Of(views...)
	return r
}

func (w ways) merge(o ways) (ways, bool) {
	views, side := domain.Merge(w.views, o.views)
	all := bounded(w.all, o.all.Union)
	return ways{views, all}, side == lattice.Right || side == lattice.Neither || !all.Equal(w.all)
}

// then are the views of what comes after w, as it is seen through see.
func (w ways) then(o ways, see func(view.View[item]) view.View[item]) ways {
	o = o.each(see)
	r := ways{all: bounded(w.all, o.all.Union)}
	if w.views.IsTop() || o.views.IsTop() {
		r.views = domain.Top()
		return r
	}
	for b := range o.views.All() {
		r.views = domain.Join(r.views, w.each(b.Union).views)
	}
	return r
}

// seen calls f for the views, or for the one that stands for too many ways.
func (w ways) seen(f func(view.View[item])) {
	if w.views.IsTop() {
		f(w.all)
	}
	for v := range w.views.All() {
		f(v)
	}
}

// A block is what is known of a lock that the frame has taken and holds.
type block struct {
	at    envs.Point // where it was taken
	lock  envs.Lock
	maybe bool // perhaps not held
	ways
}

func (b block) compare(o block) int { return cmp.Or(b.at.Compare(o.at), cmp.Compare(b.lock, o.lock)) }

// A state is the state of a frame: a block for each lock that it has taken, and what it
// has accessed so far under the locks of its callers. Slices in it never change.
type state struct {
	blocks []block // ascending
	below  ways
}

// Clone gives it back.
func (s state) Clone() state { return s }

// Merge joins the views of each block.
func (s state) Merge(o state) (state, bool) {
	below, grew := s.below.merge(o.below)
	r := state{s.blocks, below}
	for _, b := range o.blocks {
		i, found := slices.BinarySearchFunc(r.blocks, b, block.compare)
		if found {
			ways, more := r.blocks[i].merge(b.ways)
			if !more && (r.blocks[i].maybe || !b.maybe) {
				continue
			}
			b.ways, b.maybe = ways, b.maybe || r.blocks[i].maybe
		}
		r, grew = r.with(b), true
	}
	return r, grew
}

// find is the block of a lock taken at a point.
func (s state) find(at envs.Point, lock envs.Lock) (block, bool) {
	i, found := slices.BinarySearchFunc(s.blocks, block{at: at, lock: lock}, block.compare)
	if !found {
		return block{}, false
	}
	return s.blocks[i], true
}

// with is s with a block, in place of the one that was taken at the same point.
func (s state) with(b block) state {
	i, found := slices.BinarySearchFunc(s.blocks, b, block.compare)
	n := i
	if found {
		n++
	}
	s.blocks = slices.Concat(s.blocks[:i:i], []block{b}, s.blocks[n:])
	return s
}
