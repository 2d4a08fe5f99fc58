package blocks

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/lattice"
)

// maxWays is how many ways through a block are told apart. If there are more, they are one
// way with all that the block has.
const maxWays = 8

var domain, _ = view.New[Item](maxWays) // which is in range

// A way with more than maxItems, or maxMany of a Follower for Many, is not about one thing; tooMany is then its only
// item.
const (
	maxItems      = 256
	maxMany       = 2048
	tooMany  Item = 0
)

// bounded is f of a way, unless one of the two has too many items.
func (w Ways) bounded(v view.View[Item], f func(view.View[Item]) view.View[Item]) view.View[Item] {
	if !v.Has(tooMany) {
		if v = f(v); v.Len() > w.limit || v.Has(tooMany) {
			return view.Of(tooMany)
		}
	}
	return v
}

// Ways are what may have been done in a block: a set of Items for each way through it. It
// never changes; Each tells what is in it.
type Ways struct{ *ways }

type ways struct {
	views  view.Views[Item]
	all    view.View[Item] // what is in any of them
	limit  int             // of the items of a way
	isFull bool            // see full

	id   uint32 // see memo
	told Way    // see facts.Only
}

// of are ways with the same limit.
func (w Ways) of(views view.Views[Item], all view.View[Item]) Ways {
	return Ways{&ways{views: views, all: all, limit: w.limit, isFull: allFull(views, all)}}
}

// begin are the ways of a block in which nothing was done yet.
func begin(many bool) Ways {
	if many {
		return nothingOfMany
	}
	return nothing
}

var (
	nothing       = Ways{&ways{views: domain.Begin(), limit: maxItems}}
	nothingOfMany = Ways{&ways{views: domain.Begin(), limit: maxMany}}
)

// isNothing reports whether w is what all frames share.
func (w Ways) isNothing() bool { return w == nothing || w == nothingOfMany }

// empty reports whether w is as what begin gives.
func (w Ways) empty() bool { return w.isNothing() || w.all.Len() == 0 && w.views.Len() == 1 }

// only is the way of those that have but one.
func (w Ways) only() (view.View[Item], bool) {
	return w.all, w.views.Len() == 1 && w.views.Has(w.all)
}

// Whole reports whether Each tells of all ways: none has more Items than are kept.
func (w Ways) Whole() bool {
	whole := !w.all.Has(tooMany) || !w.views.IsTop()
	if w.all.Has(tooMany) {
		for v := range w.views.All() {
			whole = whole && !v.Has(tooMany)
		}
	}
	return whole
}

// Apart reports whether ways are told apart: there are no more than that are kept.
func (w Ways) Apart() bool { return !w.views.IsTop() }

// full reports whether all ways have too many items, so that no more are added.
func (w Ways) full() bool { return w.isFull }

// allFull reports whether all of some ways have too many items; all is what is in any of them. It has too many as
// soon as one of them has.
func allFull(views view.Views[Item], all view.View[Item]) bool {
	if !all.Has(tooMany) {
		return false
	}
	for v := range views.All() {
		if !v.Has(tooMany) {
			return false
		}
	}
	return views.IsTop() || views.Len() > 0
}

// has reports whether an item is on each of the ways.
func (w Ways) has(i Item) bool {
	known := !w.views.IsTop() && w.views.Len() > 0 || w.all.Has(i)
	for v := range w.views.All() {
		known = known && (v.Has(i) || v.Has(tooMany))
	}
	return known
}

// with are the ways with some items on each of them.
func (w Ways) with(items ...Item) Ways {
	if !slices.ContainsFunc(items, func(i Item) bool { return !w.has(i) }) {
		return w
	}
	return w.each(view.Of(items...).Union)
}

// each are the ways with each one as f gives it.
func (w Ways) each(f func(view.View[Item]) view.View[Item]) Ways {
	all := w.bounded(w.all, f)
	if w.views.IsTop() {
		return w.of(domain.Top(), all)
	}
	if _, ok := w.only(); ok {
		return w.of(domain.Of(all), all)
	}
	var views []view.View[Item]
	for v := range w.views.All() {
		views = append(views, w.bounded(v, f))
	}
	return w.of(domain.Of(views...), all)
}

func (w Ways) merge(o Ways) (Ways, bool) {
	if w == o {
		return w, false
	}
	views, side := domain.Merge(w.views, o.views)
	all := w.bounded(w.all, o.all.Union)
	if grew := side == lattice.Right || side == lattice.Neither || !all.Equal(w.all); grew {
		return w.of(views, all), true
	}
	return w, false
}

// then are the ways of w, each followed by each of o.
func (w Ways) then(o Ways) Ways {
	if o.empty() {
		return w
	}
	if w.empty() {
		return o
	}
	all := w.bounded(w.all, o.all.Union)
	if w.views.IsTop() || o.views.IsTop() {
		return w.of(domain.Top(), all)
	}
	views := domain.Bottom()
	for v := range o.views.All() {
		views = domain.Join(views, w.each(v.Union).views)
	}
	return w.of(views, all)
}
