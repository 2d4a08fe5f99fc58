package views

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

type vars = view.View[envs.Variable]

// newChecker is made for each analysis.
func newChecker(r *dataflow.Requires, o options) *checker {
	c := &checker{options: o, writes: map[envs.Variable]bool{}, findings: newFindings(), ranking: newRanking()}
	c.book = newBook(r, blocks.Options{Plain: o.Plain}, c.seen)
	c.book.came, c.book.gone, c.book.wide, c.book.torn = c.came, c.gone, c.wide, c.torn
	r.Gather(c)
	return c
}

type checker struct {
	options
	*book
	origins blocks.Origins
	findings
	ranking
	reach  reach
	writes map[envs.Variable]bool // under a lock
}

func (c *checker) analysis() dataflow.Analysis[blocks.State] {
	return dataflow.Analysis[blocks.State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
		Tuning: dataflow.Tuning[blocks.State]{Selects: c.Selects, Samples: true},
	}
}

// A spot is what is known of a place where a block ends.
type spot struct {
	may  accesses // what else might have been accessed in the block
	site *site
	told
}

// Selects what blocks depend on, and what accesses memory.
func (c *checker) Selects(op *envs.Op) bool {
	return op.Kind == envs.Load || op.Kind == envs.Store || c.Follower.Selects(op)
}

// Step adds what is accessed to the views of all blocks that are open.
func (c *checker) Step(env envs.Env, op *envs.Op, s blocks.State) blocks.State {
	if op.Kind != envs.Load && op.Kind != envs.Store {
		return c.Follower.Step(env, op, s)
	}
	v := c.memory.Variable()
	if v == 0 || op.Is(envs.Local) || op.Is(envs.Volatile) || !c.memory.MayWrite() || !c.Elements && op.Loc != nil &&
		op.Loc.Class == envs.Elem || !c.memory.MayShare() && c.origins.Made(env.Func(), op) {
		return s
	}
	s, under := c.Add(env, s, v)
	if !op.Writes() || c.origins.Names(env.Func(), op) {
		return s
	}
	if c.learn(env, c.locks, c.memory, op) {
		c.More = true
	}
	if under && !c.writes[v] {
		// What is only written elsewhere is written before it is shared, or is in a data race.
		c.writes[v] = true
		c.outdate(v)
		c.Renew(v)
	}
	return s
}

// count is how many of the variables are written under a lock.
func (c *checker) count(vs vars) (n int) {
	for v := range vs.All() {
		if c.writes[v] {
			n++
		}
	}
	return n
}

// came notes what else a block that ends at a new place might have accessed.
func (c *checker) came(env envs.Env, p *place) {
	c.begin(env, p)
	if c.Conditional {
		p.Of.may = c.reach.between(env, p.From, env.Point())
	}
}

// wide reports whether two parts of a view may be in conflict with it. They may if what is written of them is enough
// to be reported, and is in no chain either.
func (c *checker) wide(env envs.Env, a, b vars) bool {
	return c.lacks(env, a, b, nil) && c.lacks(env, b, a, nil) && c.count(a.Union(b)) >= c.Least
}

// torn finds a conflict: two parts of a view that are in no chain, which wide has found, whatever else their
// blocks might have accessed. It reports whether this one is a conflict.
func (c *checker) torn(env envs.Env, t tear) bool {
	a, b := t.Parts[0], t.Parts[1]
	if c.Conditional && (!c.lacks(env, a.Common, b.Common, b.Of.may) || !c.lacks(env, b.Common, a.Common, a.Of.may)) {
		return false
	}
	c.found(t, c.shapeOf(env, t))
	return true
}

// lacks reports whether a has something written that b lacks, which might not have accessed it either.
// The same field of another object is nothing else, as blocks differ by it that do the same,
// unless elements count.
func (c *checker) lacks(env envs.Env, a, b vars, may accesses) bool {
	for v := range a.All() {
		if !c.writes[v] || b.Has(v) {
			continue
		}
		if name := c.memory.VariableName(v); c.Elements || !may.has(name) && !c.named(b, name) {
			return true
		}
	}
	return false
}

// named reports whether one of the variables has a name.
func (c *checker) named(vs vars, name string) bool {
	for v := range vs.All() {
		if c.memory.VariableName(v) == name {
			return true
		}
	}
	return false
}

// seen reports the conflicts in which the place of a block that ends has part: what it takes apart
// with others, and who takes it apart.
func (c *checker) seen(env envs.Env, p *place) {
	for _, r := range c.reportsAt(env, p) {
		env.Report(r)
	}
}

// Forget drops what is known of what is no more.
func (c *checker) Forget(g dataflow.Gone) {
	c.book.Forget(g)
	delete(c.writes, g.Variable)
	if g.Run {
		c.writes, c.findings, c.ranking = map[envs.Variable]bool{}, newFindings(), newRanking()
	}
}
