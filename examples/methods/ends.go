package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// ended enters what a block came to.
func (c *checker) ended(env envs.Env, b blocks.Block, w blocks.Ways) {
	around, inside := c.around(env)
	held := append(around, c.named(b.LockName(env)))
	if !w.Whole() {
		c.limit(b.From, nothing)
	} else if c.Ways && !w.Apart() {
		c.limit(b.From, together)
	}
	if c.kept[b.From] == nothing {
		return
	}
	var all []fact
	for items := range c.follower.Each(w) {
		n := len(all)
		for i := range items.All() {
			all = append(all, c.follower.Fact(i))
		}
		if c.Ways {
			c.enter(b, held, inside, all[n:])
		}
	}
	if !c.Ways {
		c.enter(b, held, inside, all)
	}
}

// enter enters the facts of a block, class by class. Its own lock is the last of those that are held.
func (c *checker) enter(b blocks.Block, held []lockName, inside []envs.Point, facts []fact) {
	slices.SortFunc(facts, func(f, g fact) int {
		if d := int(c.classOf(f)) - int(c.classOf(g)); d != 0 {
			return d
		}
		return f.compare(g)
	})
	for facts = slices.Compact(facts); len(facts) > 0; {
		k, n := c.classOf(facts[0]), 1
		for n < len(facts) && c.classOf(facts[n]) == k {
			n++
		}
		c.add(b, k, facts[:n], held, inside, c.Ways)
		if slices.ContainsFunc(facts[:n], func(f fact) bool { return c.updated[f.variable()] }) {
			p := piece{subject{class: k}, one, b.From}
			c.pieces = append(c.pieces, p)
			p.of.lock = held[len(held)-1]
			c.pieces = append(c.pieces, p)
		}
		facts = facts[n:]
	}
}

// around are the names of the locks that are held on when a block or a call ends, and where they were taken. That may
// be known only of locks that were taken here or left behind by a callee.
func (c *checker) around(env envs.Env) (names []lockName, inside []envs.Point) {
	held, _ := c.ask.MayLocks()
	for i := range held {
		switch h := &held[i]; {
		case h.Maybe:
		case !h.At.IsZero():
			names, inside = append(names, c.named(blocks.Block{Taken: h.At}.LockName(env))), append(inside, h.At)
		case h.Lock != 0:
			names = append(names, c.named(c.ask.LockName(h.Lock)))
		}
	}
	return names, inside
}

func (c *checker) named(lock string) lockName {
	n, ok := c.locks[lock]
	if !ok {
		n = lockName(len(c.locks) + 1)
		c.locks[lock] = n
	}
	return n
}

// blocksEnded lets the path lead through the blocks that have ended with this operation. It reports the classes of
// which the frame has done something in several, if it is not consistent.
func (c *checker) blocksEnded(env envs.Env, s State) State {
	if len(c.pieces) == 0 {
		return s
	}
	slices.SortFunc(c.pieces, piece.compare)
	next := c.pieces[:0]
	for _, p := range c.pieces {
		if n := len(next); n > 0 && next[n-1].of == p.of {
			next[n-1] = next[n-1].and(p)
		} else {
			next = append(next, p)
		}
	}
	s.then(next)
	for _, p := range next {
		if p.of.lock == 0 && c.candidate(env, s, p.of.class) {
			c.judge(env, s.fn, p.of.class)
		}
	}
	c.pieces = c.pieces[:0]
	return s
}

// candidate reports whether a frame may be inconsistent in what it does to a class. It may if it does that in several
// blocks of each lock that all who access the class hold. In plain form it may if it does any of it in a block below
// the method.
func (c *checker) candidate(env envs.Env, s State, k class) bool {
	p, _ := s.find(subject{class: k})
	if c.Plain {
		return p.spread != one || env.Program().Func(p.at.Func()).Ops[p.at.PC()].Kind == envs.Call
	}
	for _, l := range c.guards(k) {
		if p, _ := s.find(subject{k, l}); p.spread != many {
			return false
		}
	}
	return p.spread == many
}
