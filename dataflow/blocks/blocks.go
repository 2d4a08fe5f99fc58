package blocks

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A Follower follows the blocks of a program for a checker that embeds it, and gathers facts
// in them. It is the checker's Entry, Exit and Return. NewFollower makes it.
type Follower[F comparable] struct {
	Options
	locks envs.Locks
	atEnd func(envs.Env, Block, Ways)
	facts[F]
	scratch []Item
	outside outside[F]
}

// An outside is what is known of a fact by locks around a block, as far as it was collected.
type outside[F comparable] struct {
	of    F
	gone  int     // how many facts were removed by then, whose items are others now
	under *locked // the innermost of these locks, nil if there is none
	items []Item
}

// Options are those of a Follower.
type Options struct {
	// Many lets ways have up to 2048 Items, for a checker that does not compare what is in them. A frame then opens no
	// more than 64 blocks at once.
	Many bool
	// Plain takes all locks for one, whether they have names or not, so that nothing is around a block.
	Plain bool
}

// NewFollower is a Follower for an analysis that is being made. It tells ended of each block when it ends, and of
// what was done in it. That may report: the operation is the one that gives the lock back, or the call of a function
// that does. Over all paths it is told again when more is known.
func NewFollower[F comparable](r *dataflow.Requires, o Options, ended func(envs.Env, Block, Ways)) *Follower[F] {
	if !o.Plain {
		world.LockSets.For(r) // names of locks that mean the same wherever a variable is accessed
	}
	return &Follower[F]{Options: o, locks: world.Locks.For(r), atEnd: ended}
}

// Selects says what a Follower has to be shown of a run; see dataflow.Tuning. A checker that embeds a Follower has to
// be shown more.
func (c *Follower[F]) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		return true
	}
	return false
}

// Entry is a frame that has no block of its own.
func (c *Follower[F]) Entry(envs.Env, *envs.Func) State { return State{below: begin(c.Many)} }

// Step opens a block where a lock is taken, and ends those of which the lock is given back.
func (c *Follower[F]) Step(env envs.Env, op *envs.Op, s State) State {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		return c.begin(env, s)
	case envs.Release, envs.Wait:
		return c.settle(env, op, s)
	case envs.Call:
		if len(s.open) > 1 { // over all paths; in a run each block is where its lock is
			held, _ := c.locks.MayLocks()
			return s.placed(held)
		}
	}
	return s
}

func (c *Follower[F]) begin(env envs.Env, s State) State {
	held, _ := c.locks.MayLocks()
	s = s.placed(held)
	for _, h := range slices.Backward(held) {
		if h.At == env.Point() && !c.locks.MustRetake() && !c.crowded(len(s.open)) {
			s = s.add(open{Block{env.Point(), env.Point(), h.Lock}, h.At, h.Maybe,
				begin(c.Many)}) // it may be the same lock again
		}
	}
	return s
}

// maxOpen is how many blocks a frame has open, of a Follower for Many. Each of them may have as many facts as there
// are, and is looked at for each.
const maxOpen = 64

// crowded reports whether a frame that has so many blocks opens no more.
func (c *Follower[F]) crowded(n int) bool {
	return n >= maxOpen && c.Many
}

// Add is s after a fact at this operation, in all the blocks that are open; it reports whether there is any.
func (c *Follower[F]) Add(env envs.Env, s State, f F) (_ State, under bool) {
	held, _ := c.locks.MayLocks()
	if len(held) == 0 {
		return s, false
	}
	s = s.placed(held)
	a, at := c.of(f), env.Point()
	var stack *locked
	for i := range held {
		h := &held[i]
		stack = c.stack(stack, h)
		under = under || c.Plain || h.Names.Len() > 0
		mine := s.of(h)
		if mine == nil {
			s.below = c.step(did{from: s.below, fact: a, under: stack}, func() Ways { return c.noted(s.below, f, stack) })
		}
		for j := range mine {
			b := &mine[j]
			if b.full() {
				c.saw(b.From, f, at)
				continue
			}
			b.Ways = c.step(did{from: b.Ways, fact: a, under: stack, block: b.From, at: at}, func() Ways {
				c.saw(b.From, f, at)
				return c.added(b.Ways, f, stack)
			})
		}
	}
	return s, under
}

