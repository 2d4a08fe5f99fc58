package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
)

// New gives the algorithm, which is made for each analysis.
func New(o Options) func(*dataflow.Requires) dataflow.Analysis[*waiting.State] {
	return func(r *dataflow.Requires) dataflow.Analysis[*waiting.State] {
		c := &checker{found: o.Found}
		c.Follower = waiting.Follow(r, o.All, c.judge)
		return c.analysis(r)
	}
}

type checker struct {
	waiting.Follower
	found    func([]waiting.Step)
	verdicts waiting.Memo[waiting.Step, []envs.Report] // of the cycles through a wait
	always   waiting.Memo[[2]waiting.Thing, bool]      // see rules.always
}

func (c *checker) analysis(r *dataflow.Requires) dataflow.Analysis[*waiting.State] {
	an := c.Follower.Analysis(r, c)
	an.Step = c.Step
	an.Tuning.Selects, an.Tuning.Samples = c.Selects, true
	return an
}

// Again reports whether another pass is needed, and forgets what followed from the waits of this one.
func (c *checker) Again() bool {
	c.verdicts, c.always = waiting.Memo[waiting.Step, []envs.Report]{}, waiting.Memo[[2]waiting.Thing, bool]{}
	return c.Follower.Again()
}

// Selects what waits or wakes, and loads that copy a lock.
func (c *checker) Selects(op *envs.Op) bool {
	return c.Follower.Selects(op) || op.Kind == envs.Load && op.Is(envs.Copied)
}

// Step judges what a thread does with locks alone. It is told of waits that others are needed for.
func (c *checker) Step(env envs.Env, op *envs.Op, s *waiting.State) *waiting.State {
	switch op.Kind {
	case envs.Acquire:
		if c.Ask.MustRetake() && !op.Is(envs.Reentrant) {
			c.again(env, op, s)
		}
	case envs.Load:
		if op.Is(envs.Copied) {
			c.reportCopied(env, op)
		}
	case envs.Return:
		if c.Ask.MayEnd() {
			c.end(env)
		}
	}
	return c.Follower.Step(env, op, s)
}

// again is the effect of taking a lock that the thread holds, where that is no matter of
// course.
func (c *checker) again(env envs.Env, op *envs.Op, s *waiting.State) {
	w := c.LockAt(env, op)
	c.Note(op, w)
	step := waiting.Step{Edge: &waiting.Edge{To: w.For, Label: waiting.Label{Wait: w}}, At: c.Ask.Segment().Of()}
	for _, h := range slices.Backward(c.Held(s)) {
		if h.Lock == w.For.Lock() {
			step.From, step.Label.Hold = w.For, waiting.Hold{Of: w.For, Shared: h.Read, Taken: h.At}
			break
		}
	}
	if writer, waits := c.rules().keeps(step, step); waits {
		c.reportAgain(env, step, writer)
	}
}

// end is the effect of the end of a thread.
func (c *checker) end(env envs.Env) {
	held, _ := c.Ask.MayLocks()
	for _, h := range held {
		if c.All || !h.Maybe && h.Lock != 0 {
			c.reportKept(env, h)
		}
	}
}

// judge reports the cycles through a wait. Once all waits are known it looks for them once, and reports them each time
// that it is told of the wait. As long as waits are gathered it looks each time.
func (c *checker) judge(env envs.Env, w waiting.Step) (again bool) {
	if !c.Settled() || !c.Edges.MayClose(c, w) { // the next pass judges, or nobody needs to
		return false
	}
	reports := c.verdicts.Of(c.Ask.Stages, w, func() []envs.Report {
		return c.reportCycles(env, c.Edges.Through(c.rules(), w))
	})
	for _, report := range reports {
		env.Report(report)
	}
	return len(reports) > 0 || c.Ask.Stages.Gathers()
}

// rules say which waits make a cycle.
type rules struct{ *checker }

func (c *checker) rules() rules { return rules{c} }

// Beside reports whether two waits may come about at the same time: in segments that may
// overlap, and without a lock that keeps them apart.
func (r rules) Beside(v, w waiting.Step) bool {
	return r.Ask.MayOverlap(envs.SegmentOf(v.At), envs.SegmentOf(w.At)) && !r.apart(v.Label.Around, w.Label.Around)
}

func (r rules) apart(a, b envs.LockSet) bool {
	_, apart := r.Ask.Table().Must().Exclusive(a, b)
	return apart
}

// Follows reports whether v waits because of w, which holds the lock. A lock that both hold and
// find by the same way from that one keeps them apart.
func (r rules) Follows(v, w waiting.Step) bool {
	_, waits := r.keeps(w, v)
	return waits && !r.apart(v.Label.To, w.Label.From)
}

// keeps reports whether w, which holds a lock, keeps v waiting for it. If both are on its shared side, that is because
// of a third thread, the writer, which waits for the exclusive one.
func (r rules) keeps(w, v waiting.Step) (writer *waiting.Edge, waits bool) {
	if !v.Label.Wait.Shared || !w.Label.Hold.Shared {
		return nil, true
	}
	for _, e := range r.Waits.From(v.To) {
		for _, o := range e.Seen {
			if u := (waiting.Step{Edge: e, At: o}); r.Beside(u, v) && r.Beside(u, w) {
				return e, true
			}
		}
	}
	return nil, false
}

// Counts reports whether a wait belongs into a cycle of a length. The wait may keep a thread from waking others, and
// it may not be certain which. Then it counts only in a cycle of two, for the lock that those others hold, and only if
// all who wake them have the same wait. With All each wait counts.
func (r rules) Counts(w waiting.Step, length int) bool {
	return r.All || w.From.IsLock() || r.Single(w.From) || length == 2 && r.always(w.From, w.To)
}

// always reports whether all have to wait for what x names who wake those who wait for what from names.
func (r rules) always(from, x waiting.Thing) bool {
	return r.checker.always.Of(r.Ask.Stages, [2]waiting.Thing{from, x}, func() bool {
		wait := map[envs.Point]bool{}
		for _, e := range r.Edges.From(from) {
			wait[e.Label.Taken] = wait[e.Label.Taken] || r.Same(e.To, x)
		}
		return !slices.ContainsFunc(r.Wakers(from), func(at envs.Point) bool { return !wait[at] })
	})
}
