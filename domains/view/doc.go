// Package view is the domain of views: the sets of locations that a thread accesses
// under one lock, from taking it to giving it back. They are what view consistency is
// decided on, a notion of high-level data races (Artho, Havelund and Biere, "High-level
// data races", STVR 2003; Artho's thesis, chapter 3). Package views, a checker, does.
//
//	d := view.Domain[rune]{}
//	then := d.Of(view.Of('x', 'y')) // one branch accesses both
//	otherwise := d.Of(view.Of('x')) // the other one x alone
//	d.Join(then, otherwise)         // {{x}, {x, y}}
//
// A Views stands for the views that may be among those of a thread. It is a finite
// set of views, ordered by inclusion, with the set of all views as top; the empty set
// is bottom. No view is redundant: a thread with the views {x, y} and {x} may be in
// conflict where one with {x, y} alone is not. If threads have more views, there are at
// least as many conflicts, so a set of views that is too large is sound.
//
// A block that is still open has views too, one for each way through it. A run has one
// view in an open block. A static analysis joins the possibilities, instead of taking a
// union for a view which no path has. Package blocks follows them.
package view