// added are the ways of a block with a fact on them, which has the innermost of these locks.
func (c *Follower[F]) added(w Ways, f F, held *locked) Ways {
	if w.full() {
		return w
	}
	c.scratch = c.scratch[:0]
	if !c.Plain {
		c.around(f, held.outer)
		c.scratch = append(c.scratch, c.outside.items...)
	}
	for _, name := range c.names(held) {
		c.scratch = append(c.scratch, c.Item(f, name))
	}
	return w.with(c.scratch...)
}

// around collects the items of a fact by locks around a block, outermost first. The items of the block before are
// kept, as that block is around this one.
func (c *Follower[F]) around(f F, held *locked) {
	if held == nil {
		c.outside = outside[F]{of: f, gone: c.gone, items: c.outside.items[:0]}
		return
	}
	if o := &c.outside; o.under == held && o.of == f && o.gone == c.gone {
		return
	}
	c.around(f, held.outer)
	for _, name := range c.names(held) {
		c.outside.items = append(c.outside.items, -c.item(note[F]{f, name, held.lock}))
	}
	c.outside.under = held
}

// noted are the ways of what is done under locks of the callers, with a fact on them.
func (c *Follower[F]) noted(w Ways, f F, held *locked) Ways {
	if w.full() {
		return w
	}
	c.scratch = c.scratch[:0]
	for _, name := range c.names(held) {
		c.scratch = append(c.scratch, c.item(note[F]{f, name, held.lock}))
	}
	return w.with(c.scratch...)
}

// names are those by which facts under the innermost lock are known.
func (c *Follower[F]) names(held *locked) []envs.Lock {
	if c.Plain {
		return onlyName[:]
	}
	return held.all
}

var onlyName = [...]envs.Lock{0}

// settle ends the blocks of which the lock is given back.
func (c *Follower[F]) settle(env envs.Env, op *envs.Op, s State) State {
	held, _ := c.locks.MayLocks()
	index := &heldLocks{list: held}
	if s.lie(held) && op.Kind != envs.Wait {
		for i := range s.open {
			s.open[i].Ways = c.still(index, s.open[i].Ways)
		}
		return s
	}
	return c.settled(env, op, s, index)
}

// settled is settle where some block is not where it was.
func (c *Follower[F]) settled(env envs.Env, op *envs.Op, s State, index *heldLocks) State {
	held := index.list
	r, next := State{s.open[:0], s.below}, 0
	for _, b := range s.open {
		i := c.heldAt(held, next, b)
		next = max(next, i+1)
		ends, renewed := i < 0, false
		switch {
		case op.Kind == envs.Wait && c.locks.MayBeSame(b.Lock, c.locks.Lock()):
			ends, renewed = true, true
		case i >= 0:
			ends = held[i].Maybe && !b.maybe
		case op.Kind != envs.Release || !c.locks.MustBeSame(b.Lock, c.locks.Lock()):
			// Where a lock is given back out of order, or by a callee, those inside it have another place from then on.
			i = c.takenHere(env, held, b)
			renewed = op.Kind == envs.Call
			if i < 0 && !renewed {
				i = placeOf(held, b)
			}
			ends = i < 0 || renewed || !c.locks.MustBeSame(held[i].Lock, b.Lock)
		}
		if ends {
			c.atEnd(env, b.Block, b.Ways)
		}
		if i < 0 && renewed {
			i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == env.Point() })
		}
		if i < 0 && renewed {
			i = c.waitedBelow(env, held, b)
		}
		if i < 0 {
			continue
		}
		b.at, b.Lock, b.maybe = held[i].At, held[i].Lock, held[i].Maybe
		if renewed {
			b.From, b.Ways = env.Point(), begin(c.Many)
		} else {
			b.Ways = c.still(index, b.Ways)
		}
		r = r.add(b)
	}
	return r
}

// lie reports whether each block is where it was among the locks held.
func (s State) lie(held []envs.HeldLock) bool {
	for i := range s.open {
		b := &s.open[i]
		if find(held, i, func(h *envs.HeldLock) bool { return h.At == b.at && h.Lock == b.Lock && h.Maybe == b.maybe }) < 0 {
			return false
		}
	}
	return true
}

