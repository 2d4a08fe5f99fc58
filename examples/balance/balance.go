package balance

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// New gives the algorithm, which is made for each analysis.
func New(o Options) func(*dataflow.Requires) dataflow.Analysis[State] {
	return func(r *dataflow.Requires) dataflow.Analysis[State] {
		c := &checker{
			Options: o, met: world.Meetings.ForRuns(r), held: world.LockSets.ForRuns(r),
			shapes: map[envs.FuncID]*shape{}, nets: map[net][2][]string{}, book: newBook(),
			halts: newHalts(),
		}
		return dataflow.Analysis[State]{
			Entry: c.Entry, Step: c.Step, Branch: c.Branch, Return: c.Return, Finish: c.Finish,
			Signals: c.hear,
		}
	}
}

type checker struct {
	Options
	met       envs.Meetings // of runs
	held      envs.LockSets // of runs
	halts     halts         // of runs
	shapes    map[envs.FuncID]*shape
	nets      map[net][2][]string // see leaves
	surveyed  *survey
	questions questions
	controls  envs.Controls
	book      *book // what is known of functions, for the verdict
}

// Entry knows of no locks.
func (c *checker) Entry(envs.Env, *envs.Func) State { return State{cases: []situation{{}}} }

// Step is the effect of an operation on each case.
func (c *checker) Step(env envs.Env, op *envs.Op, s State) State {
	sh := c.shapeOf(env.Program(), env.Func())
	if s.full {
		c.unknown(env, op, s)
	}
	if s.full || len(s.cases) == 0 || !sh.matters && s.idle() {
		return s
	}
	if !sh.matters {
		c.look(env.Program(), sh)
	}
	if sh.isCaught(op.PC) {
		return State{} // what held before is not known
	}
	s = c.defined(env, op, sh, s)
	c.book.again(env.Point())
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		return c.take(env, op, s)
	case envs.Release, envs.Wait:
		return c.give(env, op, s)
	case envs.Defer:
		return s.each(func(s *situation) bool { s.passed = inserted(s.passed, op.Deferred, cmp.Compare); return true })
	case envs.Fork:
		return c.handOver(env, op, s)
	case envs.Throw, envs.Call:
		if op.Kind == envs.Call && mayEnd(op) {
			s = s.each(func(t *situation) bool { t.doubt = true; return true })
		}
		c.book.thrown(env, s, func(s *situation, b *balance) bool { return c.covered(env.Program(), sh, op, s, b) })
	case envs.Store:
		return overwritten(env.Func(), op, s)
	case envs.Return:
		s = c.ended(env, op, sh, s)
		c.book.returned(env, s)
		return s.each(exported)
	}
	return s
}

// take is the effect of an operation that takes a lock.
func (c *checker) take(env envs.Env, op *envs.Op, s State) State {
	l, of, at := c.lockOf(op), class(op), env.Point()
	var wrong problems
	try := op.Kind == envs.TryAcquire
	out := s.each(func(t *situation) bool {
		if t.isLoose(of) {
			return !try || c.outcome(t, op.Dst, true)
		}
		was := *t
		kind := t.take(l, of, op.Is(envs.Shared), op.Is(envs.Reentrant), at)
		if try {
			return kind == "" && c.outcome(t, op.Dst, true)
		}
		if kind == "" && op.Is(envs.Shared) && !op.Is(envs.Reentrant) {
			kind = c.nests(env.Program(), was.find(l))
		}
		wrong.note(kind, s.counts(&was, c.All), was.find(l))
		return true
	})
	if try {
		not := s.each(func(t *situation) bool { return c.outcome(t.refused(l, of), op.Dst, false) })
		return stateOf(slices.Concat(out.cases, not.cases))
	}
	c.reportTwice(env, l, of, wrong)
	return out
}

// give is the effect of an operation that gives a lock back, or waits to get it again.
func (c *checker) give(env envs.Env, op *envs.Op, s State) State {
	l, of := c.lockOf(op), class(op)
	var wrong problems
	some, bare := c.bare(env, s, l, of)
	out := s.each(func(t *situation) bool {
		if t.isLoose(of) {
			c.book.lend(env.Func().ID, of)
			if c.All && l.id == 0 {
				wrong.note(Unheld, true, nil)
			}
			return true
		}
		was := *t
		b := was.find(l)
		if op.Kind == envs.Wait {
			if b != nil && !b.heldAlone() && !b.heldRead() {
				wrong.note(Unheld, s.counts(&was, c.All), b)
			}
			return true
		}
		if b != nil {
			c.book.gaveBack(env, b)
		}
		kind := t.give(l, of, op.Is(envs.Shared))
		if b == nil && l.id == 0 && (c.All || c.nobodyTakes(env.Program(), of)) {
			kind = Unheld
		}
		if b == nil && some != nil { // which is told of, or excused, as such
			t.doubt, kind = true, ""
		}
		wrong.note(kind, s.counts(&was, c.All), b)
		return true
	})
	if l.named() {
		c.reportGiven(env, l, of, wrong, bare)
	}
	c.halts.gives(env.Point(), wrong)
	return out
}

// Branch learns from a condition, and of deferred calls which of them were deferred.
func (c *checker) Branch(env envs.Env, op *envs.Op, taken int, s State) (State, bool) {
	sh := c.shapeOf(env.Program(), env.Func())
	if s.full || len(s.cases) == 0 || !sh.matters {
		return s, true
	}
	facts, keep := c.told(env.Program(), sh, op, env.Detail().On, taken)
	deferred, runs := env.Func().Deferred(op, taken)
	if len(facts) == 0 && deferred == 0 {
		return s, true
	}
	out := s.each(func(t *situation) bool {
		for i, f := range facts {
			if !t.meets(f, keep[i]) {
				return false
			}
		}
		return deferred == 0 || t.skips(deferred, runs)
	})
	return out, len(out.cases) > 0 || out.full
}
