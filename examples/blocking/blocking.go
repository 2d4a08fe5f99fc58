package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/callers"
	"github.com/seed38182bad/parallax/examples/blocking/internal/channels"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/expiry"
	"github.com/seed38182bad/parallax/examples/blocking/internal/progress"
	"github.com/seed38182bad/parallax/examples/internal/starts"
)

type checker struct {
	options
	meetings envs.Meetings
	locks    envs.Locks
	threads  envs.Threads
	starts   *starts.Starts
	table    *exchange.Table
	callers  *callers.Table
	channels *channels.Table
	expiry   *expiry.Found
	roll     *roll
	crew     *crew
	proof    *progress.Proof // nil if it was not asked for

	waits map[envs.Thread]*wait
	by    map[envs.Thread]envs.Thread // who has started it
	ended map[envs.Thread]envs.Point  // where it has returned from its first function
	used  map[envs.Lock]*uses
	other map[envs.Point]declined // by a case of a select that was not taken the last time

	choices map[envs.Point]*choice // by each case
}

// A wait is what a thread waits for.
type wait struct {
	thread envs.Thread
	cases  []waitCase // one, but at a select
	held   []envs.HeldLock
}

// A waitCase is an operation that may end a wait.
type waitCase struct {
	at   envs.Point
	kind envs.Kind
	of   envs.Lock // 0 if it is not known
	one  bool      // it is a Join of a single thread
	loc  *envs.Loc
	name string
}

// A choice is a select, of which one case is taken.
type choice struct {
	cases []int32    // their operations
	taken envs.Point // the last time
}

// A declined is a case of a select that was not taken.
type declined struct {
	kind  envs.Kind
	loc   *envs.Loc  // in which the channel is found
	taken envs.Point // the case that was
}

// uses is who has used something that threads meet at, by what was done.
type uses struct {
	last   [envs.NumKinds]use
	holder use // of a lock; its thread is 0 if it is free
}

type use struct {
	thread envs.Thread
	at     envs.Point
}

func newChecker(r *dataflow.Requires, o options) *checker {
	c := &checker{
		options: o, meetings: world.Meetings.ForRuns(r), locks: world.Locks.For(r),
		threads: world.Threads.For(r),
		starts:  starts.Follow(r),
	}
	c.Forget(dataflow.Gone{Run: true})
	r.Gather(c)
	return c
}

func (c *checker) analysis() dataflow.Analysis[*state] {
	return dataflow.Analysis[*state]{
		Entry: c.entry, Step: c.step, Branch: c.branch, Signals: c.hear,
		Tuning: dataflow.Tuning[*state]{Selects: selects, Decided: decided},
	}
}

// Again is part of dataflow.Table: another pass tells nothing new.
func (c *checker) Again() bool { return false }

// Forget forgets a run, or what threads met at.
func (c *checker) Forget(g dataflow.Gone) {
	switch {
	case g.Run:
		c.waits, c.ended = map[envs.Thread]*wait{}, map[envs.Thread]envs.Point{}
		c.by, c.choices = map[envs.Thread]envs.Thread{}, map[envs.Point]*choice{}
		c.used, c.other = map[envs.Lock]*uses{}, map[envs.Point]declined{}
	case g.Lock != 0:
		delete(c.used, g.Lock)
	}
}

// selects what waits, and what ends a wait.
func selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.TryAcquire, envs.Release, envs.Notify, envs.Close, envs.Fork, envs.Return:
		return true
	}
	return op.Waits()
}

// decided is the state of a frame whose threads tell themselves whether they go on.
func decided() *state { return nil }

// step notes who uses what, and judges what is left open.
func (c *checker) step(env envs.Env, op *envs.Op, s *state) *state {
	if c.meetings.MayStay() {
		c.rules(env, op)
		if c.all && op.Waits() {
			c.unproved(env, op)
		}
	}
	if s != nil {
		s = c.follow(env, op, s)
	}
	c.starts.Step(env, op)
	switch op.Kind {
	case envs.Fork:
		if t := c.meetings.Meeting(); t < 0 { // a thread has the negative of its number there
			c.by[envs.Thread(-t)] = c.threads.Thread()
		}
		return s
	case envs.Return:
		if c.threads.MayEnd() {
			c.ended[c.threads.Thread()] = env.Point()
		}
	}
	if op.Is(envs.Chosen) && (op.Kind == envs.Send || op.Kind == envs.Receive) {
		c.chosen(env, op)
	}
	if of := c.meetings.Meeting(); of != 0 {
		c.uses(of).step(op, use{c.threads.Thread(), env.Point()})
	}
	return s
}

func (c *checker) uses(of envs.Lock) *uses {
	u := c.used[of]
	if u == nil {
		u = &uses{}
		c.used[of] = u
	}
	return u
}

