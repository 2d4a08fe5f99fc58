package replay

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Replay runs an analysis over one run of a program: events in, reports out. It gives each thread a stack of frames
// and each frame an instance of the analysis; what a callee returns is handed to its caller (thesis, section 6.4.2).
type Replay[S lattice.Mergeable[S]] struct {
	Analysis[S]
	env     *Env
	stacks  [][]runFrame[S] // by thread
	reports runReports
	lost    map[envs.Point]bool // branches at which the checker contradicted a run
	left    S                   // the frame that was left last
	failed  bool
	// unselected is a panic of Selects. It is one of the Step of the operation.
	unselected any
	tried      S // the state after the operation of triedAt, which the frame does not have
	triedAt    *failed
}

type runFrame[S any] struct {
	s       S
	hasExit bool     // s is what the frame hands over
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

// New makes a Replay of an analysis, which asks env.
func New[S lattice.Mergeable[S]](env *Env, an Analysis[S]) *Replay[S] {
	return &Replay[S]{Analysis: an, env: env}
}

// interest is what the checker says, and the returns at which it has something to hand over.
func (r *Replay[S]) interest() interest {
	i := interest{cost: r.Cost, branches: r.Branch != nil, messages: r.Signals != nil, of: r.Provider}
	if i.of == "" {
		i.of = fmt.Sprintf("checker %q", r.Checker)
	}
	if r.Selects != nil {
		i.selects = func(op *envs.Op) (is bool) {
			defer func() {
				if v := recover(); v != nil {
					r.unselected, is = v, true
				}
			}()
			return r.Return != nil && op.Kind == envs.Return || r.Selects(op)
		}
	}
	return i
}

// begin begins a pass. Findings of runs add up, but of passes over one run those of the last count.
func (r *Replay[S]) begin(p run.Pass) {
	r.stacks = nil
	r.reports.begin(p)
}

// stack is the stack of a thread.
func (r *Replay[S]) stack(t *run.Thread) *[]runFrame[S] {
	for int(t.Index) >= len(r.stacks) {
		r.stacks = append(r.stacks, nil)
	}
	return &r.stacks[t.Index]
}

// enter gives the frame that was pushed a state.
func (r *Replay[S]) enter(t *run.Thread) {
	st := r.stack(t)
	*st = append(*st, runFrame[S]{})
	n := len(*st)
	f := t.Top()
	if f.Call != nil && r.Enter != nil {
		r.env.at(t, n-2, f.Call)
		(*st)[n-1].s, _ = r.Enter(r.env, f.Call, (*st)[n-2].before(t.Frames[n-2].Op), f.Fn)
		return
	}
	r.env.at(t, n-1, nil)
	if n > 1 && r.Enter != nil {
		(*st)[n-1].s, _ = r.Enter(r.env, UnseenCall, (*st)[n-2].s, f.Fn)
	} else {
		(*st)[n-1].s = r.Entry(r.env, f.Fn)
	}
}

// UnseenCall is a call by code that is not seen.
var UnseenCall = &envs.Op{Kind: envs.Call, Callee: &envs.Callee{Open: true}}

// A contradiction is an error of a checker that holds the way for impossible that control went at a branch.
type contradiction struct{ at envs.Place }

func (c *contradiction) Error() string {
	return c.at.String() +
		": control went where the checker says it cannot; it forgets what it knows of the frame, and goes on"
}

// branch tells the checker which way control went at prev, once the operation that
// follows is known and leaves no doubt. A checker that contradicts the run starts the frame anew there.
func (r *Replay[S]) branch(t *run.Thread, prev *envs.Op, taken int) error {
	if r.Branch == nil {
		return nil
	}
	f := r.top(t)
	r.env.at(t, len(t.Frames)-1, prev)
	s, ok := r.Branch(r.env, prev, taken, f.s)
	if ok {
		f.s = s
		return nil
	}
	at := r.env.Point()
	r.env.at(t, len(t.Frames)-1, nil)
	f.s = r.Entry(r.env, r.env.Func())
	if r.lost[at] {
		return nil // said before
	}
	if r.lost == nil {
		r.lost = map[envs.Point]bool{}
	}
	r.lost[at] = true
	return &contradiction{envs.PlaceOf(r.env.prog, at)}
}

func (r *Replay[S]) top(t *run.Thread) *runFrame[S] {
	st := r.stacks[t.Index]
	return &st[len(st)-1]
}

// step shows the checker an operation, which the modules have taken in.
func (r *Replay[S]) step(t *run.Thread, op *envs.Op) {
	if r.unselected != nil {
		panic(r.unselected)
	}
	f := r.top(t)
	if op.Kind == envs.Call && (r.Enter != nil || r.Thrown != nil) {
		f.calling, f.called = f.s.Clone(), op
	}
	f.s = r.Step(r.env, op, f.s)
	f.hasExit = op.Kind == envs.Return && r.Return != nil
}

// try shows the checker an operation that fails. What it makes of its state is for who asks at that operation.
func (r *Replay[S]) try(t *run.Thread, op *envs.Op) {
	r.tried, r.triedAt = r.Step(r.env, op, r.top(t).s.Clone()), r.env.failed
}

// leave hands over what a frame leaves that is about to be popped.
func (r *Replay[S]) leave(t *run.Thread, returned bool) {
	st, f := r.stack(t), t.Top()
	n := len(*st)
	x := (*st)[n-1]
	(*st)[n-1] = runFrame[S]{}
	r.left = x.s
	*st = (*st)[:n-1]
	switch called := n > 1 && f.Direct && f.Call != nil; {
	case called && returned && x.hasExit:
		r.env.at(t, n-2, f.Call)
		(*st)[n-2].s = r.Return(r.env, f.Call, x.s, (*st)[n-2].s)
	case called && !returned && r.Thrown != nil:
		r.env.at(t, n-2, f.Call)
		(*st)[n-2].s = r.Thrown(r.env, f.Call, x.s, (*st)[n-2].before(t.Frames[n-2].Op))
	case n == 1 && !returned && r.Signals != nil && r.Unfinished:
		r.env.at(t, 0, f.Op)
		m := Message{Kind: envs.Leave, Thread: t.ID, Op: f.Op}
		if f.Op != nil {
			m.At = envs.At(f.Fn.ID, f.Op.PC)
		}
		r.Signals(r.env, m, x.s)
	}
	if n > 1 {
		(*st)[n-2].called = nil
	}
}

// end drops what is left of a thread.
func (r *Replay[S]) end(t *run.Thread) {
	if int(t.Index) < len(r.stacks) {
		clear(r.stacks[t.Index])
		r.stacks[t.Index] = r.stacks[t.Index][:0]
	}
}

// message tells the checker what a thread has told or heard.
func (r *Replay[S]) message(t *run.Thread, m Message) {
	if r.Signals == nil {
		return
	}
	var s S
	if st := *r.stack(t); len(st) > 0 {
		s = st[len(st)-1].s
		r.env.at(t, len(st)-1, m.Op)
	} else {
		r.env.pos.Op = nil // it reports nothing
	}
	r.Signals(r.env, m, s)
}

// waits tells the checker that a thread waits or halts, at the position.
func (r *Replay[S]) waits(t *run.Thread, m Message) {
	if r.Signals == nil {
		return
	}
	var s S
	if st := *r.stack(t); len(st) > 0 {
		s = st[len(st)-1].s
	}
	if m.Op == nil {
		r.env.pos.Op = nil // it reports nothing
	}
	r.Signals(r.env, m, s)
}

func (r *Replay[S]) report(at envs.Point, rep envs.Report) {
	switch {
	case r.Provider != "":
	case rep.Kind == "":
		panic(nameless{Nameless(r.env.prog, at, r.Checker)})
	default:
		r.reports.add(r.env, at, rep)
	}
}

// A nameless is the panic of a checker that makes a report without a Kind.
type nameless struct{ error }

// Nameless says that a checker makes a report without a Kind.
func Nameless(prog envs.Program, at envs.Point, checker string) error {
	return fmt.Errorf("%s: checker %q makes a report without a Kind: want words for the sort of defect that stay "+
		"the same, such as \"stale-value\"", envs.PlaceOf(prog, at), checker)
}

// fail says that the analysis is shown nothing more.
func (r *Replay[S]) fail() { r.failed = true }

// State is the state of the frame that questions are about: of one that is being left, its last one. At an operation
// that fails, it is the state after the Step of that operation. Once the analysis has failed, who asks fails, too.
func (r *Replay[S]) State() S {
	if r.failed {
		panic(errUnanswered)
	}
	if r.env.failed != nil && r.triedAt == r.env.failed {
		return r.tried
	}
	p := &r.env.pos
	if st := r.stacks[p.Thread.Index]; p.Depth < len(st) {
		return st[p.Depth].s
	}
	return r.left
}

// Reports calls fn for what was reported so far, in no order: each with where, and in how many executions.
func (r *Replay[S]) Reports(fn func(at envs.Point, rep envs.Report, runs int64)) {
	for key, c := range r.reports.all() {
		fn(key.at, c.report, c.runs)
	}
}
