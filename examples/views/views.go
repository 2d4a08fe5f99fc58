package views

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
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
	c := &checker{Options: o}
	c.Follower = &blocks.Follower[envs.Variable]{Ended: c.publish, Plain: o.Plain}
	return c
}

type checker struct {
	Options
	memory
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
	if under && op.Writes() {
		c.write(v)
	}
	return s
}
