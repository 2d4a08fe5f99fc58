package blocks

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// Return adds what a callee has done under the locks of the frame, and takes over the locks that it has left behind.
func (c *Follower[F]) Return(env envs.Env, call *envs.Op, exit, s State) State {
	if len(s.open)+len(exit.open) == 0 && exit.below.empty() {
		return s
	}
	held, _ := c.locks.MayLocks()
	if !exit.below.empty() {
		s.below = c.passedOn(env, s, exit.below)
		var stack *locked
		for i := range held {
			stack = c.stack(stack, &held[i])
		}
		for i := range s.open {
			b := &s.open[i]
			inner := max(c.heldAt(held, i, *b), 0) // if it is not held, those around it are not known any more
			d := did{from: b.Ways, callee: exit.below, under: stack, inner: int32(inner), lock: b.Lock, block: b.From,
				at: env.Point()}
			b.Ways = c.step(d, func() Ways { return b.then(c.doneIn(env, held[inner:], *b, exit.below)) })
		}
	}
	if len(exit.open) > 0 {
		s = c.leftBehind(env, held, exit, s)
	}
	return c.settle(env, call, s)
}

// leftBehind is s with the blocks that a callee has opened.
func (c *Follower[F]) leftBehind(env envs.Env, held []envs.HeldLock, exit, s State) State {
	r := State{below: s.below}
	for _, b := range exit.open {
		if c.crowded(len(s.open) + len(r.open)) {
			break
		}
		i := c.heldAt(held, 0, b)
		if i < 0 {
			i = c.takenHere(env, held, b)
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
		r = r.add(b)
	}
	return r
}

// passedOn is what was done under locks that are not of this frame, after a callee has done more.
func (c *Follower[F]) passedOn(env envs.Env, s State, below Ways) Ways {
	compute := func() Ways {
		if len(s.open) == 0 && c.gone == 0 {
			return s.below.then(below)
		}
		return s.below.then(below.each(func(w view.View[Item]) view.View[Item] {
			return c.seen(w, func(i Item, n note[F]) Item {
				if slices.ContainsFunc(s.open, func(b open) bool { return c.locks.MustBeSame(b.Lock, n.holder) }) {
					return 0
				}
				return i
			})
		}))
	}
	d := did{from: s.below, callee: below}
	if len(s.open) == 1 {
		d.lock = s.open[0].Lock
	} else if len(s.open) > 1 {
		return compute()
	}
	return c.step(d, compute)
}

// doneIn is what a callee has done in a block of the frame, whose lock and those taken in it are held.
func (c *Follower[F]) doneIn(env envs.Env, held []envs.HeldLock, b open, below Ways) Ways {
	return below.each(func(w view.View[Item]) view.View[Item] {
		return c.seen(w, func(i Item, n note[F]) Item {
			switch {
			case c.locks.MayBeSame(b.Lock, n.holder):
				c.saw(b.From, n.fact, env.Point())
				return c.Item(n.fact, n.name)
			case c.Plain || slices.ContainsFunc(held, func(h envs.HeldLock) bool { return c.locks.MayBeSame(h.Lock, n.holder) }):
				return 0
			}
			return -i
		})
	})
}
