package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "view-inconsistency"

// Options are the checker's options; see the package comment.
type Options struct {
	Plain       bool
	Conditional bool
	Elements    bool
	Least       int
}

// Analyzer makes the analyzer "views".
func Analyzer() *dataflow.Analyzer {
	o := Options{Least: 2}
	a := dataflow.NewAnalyzer("views", "finds variables that one thread accesses together under a lock and another one apart",
		func() dataflow.Checker[blocks.State] { return New(o) })
	a.Flags.BoolVar(&o.Plain, "plain", o.Plain, "compare all views, whichever locks they are of and were held around them")
	a.Flags.BoolVar(&o.Conditional, "conditional", o.Conditional, "take what a block accesses under a condition for accessed")
	a.Flags.BoolVar(&o.Elements, "elements", o.Elements, "let elements of arrays, slices and maps be variables, too")
	a.Flags.IntVar(&o.Least, "least", o.Least, "report only what is about at least `n` variables")
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[blocks.State] {
	c := &checker{Options: o, writes: map[envs.Variable]bool{}, splits: map[blocks.Block]*conflict{}}
	c.book = blocks.NewBook(c.seen)
	c.book.Plain, c.Came, c.Gone, c.Split = o.Plain, c.came, c.gone, c.split
	return c
}

type checker struct {
	Options
	*book
	reach  blocks.Reach
	writes map[envs.Variable]bool // under a lock
	splits map[blocks.Block]*conflict
}

var (
	_ dataflow.Repeater             = (*checker)(nil)
	_ dataflow.Needer               = (*checker)(nil)
	_ dataflow.Caller[blocks.State] = (*checker)(nil)
	_ dataflow.Selector             = (*checker)(nil)
	_ dataflow.Dropper              = (*checker)(nil)
)

func (c *checker) Needs() dataflow.Needs {
	return dataflow.Accesses | dataflow.LockSets | dataflow.Segments
}

// Selects what blocks depend on, and what accesses memory.
func (c *checker) Selects(op *envs.Op) bool {
	return op.Kind == envs.Load || op.Kind == envs.Store || blocks.Selects(op)
}

// Step adds what is accessed to all blocks that are open.
func (c *checker) Step(env envs.Env, op *envs.Op, s blocks.State) blocks.State {
	if op.Kind != envs.Load && op.Kind != envs.Store {
		return c.Follower.Step(env, op, s)
	}
	v := env.Variable()
	if v == 0 || op.Is(envs.Local) || op.Is(envs.Volatile) || !env.MayWrite() || !c.Elements && op.Loc != nil && op.Loc.Class == envs.Elem {
		return s
	}
	s, under := c.Add(env, s, v)
	if under && op.Writes() && !c.writes[v] {
		// What is only written elsewhere is written before it is shared, or is in a data race.
		c.writes[v] = true
		c.Renew(v)
	}
	return s
}

// written are those variables that are written under a lock.
func (c *checker) written(vs view.View[envs.Variable]) view.View[envs.Variable] {
	return view.Of(slices.DeleteFunc(slices.Collect(vs.All()), func(v envs.Variable) bool { return !c.writes[v] })...)
}

// Drop forgets a variable that is no more.
func (c *checker) Drop(v envs.Variable) {
	delete(c.writes, v)
	c.book.Drop(v)
}

// Forget drops what is known of a run.
func (c *checker) Forget() {
	c.book.Forget()
	c.writes, c.splits = map[envs.Variable]bool{}, map[blocks.Block]*conflict{}
}
