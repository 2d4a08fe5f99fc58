// Package view is the domain of views: the sets of locations that a thread accesses
// under one lock, from taking it to giving it back. They are what view consistency is
// decided on, a notion of high-level data races (Artho, Havelund and Biere, "High-level
// data races", STVR 2003; Artho's thesis, chapter 3).
//
//	d := view.Domain[rune]{}
//	a := d.Of(view.Of('x', 'y'))
//	b := d.Of(view.Of('x'), view.Of('y'))
//	d.Conflicts(a, b) // {x} and {y} of b split {x, y} of a
//
// A Views stands for the views that may be among those of a thread. It is a finite
// set of views, ordered by inclusion, with the set of all views as top; the empty set
// is bottom. No view is redundant: a thread with the views {x, y} and {x} may be in
// conflict where one with {x, y} alone is not. If threads have more views, there are at
// least as many conflicts, so a set of views that is too large is sound.
//
// A block that is still open has views too, one for each way through it: Begin gives
// the empty one, Access puts a location into each, and End hands them over to those of
// the thread. A run has one view in an open block; a static analysis joins the
// possibilities, instead of taking a union for a view which no path has.
//
// # Conflicts
//
// A maximal view of one thread shows what belongs together. The views of another
// thread are compatible with it if their overlaps with it (the intersections that are not
// empty) form a chain under inclusion: the other thread may look at less, but not at two
// separate parts (thesis, section 3.3.2).
package view
