package eraser

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// New gives the algorithm.
func New(o Options) func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	return func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		c := &checker{Options: o, memory: world.Memory.For(r), locks: world.Locks.For(r),
			sets: world.LockSets.For(r)}
		if c.Pairs || c.Order {
			c.races = world.Races.For(r)
		}
		c.tell = c.story
		r.Gather(c)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry, Step: c.Step,
			Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
		}
	}
}

type checker struct {
	Options
	memory envs.Memory
	locks  envs.Locks
	sets   envs.LockSets
	races  envs.Races // nil unless options ask for it

	dataflow.Facts[envs.Variable, *guards]
	rule *rule
	tell func(envs.Env, *envs.Report) // story, made once
}

// Selects the operations that access memory.
func (*checker) Selects(op *envs.Op) bool { return op.Accesses() }

// atomically is what atomic accesses hold.
const atomically envs.Lock = -1

// Step publishes what an access holds and judges what is known of its variable.
func (c *checker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !op.Accesses() {
		return s
	}
	v, shared := c.memory.Variable(), c.memory.MayShare()
	if v == 0 || !shared && !c.Initial {
		return s
	}
	held := c.sets.MustLocks()
	if op.Synchronises() {
		held = c.sets.Table().Must().Acquire(held, atomically, lockset.Write)
	}
	u := use{env.Point(), op.Writes(), held}
	g, known := c.Of(v)
	if !known || !g.covers(u) {
		g = c.Publish(v, c.guards(c.sets.Table(), u))
	}
	if shared && g.broken {
		if may, proved := c.unordered(); may {
			env.Report(envs.Report{Kind: Kind, Subject: c.memory.VariableName(v), Proved: proved, Tell: c.tell})
		}
	}
	return s
}

// unordered reports whether an access may be a race, as far as the options ask for it, and
// whether it is one.
func (c *checker) unordered() (may, proved bool) {
	if c.races != nil {
		for _, a := range c.races.MayRace() {
			if c.races.Excluded(a) == "" {
				return true, a.Certain
			}
		}
	}
	return !c.Pairs, false
}

type accesses = lockfamily.Accesses[envs.Lock]

// A rule says how the locks of a variable are gathered, and judged.
type rule struct {
	lockfamily.AccessDomain[envs.Lock]
	multi bool
}

// with are the locks of a variable after one more access.
func (r *rule) with(a accesses, u use) accesses {
	if u.write {
		return r.Write(a, u.held)
	}
	return r.Read(a, u.held)
}

// broken reports whether a variable is written, and its locks do not protect it.
func (r *rule) broken(a accesses) bool {
	if r.multi {
		verdict, _ := r.Judge(a)
		return verdict >= lockfamily.ReadUnprotected
	}
	return !a.Second.IsBottom() && r.Common(a).IsTop()
}

// guards is what is known of the accesses of a variable, in all threads together.
type guards struct {
	rule   *rule
	locks  accesses
	broken bool // see rule.broken
	uses   uses // examples for people
}

// maxReads is how many sets of locks are kept for the reads of a variable. Beyond that some
// are made smaller, and which ones may depend on the order in which they come.
const maxReads = 64

// guards is what a single access tells.
func (c *checker) guards(table *lockset.Table[envs.Lock], u use) *guards {
	if c.rule == nil {
		families, _ := lockfamily.New(table, maxReads) // which is in range
		c.rule = &rule{families.Accesses(), c.Multi}
	}
	locks := c.rule.with(accesses{}, u)
	return &guards{c.rule, locks, c.rule.broken(locks), uses{u}}
}

// covers reports whether an access adds nothing. It may say no though it does.
func (g *guards) covers(u use) bool {
	return g.uses.has(u) || g.uses.late(u) && g.rule.Equal(g.rule.with(g.locks, u), g.locks)
}

// Clone returns a copy.
func (g *guards) Clone() *guards {
	c := *g
	c.uses = slices.Clone(g.uses)
	return &c
}

// Merge adds the accesses of o.
func (g *guards) Merge(o *guards) (*guards, bool) {
	more := g.uses.add(o.uses)
	locks := g.rule.Limit(g.rule.Join(g.locks, o.locks))
	if g.rule.Equal(locks, g.locks) {
		return g, more
	}
	g.locks, g.broken = locks, g.rule.broken(locks)
	return g, true
}

// Forget drops with a run its table of locks, too.
func (c *checker) Forget(g dataflow.Gone) {
	c.Facts.Forget(g)
	if g.Run {
		c.rule = nil
	}
}
