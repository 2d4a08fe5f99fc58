package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// Facts are what a checker knows of variables, locks or threads, in all frames
// together. Over all paths an analysis that gathers them goes through the
// program until nothing is added, so that in the last pass, whose reports count, each
// operation sees the facts of the whole program; in a run it sees those of the
// operations before it.
//
//	type checker struct{ guards dataflow.Facts[envs.Variable, *guards] }
//
//	func (c *checker) step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
//		if op.Accesses() {
//			g := c.guards.Publish(env.Variable(), guardsAt(env, op))
//			...
//
//	dataflow.Analysis[dataflow.Nothing]{Entry: dataflow.NoState, Step: c.step, Gather: c.guards.Gather()}
//
// What is published must not depend on the order in which it is: facts only ever grow,
// by Merge. A checker keeps a value of Facts for one analysis; the zero value is empty.
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

// Publish merges a fact into that of k, and gives what is known of k now. Neither the fact
// nor the result may be changed afterwards, but by Merge.
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

// Each calls fn for all that is known, by small keys in ascending order and then by the
// others in no order.
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

// Drop forgets what is known of k. In a run the driver does so with a variable that is no
// more, whose number is then used again.
func (f *Facts[K, F]) Drop(k K) {
	if i := int64(k); i >= 0 && i < int64(len(f.facts)) {
		f.facts[k] = fact[F]{}
	}
	delete(f.rare, k)
}

// Again reports whether facts have grown since it was asked last.
func (f *Facts[K, F]) Again() bool {
	grew := f.grew
	f.grew = false
	return grew
}

// Gather is what an Analysis that gathers nothing else says of it.
func (f *Facts[K, F]) Gather() Gather {
	g := Gather{Again: f.Again, Forget: f.Forget}
	if d, ok := any(f).(interface{ Drop(envs.Variable) }); ok {
		g.Drop = d.Drop
	}
	return g
}

// Forget drops all facts.
func (f *Facts[K, F]) Forget() { *f = Facts[K, F]{} }

// NoState is the Entry of an analysis that has no state in a frame: all that it knows are facts.
func NoState(envs.Env, *envs.Func) Nothing { return Nothing{} }

// Nothing is the state of frames of which nothing is known.
type Nothing struct{}

// Clone gives it back.
func (n Nothing) Clone() Nothing { return n }

// Merge gives it back.
func (n Nothing) Merge(Nothing) (Nothing, bool) { return n, false }