// find is the index of the first lock held for which f is true, or that of one near a place for which it is, or -1.
// Blocks mostly come in the order of their locks, so that of many not all are looked at.
func find(held []envs.HeldLock, near int, f func(*envs.HeldLock) bool) int {
	if near < len(held) && f(&held[near]) {
		return near
	}
	for i := range held {
		if f(&held[i]) {
			return i
		}
	}
	return -1
}

// still are the ways without what they have by locks around their block that are not held any more.
func (c *Follower[F]) still(held *heldLocks, w Ways) Ways {
	gone := func(i Item) bool {
		if i >= 0 {
			return false
		}
		n, ok := c.notes[-i]
		return !ok || !held.has(n.holder)
	}
	if w.full() || !w.all.Has(tooMany) && !has(w.all, gone) {
		return w
	}
	return w.each(func(v view.View[Item]) view.View[Item] {
		return view.Of(slices.DeleteFunc(slices.Collect(v.All()), gone)...)
	})
}

// heldLocks are locks that are held. Of many it is looked up whether one is among them.
type heldLocks struct {
	list []envs.HeldLock
	all  map[envs.Lock]bool
}

// fewHeld is how many locks are as fast to look through.
const fewHeld = 8

func (h *heldLocks) has(l envs.Lock) bool {
	if len(h.list) <= fewHeld {
		return slices.ContainsFunc(h.list, func(h envs.HeldLock) bool { return h.Lock == l })
	}
	if h.all == nil {
		h.all = make(map[envs.Lock]bool, len(h.list))
		for i := range h.list {
			h.all[h.list[i].Lock] = true
		}
	}
	return h.all[l]
}

func has(w view.View[Item], f func(Item) bool) bool {
	for i := range w.All() {
		if i >= 0 {
			return false // those by locks around come first
		}
		if f(i) {
			return true
		}
	}
	return false
}

// placed is s with each block where its lock is among those held. Where paths meet on which it
// was taken in different places, it is where it was on the first.
func (s State) placed(held []envs.HeldLock) State {
	for i := 0; i < len(s.open); i++ {
		b := s.open[i]
		if find(held, i, func(h *envs.HeldLock) bool { return h.At == b.at }) >= 0 {
			continue
		}
		if at := placeOf(held, b); at >= 0 {
			s.open = slices.Delete(s.open, i, i+1)
			i--
			b.at = held[at].At
			s = s.add(b) // before the others, where it need not be looked at again
		}
	}
	return s
}

// placeOf is the index of the lock of b, of those held, if b is from another path than the first, or -1.
func placeOf(held []envs.HeldLock, b open) int {
	return slices.IndexFunc(held, func(h envs.HeldLock) bool {
		return h.Lock == b.Lock && !h.At.IsZero() && h.At.Compare(b.at) < 0
	})
}

// heldAt is the index of the lock of b, of those held, or -1. It is looked for near an index first; see find.
func (c *Follower[F]) heldAt(held []envs.HeldLock, near int, b open) int {
	i := find(held, near, func(h *envs.HeldLock) bool { return h.At == b.at && h.Lock == b.Lock })
	if i < 0 { // a caller may know it by another name
		i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == b.at && c.locks.MayBeSame(h.Lock, b.Lock) })
	}
	return i
}

// waitedBelow is heldAt for a lock with which a callee has waited, of which a run knows where.
func (c *Follower[F]) waitedBelow(env envs.Env, held []envs.HeldLock, b open) int {
	return slices.IndexFunc(held, func(h envs.HeldLock) bool {
		return !h.At.IsZero() && c.locks.MustBeSame(h.Lock, b.Lock) &&
			env.Program().Func(h.At.Func()).Ops[h.At.PC()].Kind == envs.Wait
	})
}

// takenHere is heldAt for a lock that has its place from this operation on.
func (c *Follower[F]) takenHere(env envs.Env, held []envs.HeldLock, b open) int {
	return slices.IndexFunc(held,
		func(h envs.HeldLock) bool { return h.At == env.Point() && c.locks.MayBeSame(h.Lock, b.Lock) })
}
