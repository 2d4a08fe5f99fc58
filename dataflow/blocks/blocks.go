package blocks

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A Follower follows the blocks of a program for a checker that embeds it, and gathers facts
// in them. It is the checker's Entry, Exit and Return. The checker announces LockSets
// (dataflow.Needs), unless Plain is set.
type Follower[F comparable] struct {
	// Ended is told of each block when it ends. It may report: the operation is the one by which
	// the lock is given back, or the call. Over all paths it is told again whenever
	// more is known.
	Ended func(envs.Env, Block)
	// Plain takes all locks for one, whether they have names or not, so that nothing is around
	// a block.
	Plain bool

	facts[F]
}

// A Block is one that has ended.
type Block struct {
	At   envs.Point // where the lock was taken
	Lock envs.Lock
	ways
}

// Ways are what may have been done in a block, on each way through it: the Items by names of
// its lock, and those by names of the locks that were held around it. Left out are ways
// with more than 256 Items, which are not about one thing.
func (c *Follower[F]) Ways(b Block) iter.Seq2[view.View[Item], view.View[Item]] {
	return func(yield func(own, around view.View[Item]) bool) {
		b.told(func(w view.View[Item]) bool {
			if w.Has(tooMany) {
				return true
			}
			var own, around []Item
			for i := range w.All() {
				if n, ok := c.notes[max(i, -i)]; ok && i < 0 {
					around = append(around, c.Item(n.fact, n.name))
				} else if ok {
					own = append(own, i)
				}
			}
			return yield(view.Of(own...), view.Of(around...))
		})
	}
}

// Selects what takes and gives back locks.
func (c *Follower[F]) Selects(k envs.Kind) bool {
	switch k {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		return true
	}
	return false
}

// Entry is a frame that has no block of its own.
func (c *Follower[F]) Entry(envs.Env, *envs.Func) State { return State{below: begin()} }

// Step opens a block where a lock is taken, and ends those of which the lock is given back.
func (c *Follower[F]) Step(env envs.Env, op *envs.Op, s State) State {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		return c.begin(env, s)
	case envs.Release, envs.Wait:
		return c.settle(env, op, s)
	}
	return s
}

func (c *Follower[F]) begin(env envs.Env, s State) State {
	held, _ := env.MayLocks()
	for _, h := range slices.Backward(held) {
		if h.At == env.Point() && !env.MustRetake() {
			s = s.add(open{h.At, h.Lock, h.Maybe, begin()}) // it may be the same lock again
		}
	}
	return s
}

// Add is s after a fact at this operation, in all the blocks that are open; it reports whether
// there is any.
func (c *Follower[F]) Add(env envs.Env, s State, f F) (_ State, under bool) {
	held, _ := env.MayLocks()
	for i, h := range held {
		b, mine := s.find(h.At, h.Lock)
		for name := range c.names(h) {
			under = true
			if mine {
				b.ways = b.with(c.Item(f, name))
			} else {
				s.below = s.below.with(c.item(note[F]{f, name, h.Lock}))
			}
		}
		if !mine {
			continue
		}
		if !c.Plain {
			for _, outer := range held[:i] {
				for name := range c.names(outer) {
					b.ways = b.with(-c.item(note[F]{f, name, outer.Lock}))
				}
			}
		}
		c.saw(b.at, f, env.Point())
		s = s.with(b)
	}
	return s, under
}

// names are those by which facts under a lock are known.
func (c *Follower[F]) names(h envs.HeldLock) iter.Seq[envs.Lock] {
	return func(yield func(envs.Lock) bool) {
		if c.Plain {
			yield(0)
			return
		}
		for l := range h.Names.All() {
			if !yield(l.Key) {
				return
			}
		}
	}
}

// settle ends the blocks of which the lock is given back.
func (c *Follower[F]) settle(env envs.Env, op *envs.Op, s State) State {
	held, _ := env.MayLocks()
	r := State{below: s.below}
	for _, b := range s.open {
		i := heldAt(env, held, b)
		ends, renewed := i < 0, false
		switch {
		case op.Kind == envs.Wait && env.MayBeSame(b.lock, env.Lock()):
			ends, renewed = true, true
		case i >= 0:
			ends = held[i].Maybe && !b.maybe
		case op.Kind != envs.Release || !env.MustBeSame(b.lock, env.Lock()):
			// Where a lock is given back out of order, or by a callee, those inside it have
			// another place from then on.
			i = takenHere(env, held, b)
			renewed = op.Kind == envs.Call
			ends = i < 0 || renewed || !env.MustBeSame(held[i].Lock, b.lock)
		}
		if ends {
			c.Ended(env, Block{b.at, b.lock, b.ways})
		}
		if i < 0 && renewed {
			i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == env.Point() })
		}
		if i < 0 {
			continue
		}
		b.at, b.lock, b.maybe = held[i].At, held[i].Lock, held[i].Maybe
		if renewed {
			b.ways = begin()
		} else {
			b.ways = c.still(held, b.ways)
		}
		r = r.add(b)
	}
	return r
}

// still are the ways without what they have by locks around their block that are not held any
// more.
func (c *Follower[F]) still(held []envs.HeldLock, w ways) ways {
	gone := func(i Item) bool {
		if i >= 0 {
			return false
		}
		of := c.notes[-i].holder
		return !slices.ContainsFunc(held, func(h envs.HeldLock) bool { return h.Lock == of })
	}
	if !w.all.Has(tooMany) && !has(w.all, gone) {
		return w
	}
	return w.each(func(v view.View[Item]) view.View[Item] {
		return view.Of(slices.DeleteFunc(slices.Collect(v.All()), gone)...)
	})
}

func has(w view.View[Item], f func(Item) bool) bool {
	for i := range w.All() {
		if f(i) {
			return true
		}
	}
	return false
}

// heldAt is the index of the lock of b, of those held, or -1.
func heldAt(env envs.Env, held []envs.HeldLock, b open) int {
	i := slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == b.at && h.Lock == b.lock })
	if i < 0 { // a caller may know it by another name
		i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == b.at && env.MayBeSame(h.Lock, b.lock) })
	}
	return i
}

// takenHere is heldAt for a lock that has its place from this operation on.
func takenHere(env envs.Env, held []envs.HeldLock, b open) int {
	return slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == env.Point() && env.MayBeSame(h.Lock, b.lock) })
}
