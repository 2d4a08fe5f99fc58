package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Table is what an analysis gathers in all frames together, beside their states; see Requires.Gather. Facts are one.
// The static driver goes through the program again as long as a table asks for it; the findings are those of the last
// pass. There are two ways to be sound:
//
//   - What is gathered only grows, such as what is in global variables: each frame adds to it and uses it. The passes
//     end when nothing is added. Facts are gathered so.
//   - Each pass takes for granted what the whole pass before has found, such as what all calls pass to a function; the
//     first takes nothing for granted. So each is sound since the one before was, and the passes may end at any time.
//
// In a run, things happen in order, and once. Where a verdict depends on which of the two it is, an analysis asks the
// facet Stages.
type Table interface {
	// Again reports whether another pass is needed, or worth its while, after the one that has just ended.
	Again() bool
	// Forget drops what is known of what is no more. Its number may be used again if it is a variable.
	Forget(Gone)
}

// Gone is what is no more. It is one of these:
//
//   - a run with all that was in it, since another one begins
//   - a variable, in a run in which memory is freed
//   - a lock, or what else threads meet at (see Meetings)
type Gone struct {
	Run      bool
	Variable envs.Variable // 0 if it is none
	Lock     envs.Lock     // 0 if it is none
}

// Facts are what a checker knows of variables, locks or threads, in all frames together. Over all paths an analysis
// that gathers them goes through the program until nothing is added. Its reports are those of the last pass, in which
// each operation sees the facts of the whole program. In a run an operation sees the facts of the operations before
// it.
//
//	type checker struct{ guards dataflow.Facts[envs.Variable, *guards] }
//
//	func (c *checker) step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
//		if op.Accesses() {
//			g := c.guards.Publish(env.Variable(), guardsAt(env, op))
//			...
//
//	func algorithm(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
//		c := &checker{}
//		r.Gather(&c.guards)
//		return dataflow.Analysis[dataflow.Nothing]{Entry: dataflow.Nothing{}.Entry, Step: c.step}
//	}
//
// What is published must not depend on the order in which it is: facts only ever grow, by Merge. A checker keeps a
// value of Facts for one analysis; the zero value is empty.
type Facts[K lattice.Integer, F lattice.Mergeable[F]] struct {
	facts []fact[F]      // by key, of small keys
	rare  map[K]*fact[F] // of other keys
	grew  bool
}

type fact[F any] struct {
	is  F
	has bool
}

// smallKeys is how many keys have a place in a slice.
const smallKeys = 1 << 24

// at is the place for the fact of k.
func (f *Facts[K, F]) at(k K) *fact[F] {
	if i := int64(k); i >= 0 && i < smallKeys {
		for int(k) >= len(f.facts) {
			f.facts = append(f.facts, fact[F]{})
		}
		return &f.facts[k]
	}
	r := f.rare[k]
	if r == nil {
		if f.rare == nil {
			f.rare = map[K]*fact[F]{}
		}
		r = &fact[F]{}
		f.rare[k] = r
	}
	return r
}

// Publish merges a fact into that of k, and gives what is known of k now. Neither the fact nor the result may be
// changed afterwards, but by Merge.
func (f *Facts[K, F]) Publish(k K, is F) F {
	x := f.at(k)
	if !x.has {
		x.is, x.has, f.grew = is, true, true
		return is
	}
	var grew bool
	x.is, grew = x.is.Merge(is)
	f.grew = f.grew || grew
	return x.is
}

// Of is what is known of k; false if nothing was published.
func (f *Facts[K, F]) Of(k K) (F, bool) {
	if i := int64(k); i >= 0 && i < int64(len(f.facts)) {
		return f.facts[k].is, f.facts[k].has
	}
	if r := f.rare[k]; r != nil {
		return r.is, r.has
	}
	var none F
	return none, false
}

// Each calls fn for all that is known, by small keys in ascending order and then by the others in no order.
func (f *Facts[K, F]) Each(fn func(k K, is F)) {
	for k := range f.facts {
		if f.facts[k].has {
			fn(K(k), f.facts[k].is)
		}
	}
	for k, r := range f.rare {
		fn(k, r.is)
	}
}

// Drop forgets what is known of k.
func (f *Facts[K, F]) Drop(k K) {
	if i := int64(k); i >= 0 && i < int64(len(f.facts)) {
		f.facts[k] = fact[F]{}
	}
	delete(f.rare, k)
}

// Again is part of Table: it reports whether facts have grown since it was asked last.
func (f *Facts[K, F]) Again() bool {
	grew := f.grew
	f.grew = false
	return grew
}

// Forget is part of Table. It drops what is known of a variable, if the facts are about variables, or all facts.
func (f *Facts[K, F]) Forget(g Gone) {
	if g.Run {
		*f = Facts[K, F]{}
		return
	}
	var k K
	if _, ok := any(k).(envs.Variable); ok && g.Variable != 0 {
		f.Drop(K(g.Variable))
	}
}

// Nothing is the state of frames of which nothing is known.
type Nothing struct{}

// Entry is that of an analysis that has no state in a frame: all that it knows are facts.
func (Nothing) Entry(envs.Env, *envs.Func) Nothing { return Nothing{} }

// Clone gives it back.
func (n Nothing) Clone() Nothing { return n }

// Merge gives it back.
func (n Nothing) Merge(Nothing) (Nothing, bool) { return n, false }
