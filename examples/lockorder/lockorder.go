package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
)

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[*waiting.State] {
	c := &checker{}
	c.Follower = waiting.Make(o.All, c.judge)
	return c
}

type checker struct {
	waiting.Follower
	known
}

// known is what follows from all waits of a program, when they are known. Where they become more and nothing is
// repeated, it is not used.
type known struct {
	verdicts map[waiting.Step][]envs.Report
	counts   map[[2]waiting.Thing]bool // whether waits keep a thread from waking others for certain
}

// Again reports whether another pass is needed, and forgets what was known in this one.
func (c *checker) Again() bool {
	c.known = known{}
	return c.Follower.Again()
}

var (
	_ dataflow.Enterer[*waiting.State] = (*checker)(nil)
	_ dataflow.Caller[*waiting.State]  = (*checker)(nil)
	_ dataflow.Repeater                = (*checker)(nil)
	_ dataflow.Needer                  = (*checker)(nil)
	_ dataflow.Selector                = (*checker)(nil)
	_ dataflow.Parter                  = (*checker)(nil)
)

// Selects what waits or wakes, and loads that copy a lock.
func (c *checker) Selects(op *envs.Op) bool {
	return waiting.Selects(op) || op.Kind == envs.Load && op.Is(envs.Copied)
}

// Step judges what a thread does with locks alone. It is told of waits that others are needed for.
func (c *checker) Step(env envs.Env, op *envs.Op, s *waiting.State) *waiting.State {
	switch op.Kind {
	case envs.Acquire:
		if env.MustRetake() && !op.Is(envs.Reentrant) {
			c.again(env, op, s)
		}
	case envs.Load:
		if op.Is(envs.Copied) {
			c.reportCopied(env, op)
		}
	case envs.Return:
		if env.MayEnd() {
			c.end(env)
		}
	}
	return c.Follower.Step(env, op, s)
}

// again is the effect of taking a lock that the thread holds, where that is no matter of
// course.
func (c *checker) again(env envs.Env, op *envs.Op, s *waiting.State) {
	w := c.At(env, op, waiting.Lock)
	c.Note(env, op, w)
	step := waiting.Step{Edge: &waiting.Edge{To: w.For, Label: waiting.Label{Wait: w}}, At: env.Segment().Of()}
	for _, h := range slices.Backward(c.Held(env, s)) {
		if h.Lock == w.For.Lock() {
			step.From, step.Label.Hold = w.For, waiting.Hold{Of: w.For, Shared: h.Read, Taken: h.At}
			break
		}
	}
	if !w.Shared || !step.Label.Hold.Shared {
		c.reportAgain(env, step, nil)
	} else if u := c.writer(env, step, step); u != nil {
		c.reportAgain(env, step, u)
	}
}

// end is the effect of the end of a thread.
func (c *checker) end(env envs.Env) {
	held, _ := env.MayLocks()
	for _, h := range held {
		if c.All || !h.Maybe && h.Lock != 0 {
			c.reportKept(env, h)
		}
	}
}
