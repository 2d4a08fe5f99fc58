package atomtypes

import (
	"cmp"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// Where no guard is declared, one is inferred as by Eraser: a lock that was held at all accesses of the
// memory since threads share it, or at all writes.

// inferred is what is known of the guards of all memory.
type inferred struct {
	dataflow.Facts[envs.Variable, *guards]
	rule *rule
	why  map[envs.Point]bare // of accesses that are no movers
}

type rule = lockfamily.AccessDomain[envs.Lock]

// maxReads is how many sets of locks are kept of the reads of a variable.
const maxReads = 16

// guards are the locks that were held at the accesses of a variable.
type guards struct {
	rule  *rule
	locks lockfamily.Accesses[envs.Lock]
	bare  bare
}

// bare is an access that holds few locks: of those that hold the fewest, the first.
type bare struct {
	at    envs.Point
	write bool
	held  envs.LockSet
}

func (b bare) compare(o bare) int {
	return cmp.Or(cmp.Compare(b.held.Len(), o.held.Len()), b.at.Compare(o.at), b.held.Compare(o.held),
		order.Bools(o.write, b.write))
}

// infer adds an access, and gives its type as far as guards are known.
func (c *checker) infer(env envs.Env, op *envs.Op, v envs.Variable) mover.Atomicity {
	if c.rule == nil {
		families, _ := lockfamily.New(c.sets.Table(), maxReads) // which is in range
		rule := families.Accesses()
		c.rule, c.why = &rule, map[envs.Point]bare{}
	}
	held, at := c.sets.MustLocks(), env.Point()
	g := c.Publish(v, one(c.rule, bare{at, op.Writes(), held}))
	a := g.typeOf(c.sets.Table().Must(), op.Writes(), held, c.options)
	if a == mover.Atomic {
		c.why[at] = g.bare
	}
	return a
}

// one is what a single access tells.
func one(r *rule, b bare) *guards {
	g := &guards{rule: r, bare: b}
	if b.write {
		g.locks = r.Write(g.locks, b.held)
	} else {
		g.locks = r.Read(g.locks, b.held)
	}
	return g
}

// typeOf is the type of an access.
func (g *guards) typeOf(d lockset.MustDomain[envs.Lock], write bool, held envs.LockSet, o options) mover.Atomicity {
	verdict, _ := g.rule.Judge(g.locks)
	switch {
	case verdict == lockfamily.NotWritten:
		return mover.Const
	case o.Declared:
		return mover.Atomic
	case o.Multi && verdict == lockfamily.Protected, !g.rule.Common(g.locks).IsTop():
		return mover.Mover
	case verdict == lockfamily.WritesUnprotected || write:
		return mover.Atomic
	}
	if _, apart := d.Exclusive(held, g.locks.Second); apart {
		return mover.Mover // no write can come between
	}
	return mover.Atomic
}

// Clone returns a copy.
func (g *guards) Clone() *guards {
	c := *g
	return &c
}

// Merge adds the accesses of o.
func (g *guards) Merge(o *guards) (*guards, bool) {
	locks, b := g.rule.Limit(g.rule.Join(g.locks, o.locks)), g.bare
	if o.bare.compare(b) < 0 {
		b = o.bare
	}
	if b == g.bare && g.rule.Equal(locks, g.locks) {
		return g, false
	}
	g.locks, g.bare = locks, b
	return g, true
}

// Forget drops what is known of a run, and its table of locks.
func (f *inferred) Forget(g dataflow.Gone) {
	f.Facts.Forget(g)
	if g.Run {
		*f = inferred{}
	}
}
