package dataflow

import (
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// replay runs a checker over one run of a program: events in, findings out. It
// gives each thread a stack of frames and each frame an instance of the checker;
// what a callee returns is handed to its caller (thesis, section 6.4.2). It is
// not safe for concurrent use.
type replay[S lattice.Mergeable[S]] struct {
	name    string
	can     abilities[S]
	env     *runEnv
	stacks  [][]runFrame[S] // by thread
	reports runReports
	lost    map[envs.Point]bool // branches at which the checker contradicted a run
	silent  bool                // it provides a facet, and reports nothing
	left    S                   // the frame that was left last
}

type runFrame[S any] struct {
	s       S
	exit    S
	hasExit bool
	calling S        // before the Step of called
	called  *envs.Op // a Call from which nothing has come back yet, if the checker has Enter or Thrown
}

// before is the state before the Step of the operation that the frame is at, if that is a Call.
func (f *runFrame[S]) before(op *envs.Op) S {
	if f.called != nil && f.called == op {
		return f.calling
	}
	return f.s
}

// NewReplay makes a driver for one analysis and one run. It panics if a part of the analysis is missing.
func NewReplay[S lattice.Mergeable[S]](prog envs.Program, name string, algorithm func(*Requires) Analysis[S]) *Watch {
	x := newWatch(prog)
	r := &Requires{driver: &x.env}
	return x.listen(newReplay(name, algorithm(r).requiring(r)))
}

func newReplay[S lattice.Mergeable[S]](name string, an Analysis[S]) *replay[S] {
	if err := an.check(name); err != nil {
		panic(err)
	}
	if decided := an.Tuning.Decided; decided != nil {
		an.Entry = func(envs.Env, *envs.Func) S { return decided() }
	}
	return &replay[S]{name: name, can: abilitiesOf(an)}
}

// attach makes the checker listen to a run through its environment.
func (r *replay[S]) attach(e *runEnv) {
	r.env = e
	if structured(e.prog) {
		r.can.Calls.Thrown = nil
	}
	if !recorded(e.prog) || r.can.Calls.Thrown == nil {
		r.can.Calls.Ended = nil
	}
}

func recorded(prog envs.Program) bool {
	p, ok := prog.(envs.Recorded)
	return ok && p.Recorded()
}

// interest is what the checker says, and the returns at which it has something to hand over.
func (r *replay[S]) interest() interest {
	i := interest{
		cost:     r.can.requires.always.cost | r.can.requires.inRuns.cost,
		branches: r.can.Branch != nil, messages: r.can.Signals != nil, gather: r.can.Gather,
	}
	if selects := r.can.Tuning.Selects; selects != nil {
		i.selects = func(op *envs.Op) bool { return r.can.Calls.Return != nil && op.Kind == envs.Return || selects(op) }
	}
	return i
}

// begin begins a pass. Findings of runs add up, but of passes over one run those of the last count.
func (r *replay[S]) begin(p run.Pass) {
	r.stacks = nil
	r.reports.begin(p)
}

// stack is the stack of a thread.
func (r *replay[S]) stack(t *run.Thread) *[]runFrame[S] {
	for int(t.Index) >= len(r.stacks) {
		r.stacks = append(r.stacks, nil)
	}
	return &r.stacks[t.Index]
}

// enter gives the frame that was pushed a state.
func (r *replay[S]) enter(t *run.Thread) {
	st := r.stack(t)
	*st = append(*st, runFrame[S]{})
	n := len(*st)
	f := t.Top()
	c := &r.can.Calls
	if f.Call != nil && c.Enter != nil {
		r.env.at(t, n-2, f.Call)
		(*st)[n-1].s, _ = c.Enter(r.env, f.Call, (*st)[n-2].before(t.Frames[n-2].Op), f.Fn)
		return
	}
	r.env.at(t, n-1, nil)
	if n > 1 && f.Call == nil && c.Unseen {
		(*st)[n-1].s, _ = c.Enter(r.env, nil, (*st)[n-2].s, f.Fn)
	} else {
		(*st)[n-1].s = r.can.Entry(r.env, f.Fn)
	}
}

// A contradiction is an error of a checker that holds the way for impossible that control went at a branch.
type contradiction struct{ at Place }

func (c *contradiction) Error() string {
	return c.at.String() +
		": control went where the checker says it cannot; it forgets what it knows of the frame, and goes on"
}

// branch tells the checker which way control went at prev, once the operation that
// follows is known and leaves no doubt. A checker that contradicts the run starts the frame anew there.
func (r *replay[S]) branch(t *run.Thread, prev *envs.Op, taken int) error {
	if r.can.Branch == nil {
		return nil
	}
	f := r.top(t)
	r.env.at(t, len(t.Frames)-1, prev)
	s, ok := r.can.Branch(r.env, prev, taken, f.s)
	if ok {
		f.s = s
		return nil
	}
	at := r.env.Point()
	r.env.at(t, len(t.Frames)-1, nil)
	f.s = r.can.Entry(r.env, r.env.Func())
	if r.lost[at] {
		return nil // said before
	}
	if r.lost == nil {
		r.lost = map[envs.Point]bool{}
	}
	r.lost[at] = true
	return &contradiction{fixpoint.PlaceOf(r.env.prog, at)}
}

func (r *replay[S]) top(t *run.Thread) *runFrame[S] {
	st := r.stacks[t.Index]
	return &st[len(st)-1]
}

// step shows the checker an operation, which the modules have taken in.
func (r *replay[S]) step(t *run.Thread, op *envs.Op) {
	f := r.top(t)
	if op.Kind == envs.Call && (r.can.Calls.Enter != nil || r.can.Calls.Thrown != nil) {
		f.calling, f.called = f.s.Clone(), op
	}
	f.s = r.can.Step(r.env, op, f.s)
	if op.Kind == envs.Return && r.can.Calls.Return != nil {
		f.exit, f.hasExit = r.can.Calls.Exit(r.env, op, f.s), true
	}
}

// try shows the checker an operation and drops what it makes of its state.
func (r *replay[S]) try(t *run.Thread, op *envs.Op) { r.can.Step(r.env, op, r.top(t).s.Clone()) }

// leave hands over what a frame leaves that is about to be popped.
func (r *replay[S]) leave(t *run.Thread, returned bool) {
	st, f, c := r.stack(t), t.Top(), &r.can.Calls
	n := len(*st)
	x := (*st)[n-1]
	(*st)[n-1] = runFrame[S]{}
	r.left = x.s
	*st = (*st)[:n-1]
	switch called := n > 1 && f.Direct && f.Call != nil; {
	case called && returned && x.hasExit:
		r.env.at(t, n-2, f.Call)
		(*st)[n-2].s = c.Return(r.env, f.Call, x.exit, (*st)[n-2].s)
	case called && !returned && c.Thrown != nil:
		r.env.at(t, n-2, f.Call)
		(*st)[n-2].s = c.Thrown(r.env, f.Call, x.s, (*st)[n-2].before(t.Frames[n-2].Op))
	case n == 1 && !returned && c.Ended != nil:
		r.env.at(t, 0, f.Op)
		c.Ended(r.env, x.s)
	}
	if n > 1 {
		(*st)[n-2].called = nil
	}
	if r.can.Tuning.Reuse != nil {
		r.can.Tuning.Reuse(x.s)
	}
}

// end drops what is left of a thread.
func (r *replay[S]) end(t *run.Thread) {
	if int(t.Index) < len(r.stacks) {
		clear(r.stacks[t.Index])
		r.stacks[t.Index] = r.stacks[t.Index][:0]
	}
}

// message tells the checker what a thread has told or heard.
func (r *replay[S]) message(t *run.Thread, m Message) {
	if r.can.Signals == nil {
		return
	}
	var s S
	if st := *r.stack(t); len(st) > 0 {
		s = st[len(st)-1].s
	}
	r.can.Signals(m, s)
}

func (r *replay[S]) report(at envs.Point, rep envs.Report) {
	if !r.silent {
		r.reports.add(r.env, at, rep)
	}
}

// stateAt is the state of the frame that questions are about: of one that is being left, its last one.
func (r *replay[S]) stateAt() S {
	p := &r.env.pos
	if st := r.stacks[p.Thread.Index]; p.Depth < len(st) {
		return st[p.Depth].s
	}
	return r.left
}

// findings are what was reported so far, sorted.
func (r *replay[S]) findings() []envs.Finding {
	g := newGrouper(r.env.prog, r.name)
	for key, c := range r.reports.all() {
		g.add(key.at, c.report, c.runs)
	}
	r.can.finish(r.env.prog, g)
	return g.findings()
}

// finish adds the verdict that is drawn in the end.
func (a *Analysis[S]) finish(prog envs.Program, g *grouper) {
	if a.Finish != nil {
		a.Finish(prog, func(at envs.Point, rep envs.Report) { g.add(at, rep, 0) })
	}
}
