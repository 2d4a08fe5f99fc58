package reduction

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

// deadlocks are the waits of threads that may come to wait for each other, as package lockorder finds
// them. The theorems take for granted that there are none. Nil are none.
type deadlocks struct {
	finder dataflow.Analysis[*waiting.State]
	quiet  quiet
	waits  map[envs.Point]bool
	grew   bool
}

// quiet is an environment that is not told of reports.
type quiet struct{ envs.Env }

func (*quiet) Report(envs.Report) {}

func newDeadlocks(r *dataflow.Requires) *deadlocks {
	d := &deadlocks{waits: map[envs.Point]bool{}}
	d.finder = lockorder.New(lockorder.Options{Found: func(cycle []waiting.Step) {
		for _, w := range cycle {
			if at := w.Label.At; !d.waits[at] {
				d.waits[at], d.grew = true, true
			}
		}
	}})(r)
	r.Gather(d)
	return d
}

// in is the environment for the finder.
func (d *deadlocks) in(env envs.Env) envs.Env {
	d.quiet.Env = env
	return &d.quiet
}

// at reports whether a wait may be for good.
func (d *deadlocks) at(p envs.Point) bool { return d != nil && d.waits[p] }

// enter is the state of a frame that env is about if it is not known who calls it, and otherwise of one that call
// calls.
func (d *deadlocks) enter(env envs.Env, call *envs.Op, s *waiting.State, fn *envs.Func) *waiting.State {
	switch {
	case d == nil:
		return nil
	case call == nil || dataflow.Unseen(call):
		return d.finder.Entry(d.in(env), fn)
	}
	s, _ = d.finder.Enter(d.in(env), call, s, fn)
	return s
}

// step is the effect of an operation.
func (d *deadlocks) step(env envs.Env, op *envs.Op, s *waiting.State) *waiting.State {
	if d == nil {
		return nil
	}
	return d.finder.Step(d.in(env), op, s)
}

// returned is the effect of a callee.
func (d *deadlocks) returned(env envs.Env, call *envs.Op, exit, s *waiting.State) *waiting.State {
	if d == nil {
		return nil
	}
	return d.finder.Return(d.in(env), call, exit, s)
}

// Again reports whether more is known than at the beginning of the pass that has ended.
func (d *deadlocks) Again() bool {
	grew := d.grew
	d.grew = false
	return grew
}

// Forget drops what is known of a run.
func (d *deadlocks) Forget(g dataflow.Gone) {
	if g.Run {
		d.waits, d.grew = map[envs.Point]bool{}, false
	}
}
