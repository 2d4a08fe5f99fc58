package modelcheck

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/movers"
)

// A classification says which operations a region may execute before the one that neither has to be first nor last,
// and which after it.
type classification struct {
	rights bool // right movers may come before it, and not only what is independent
	locks  bool // what is known of a lock counts: who else takes it, and under which other ones
}

// classifications are those that have to contradict a region, by the name of an option.
var classifications = map[string][]classification{
	"ind":  {{locks: true}},
	"mov":  {{rights: true}},
	"comb": {{locks: true}, {rights: true}},
	"w":    {{locks: true}, {rights: true, locks: true}},
}

// of is how an operation moves.
func (c classification) of(m movers.Move) mover.Atomicity {
	if c.locks {
		return m.Atomicity
	}
	return m.Plain
}

// step is where a region is after an operation.
func (c classification) step(p position, m movers.Move, at envs.Point) position {
	switch a := c.of(m); {
	case a <= mover.Mover:
	case p.phase == before && c.rights && a == mover.Right:
	case p.phase == before:
		return position{phase: after, last: at}
	case a != mover.Left:
		return position{phase: contradicted, last: p.last, next: at}
	}
	return p
}

// algorithm is made for each analysis.
func algorithm(r *dataflow.Requires, o options) dataflow.Analysis[regions] {
	world.Meetings.ForRuns(r) // or runs of Go do not tell who waits for good
	c := &checker{
		by: classifications[o.By], stages: dataflow.Stages.For(r),
		movers: movers.New(r, movers.Options{Published: true, Tries: true}), open: transactions.Follow(r, o.Rules),
	}
	return dataflow.Analysis[regions]{
		Entry: c.entry, Step: c.step, Enter: c.enter, Return: c.left, Thrown: c.left, Signals: c.hear,
		Tuning: dataflow.Tuning[regions]{Selects: selects},
	}
}

type checker struct {
	by     []classification
	stages envs.Stages
	movers *movers.Movers
	open   transactions.Follower
}

// selects what matters, with the ends of frames, by which regions end.
func selects(op *envs.Op) bool { return op.Kind == envs.Return || movers.Selects(op) }

// entry is the state of a frame that no frame is known to have called.
func (c *checker) entry(env envs.Env, fn *envs.Func) regions {
	if c.open.Entry(env, fn).Own() {
		return regions(nil).begin(fn.ID)
	}
	return nil
}

// enter is the state of a callee: the regions of its callers are open, and perhaps its own.
func (c *checker) enter(env envs.Env, _ *envs.Op, s regions, fn *envs.Func) (regions, string) {
	if c.open.Of(env.Program(), fn) == "atomic" {
		s = s.begin(fn.ID)
	}
	return s, ""
}

// step moves each open region on.
func (c *checker) step(env envs.Env, op *envs.Op, s regions) regions {
	if op.Kind == envs.Return {
		return s
	}
	m := c.movers.Of(env, op)
	if len(s) == 0 || !c.stages.Judges() {
		return s
	}
	s = s.Clone()
	for i := range s {
		r := &s[i]
		if op.Kind == envs.Wait {
			c.waits(env, r)
			continue
		}
		r.entered = r.entered || noticed(op, m)
		all, now := true, -1
		for j, by := range c.by {
			r.at[j] = by.step(r.at[j], m, env.Point())
			all = all && r.at[j].phase == contradicted
			if r.at[j].next == env.Point() {
				now = j
			}
		}
		if all && now >= 0 {
			c.contradicts(env, r, r.at[now])
		}
	}
	return s
}

// noticed reports whether others may notice an operation, so that a region with it has begun for them. To wait for the
// end of a thread changes nothing.
func noticed(op *envs.Op, m movers.Move) bool {
	return op.Accesses() && (op.Loc == nil || !op.Loc.Final) || m.Plain != mover.Const && op.Kind != envs.Join
}

// left is the state of a caller whose callee has ended: what that has done is part of the regions of the caller.
func (c *checker) left(_ envs.Env, _ *envs.Op, callee, s regions) regions { return s.after(callee) }

// hear is told of threads that never go on.
func (c *checker) hear(env envs.Env, m dataflow.Message, s regions) {
	if m.Kind != envs.Halt || !m.Done || m.Op == nil || !c.stages.Judges() {
		return
	}
	for i := range s {
		if s[i].entered {
			c.stays(env, &s[i], m.At)
		}
	}
}
