package dataflow

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
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
	w       *world
	env     *runEnv
	stacks  [][]runFrame[S] // by thread
	reports map[reportKey]*counted
	recent  [64]recent             // of reports, by pc
	lost    map[envs.Point]bool    // branches at which the checker contradicted a run
	before  map[reportKey]*counted // of runs before one that is shown again and again
}

type recent struct {
	reportKey
	*counted
}

type runFrame[S any] struct {
	s       S
	exit    S
	hasExit bool
}

type reportKey struct {
	at      envs.Point
	kind    string
	cause   envs.Point
	subject string
}

type counted struct {
	report envs.Report
	runs   int64
}

// NewReplay makes a driver for one analysis and one run. It panics if a part of the analysis is missing.
func NewReplay[S lattice.Mergeable[S]](prog envs.Program, name string, an Analysis[S]) *Watch {
	return watch(prog, newReplay(name, an))
}

func newReplay[S lattice.Mergeable[S]](name string, an Analysis[S]) *replay[S] {
	if err := an.check(name); err != nil {
		panic(err)
	}
	return &replay[S]{name: name, can: abilitiesOf(an), reports: map[reportKey]*counted{}}
}

// attach makes the checker listen to a world through its environment.
func (r *replay[S]) attach(w *world, e *runEnv) {
	r.w, r.env = w, e
	if s, ok := w.prog.(envs.Structured); ok && s.Structured() {
		r.can.Calls.Thrown = nil
	}
	if !recorded(w.prog) || r.can.Calls.Thrown == nil {
		r.can.Calls.Ended = nil
	}
}

func recorded(prog envs.Program) bool {
	p, ok := prog.(envs.Recorded)
	return ok && p.Recorded()
}

// interest is what the checker says, and the returns at which it has something to hand over.
func (r *replay[S]) interest() interest {
	i := interest{needs: r.can.inOrder(), branches: r.can.Branch != nil}
	if selects := r.can.Tuning.Selects; selects != nil {
		i.selects = func(op *envs.Op) bool { return r.can.Calls.Return != nil && op.Kind == envs.Return || selects(op) }
	}
	return i
}

// forget begins another run. Findings add up.
func (r *replay[S]) forget() {
	r.stacks = nil
	if r.can.Gather.Forget != nil {
		r.can.Gather.Forget()
	}
}

// begin begins a pass over a whole run. What was reported in the one before is void.
func (r *replay[S]) begin(again bool) {
	r.stacks = nil
	if !again {
		r.before = addReports(r.before, r.reports)
	}
	r.reports, r.recent = map[reportKey]*counted{}, [len(r.recent)]recent{}
}

// addReports adds what later runs reported to what earlier ones did. It changes no counted.
func addReports(before, later map[reportKey]*counted) map[reportKey]*counted {
	if before == nil {
		before = map[reportKey]*counted{}
	}
	for key, c := range later {
		if b := before[key]; b != nil {
			sum := *b
			if p, q := c.report, b.report; p.Proved && !q.Proved || p.Proved == q.Proved && p.Rank > q.Rank {
				sum.report = p
			}
			sum.runs += c.runs
			c = &sum
		}
		before[key] = c
	}
	return before
}

// again reports whether the checker wants to be shown the run once more.
func (r *replay[S]) again() bool { return r.can.Gather.Again != nil && r.can.Gather.Again() }

// stack is the stack of a thread.
func (r *replay[S]) stack(t *thread) *[]runFrame[S] {
	for int(t.index) >= len(r.stacks) {
		r.stacks = append(r.stacks, nil)
	}
	return &r.stacks[t.index]
}

// enter follows world.enter.
func (r *replay[S]) enter(t *thread) {
	st := r.stack(t)
	*st = append(*st, runFrame[S]{})
	n := len(*st)
	f := &t.frames[n-1]
	if f.call != nil && r.can.Calls.Enter != nil {
		r.env.at(t, n-2, f.call)
		(*st)[n-1].s = r.can.Calls.Enter(r.env, f.call, (*st)[n-2].s, f.fn)
		return
	}
	r.env.at(t, n-1, nil)
	if f.call == nil && n > 1 && r.can.Calls.EnterIndirectly != nil {
		(*st)[n-1].s = r.can.Calls.EnterIndirectly(r.env, (*st)[n-2].s, f.fn)
	} else {
		(*st)[n-1].s = r.can.Entry(r.env, f.fn)
	}
}

// A contradiction is an error of a checker that holds the way for impossible that control went at a branch.
type contradiction struct{ at Place }

func (c *contradiction) Error() string {
	return c.at.String() + ": control went where the checker says it cannot; it forgets what it knows of the frame, and goes on"
}

// branch tells the checker which way control went at prev, once the operation that
// follows is known and leaves no doubt. A checker that contradicts the run starts the frame anew there.
func (r *replay[S]) branch(t *thread, prev *envs.Op, taken int) error {
	if r.can.Branch == nil {
		return nil
	}
	f := r.top(t)
	r.env.at(t, len(t.frames)-1, prev)
	s, ok := r.can.Branch(r.env, prev, taken, f.s)
	if ok {
		f.s = s
		return nil
	}
	at := r.env.Point()
	r.env.at(t, len(t.frames)-1, nil)
	f.s = r.can.Entry(r.env, r.env.Func())
	if r.lost[at] {
		return nil // said before
	}
	if r.lost == nil {
		r.lost = map[envs.Point]bool{}
	}
	r.lost[at] = true
	return &contradiction{fixpoint.PlaceOf(r.w.prog, at)}
}