func (u *uses) step(op *envs.Op, by use) {
	u.last[op.Kind] = by
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if !op.Is(envs.Shared) {
			u.holder = by
		}
	case envs.Release, envs.Wait:
		if !op.Is(envs.Shared) {
			u.holder = use{}
		}
	}
}

// chosen notes of the other cases of a select that they were not taken.
func (c *checker) chosen(env envs.Env, op *envs.Op) {
	at, fn := env.Point(), env.Func()
	s := c.choices[at]
	if s == nil {
		s = &choice{cases: casesOf(fn, op)}
		for _, pc := range s.cases {
			c.choices[envs.At(fn.ID, pc)] = s
		}
	}
	if s.taken == at {
		return
	}
	s.taken = at
	delete(c.other, at)
	for _, pc := range s.cases {
		if x := &fn.Ops[pc]; pc != op.PC && x.Is(envs.Chosen) {
			c.other[envs.At(fn.ID, pc)] = declined{x.Kind, x.Loc, at}
		}
	}
}

// casesOf are the operations to which the branch may go that has led to one.
func casesOf(fn *envs.Func, op *envs.Op) []int32 {
	for i := range fn.Ops {
		if b := &fn.Ops[i]; b.Kind == envs.Switch || b.Kind == envs.Branch {
			if targets := fn.Targets(b); slices.Contains(targets, op.PC) {
				return targets
			}
		}
	}
	return []int32{op.PC}
}

// hear is told of threads that wait, go on, and never go on.
func (c *checker) hear(env envs.Env, m dataflow.Message, _ *state) {
	switch {
	case m.Kind == envs.Await && m.Done:
		delete(c.waits, m.Thread)
	case m.Kind == envs.Await:
		c.await(env, m)
	case m.Kind == envs.Halt && m.Text == "" && m.Op != nil:
		c.halt(env, m)
	}
}

func (c *checker) await(env envs.Env, m dataflow.Message) {
	w := c.waits[m.Thread]
	if w == nil {
		w = &wait{thread: m.Thread}
		c.waits[m.Thread] = w
	}
	if m.Op == nil {
		return
	}
	x := waitCase{at: m.At, kind: m.Op.Kind, of: c.meetings.Meeting(), loc: m.Op.Loc,
		one: m.Op.Kind == envs.Join && !m.Op.Is(envs.Group)}
	x.name = c.nameOf(env, m.Op, x.of)
	w.cases = append(w.cases, x)
	held, _ := c.locks.MayLocks()
	w.held = append(w.held[:0], held...)
}

// halt reports a thread that never goes on, if that is certain, or the run was cut off.
func (c *checker) halt(env envs.Env, m dataflow.Message) {
	w := c.waits[m.Thread]
	if w == nil {
		return
	}
	if len(w.cases) == 0 && m.Op.Waits() && !m.Op.Is(envs.Chosen) { // in code that is not watched
		w.cases = []waitCase{{at: m.At, kind: m.Op.Kind, loc: m.Op.Loc, name: unknown(m.Op)}}
	}
	r := envs.Report{Kind: Kind, Cause: m.At}
	switch why, stuck := c.stuck(w, nil); {
	case m.Done && m.Op.Kind == envs.Jump:
		r.Proved, r.Rank, r.Why = true, 30, []string{"it is written to wait for good"}
	case m.Done:
		r.Proved, r.Rank, r.Why = true, 90, []string{"nothing that can run leads to what it waits for"}
	case stuck:
		r.Proved, r.Rank, r.Why = true, 80, []string{why}
	case m.Cut && !c.starts.Known(m.Thread):
		r.Rank, r.Why = 60, []string{"the run was cut off while it waited"}
	case c.kept:
		r.Rank, r.Why = 10, []string{"it waited when the program ended, and something could have waked it"}
	default:
		return
	}
	r.Message = "a thread waits for good " + w.what(m.Op)
	if !r.Proved {
		r.Message = "a thread waits at the end of the run " + w.what(m.Op)
	}
	r.Evidence = c.story(w, m)
	env.Report(r)
}

// stuck reports whether the thread waits for a lock that is held by a thread which has ended, or is stuck itself.
func (c *checker) stuck(w *wait, seen []*wait) (why string, is bool) {
	if len(w.cases) != 1 || w.cases[0].kind != envs.Acquire {
		return "", false
	}
	if slices.Contains(seen, w) {
		return "threads wait for locks of each other", true
	}
	u := c.used[w.cases[0].of]
	if u == nil || u.holder.thread == 0 {
		return "", false
	}
	if !c.ended[u.holder.thread].IsZero() {
		return "the thread that holds the lock has ended", true
	}
	if u.holder.thread == w.thread {
		return "it holds the lock itself", true
	}
	if next := c.waits[u.holder.thread]; next != nil {
		return c.stuck(next, append(seen, w))
	}
	return "", false
}
