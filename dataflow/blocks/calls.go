package blocks

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// Exit is the state.
func (c *Follower[F]) Exit(_ envs.Env, _ *envs.Op, s State) State { return s }

// Return adds what a callee has done under the locks of the frame, and takes over the
// locks that it has left behind.
func (c *Follower[F]) Return(env envs.Env, call *envs.Op, exit, s State) State {
	if len(s.open)+len(exit.open) == 0 && exit.below.empty() {
		return s
	}
	held, _ := env.MayLocks()
	r := State{below: s.below.then(c.passedOn(env, s, exit.below))}
	for _, b := range exit.open {
		i := heldAt(env, held, b)
		if i < 0 {
			i = takenHere(env, held, b)
		}
		if i >= 0 {
			b.at, b.Lock, b.From = held[i].At, held[i].Lock, env.Point()
			for i := range b.all.All() {
				if n, ok := c.notes[max(i, -i)]; ok {
					c.saw(b.From, n.fact, env.Point())
				}
			}
		}
		r = r.with(b)
	}
	for _, b := range s.open {
		b.Ways = b.then(c.doneIn(env, held, b, exit.below))
		r = r.add(b)
	}
	return c.settle(env, call, r)
}

// passedOn is what a callee has done under locks that are not of this frame.
func (c *Follower[F]) passedOn(env envs.Env, s State, below Ways) Ways {
	if below.empty() {
		return below
	}
	return below.each(func(w view.View[Item]) view.View[Item] {
		return c.seen(w, func(n note[F]) Item {
			if slices.ContainsFunc(s.open, func(b open) bool { return env.MustBeSame(b.Lock, n.holder) }) {
				return 0
			}
			return c.item(n)
		})
	})
}

// doneIn is what a callee has done in a block of the frame.
func (c *Follower[F]) doneIn(env envs.Env, held []envs.HeldLock, b open, below Ways) Ways {
	if below.empty() {
		return below
	}
	inner := max(heldAt(env, held, b), 0) // if it is not held, those around it are not known any more
	return below.each(func(w view.View[Item]) view.View[Item] {
		return c.seen(w, func(n note[F]) Item {
			within := func(h envs.HeldLock) bool { return env.MayBeSame(h.Lock, n.holder) }
			switch {
			case env.MayBeSame(b.Lock, n.holder):
				c.saw(b.From, n.fact, env.Point())
				return c.Item(n.fact, n.name)
			case c.Plain || slices.ContainsFunc(held[inner:], within):
				return 0
			}
			return -c.item(n)
		})
	})
}