func (r *replay[S]) top(t *thread) *runFrame[S] {
	st := r.stacks[t.index]
	return &st[len(st)-1]
}

// step follows world.effect, and has the environment that it left behind.
func (r *replay[S]) step(t *thread, op *envs.Op) {
	f := r.top(t)
	f.s = r.can.Step(r.env, op, f.s)
	if op.Kind == envs.Return && r.can.Calls.Return != nil {
		f.exit, f.hasExit = r.can.Calls.Exit(r.env, op, f.s), true
	}
}

// try shows the checker an operation and drops what it makes of its state.
func (r *replay[S]) try(t *thread, op *envs.Op) { r.can.Step(r.env, op, r.top(t).s.Clone()) }

// leave follows world.leave, which popped f; done says that it returned.
func (r *replay[S]) leave(t *thread, f *frameAt, done bool) {
	st := r.stack(t)
	n := len(*st)
	x := (*st)[n-1]
	(*st)[n-1] = runFrame[S]{}
	*st = (*st)[:n-1]
	if n > 1 && f.direct && x.hasExit && done && f.call != nil {
		below := &(*st)[n-2]
		r.env.at(t, n-2, f.call)
		below.s = r.can.Calls.Return(r.env, f.call, x.exit, below.s)
	} else if n > 1 && f.direct && !done && f.call != nil && r.can.Calls.Thrown != nil {
		below := &(*st)[n-2]
		r.env.at(t, n-2, f.call)
		below.s = r.can.Calls.Thrown(r.env, f.call, x.s, below.s)
	} else if n == 1 && !done && r.can.Calls.Ended != nil {
		t.frames = append(t.frames, *f) // once more
		r.env.at(t, 0, f.op)
		r.can.Calls.Ended(r.env, x.s)
		t.frames = t.frames[:0]
	}
	if r.can.Tuning.Reuse != nil {
		r.can.Tuning.Reuse(x.s)
	}
}

// end drops what is left of a thread.
func (r *replay[S]) end(t *thread) {
	if int(t.index) < len(r.stacks) {
		clear(r.stacks[t.index])
		r.stacks[t.index] = r.stacks[t.index][:0]
	}
}

// drop forgets what the checker knows of a variable that is no more.
func (r *replay[S]) drop(v envs.Variable) {
	if r.can.Gather.Drop != nil {
		r.can.Gather.Drop(v)
	}
}

func (r *replay[S]) hears() bool { return r.can.Signals.Hear != nil }

// message tells the checker what a thread has told or heard.
func (r *replay[S]) message(t *thread, m Message, heard bool) {
	if r.can.Signals.Hear == nil {
		return
	}
	var s S
	if st := *r.stack(t); len(st) > 0 {
		s = st[len(st)-1].s
	}
	if heard {
		r.can.Signals.Hear(m, s)
	} else {
		r.can.Signals.Tell(m, s)
	}
}

// part forgets what the checker knows of something that threads met at and that is no more.
func (r *replay[S]) part(l envs.Lock) {
	if r.can.Gather.Part != nil {
		r.can.Gather.Part(l)
	}
}

// yieldsTo reports whether a report is kept in place of the one before: it is proved, or says something else of its subject,
// of which more is known now, or the same with a larger rank.
func (c *counted) yieldsTo(rep envs.Report) bool {
	switch old := &c.report; {
	case rep.Proved != old.Proved:
		return rep.Proved
	case rep.Subject != "" && rep.Tell == nil && rep.Message != old.Message:
		return true
	default:
		return rep.Rank > old.Rank
	}
}

// report counts what was reported before, unless it is proved only now or its rank is larger.
func (r *replay[S]) report(at envs.Point, rep envs.Report) {
	if !rep.At.IsZero() {
		at = rep.At
	}
	key := reportKey{at, rep.Kind, rep.Cause, rep.Subject}
	last := &r.recent[uint32(at.PC())%uint32(len(r.recent))]
	if last.counted == nil || last.reportKey != key {
		last.reportKey, last.counted = key, r.reports[key]
		if last.counted == nil {
			last.counted = &counted{}
			r.reports[key] = last.counted
		}
	}
	c := last.counted
	if c.runs++; c.runs > 1 && !c.yieldsTo(rep) {
		return
	}
	if tell := rep.Tell; tell != nil {
		rep.Tell = nil
		tell(r.env, &rep)
	}
	rep.Evidence = slices.Clone(rep.Evidence)
	c.report = rep
}

// findings are what was reported so far, sorted.
func (r *replay[S]) findings() []envs.Finding {
	g := newGrouper(r.w.prog, r.name)
	for key, c := range addReports(maps.Clone(r.before), r.reports) {
		g.add(key.at, c.report, c.runs)
	}
	r.can.finish(r.w.prog, g)
	return g.findings()
}

// finish adds the verdict that is drawn in the end.
func (a *Analysis[S]) finish(prog envs.Program, g *grouper) {
	if a.Finish != nil {
		a.Finish(prog, func(at envs.Point, rep envs.Report) { g.add(at, rep, 0) })
	}
}
