package serial

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// newChecker is made for each analysis.
func newChecker(r *dataflow.Requires, o options) *checker {
	c := &checker{
		options: o, open: transactions.Follow(r, o.Rules), sets: world.LockSets.For(r),
		memory: world.Memory.For(r), sequence: world.Sequence.For(r),
		threads: world.Threads.For(r), meetings: world.Meetings.For(r),
	}
	c.begin()
	r.Gather(c)
	return c
}

type checker struct {
	options
	open     transactions.Follower
	sets     envs.LockSets
	memory   envs.Memory
	sequence envs.Sequence // what one run did is exact only as far as its order is known
	threads  envs.Threads
	meetings envs.Meetings

	history *serial.History
	found   []*serial.Cycle                // by the operation that is executed
	late    map[envs.Thread][]serial.Heard // that a thread does nothing with yet
	later   []envs.Thread                  // scratch
	next    int64
}

func (c *checker) analysis() dataflow.Analysis[state] {
	return dataflow.Analysis[state]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return, Thrown: c.Thrown,
		Signals: c.hear,
		Tuning:  dataflow.Tuning[state]{Selects: c.Selects},
	}
}

// state is what is known in a frame.
type state struct {
	is   transactions.State
	in   serial.Transaction
	site envs.Point // where the frame is whose transaction it is, zero if that is this one
}

// Clone is the state itself, which never changes.
func (s state) Clone() state { return s }

// Merge is for paths that meet, which those of a run do not.
func (s state) Merge(o state) (state, bool) {
	var grew bool
	s.is, grew = s.is.Merge(o.is)
	return s, grew
}

// Selects what conflicts with other operations.
func (c *checker) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Fork, envs.Join,
		envs.Notify, envs.Send, envs.Receive, envs.Close, envs.Return:
		return true
	}
	return op.Accesses() || unseen(op)
}

// begin begins to look at a run.
func (c *checker) begin() {
	c.late = map[envs.Thread][]serial.Heard{}
	c.history = serial.New(func(found *serial.Cycle) { c.found = append(c.found, found) })
}

// Again begins to look at the run once more. No more is known then.
func (c *checker) Again() bool {
	c.begin()
	return false
}

// Forget drops what is no more.
func (c *checker) Forget(g dataflow.Gone) {
	switch {
	case g.Run:
		c.begin()
	case g.Lock != 0:
		c.history.Part(g.Lock)
	default:
		c.history.Drop(g.Variable)
	}
}

// begun is a transaction that begins in the frame.
func (c *checker) begun(s state, fn *envs.Func) state {
	c.next++
	s.in, s.site = serial.Transaction{ID: c.next, Func: fn.ID}, envs.Point{}
	return s
}

// begins is begun where the call of a function begins one, which may end without an operation.
func (c *checker) begins(env envs.Env, s state, at envs.Point, fn *envs.Func) state {
	s = c.begun(s, fn)
	if at.IsZero() {
		at = envs.At(fn.ID, 0)
	}
	c.history.Begin(eventAt(c.threads.Thread(), at, s))
	return s
}

func (c *checker) Entry(env envs.Env, fn *envs.Func) state {
	s := state{is: c.open.Entry(env, fn)}
	if s.is.Own() {
		s = c.begins(env, s, envs.At(fn.ID, 0), fn)
	}
	return s
}

// Enter is the state of a callee, which is in the transactions of its callers, also by way of code that is not seen.
// Then nobody knows where the call is.
func (c *checker) Enter(env envs.Env, call *envs.Op, s state, fn *envs.Func) (state, string) {
	var at envs.Point
	if !dataflow.Unseen(call) {
		at = env.Point()
	}
	s.is = c.open.Enter(env, s.is, fn)
	switch {
	case s.is.Own():
		s = c.begins(env, s, at, fn)
	case s.in.ID != 0 && s.site.IsZero():
		s.site = at
	}
	return s, ""
}

func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	is, now := c.open.Step(env, op, s.is)
	s = c.follow(env, op, s, now)
	s.is = is
	return s
}

func (c *checker) Return(env envs.Env, _ *envs.Op, exit, s state) state {
	was := s.in
	is, now := c.open.Return(env, s.is, exit.is)
	switch s.is = is; {
	case now.Begins:
		s = c.begun(s, env.Func())
	case !is.MayBeIn():
		s.in = serial.Transaction{}
	default:
		s.in = exit.in
	}
	if s.in != was {
		s.site = envs.Point{}
	}
	return s
}

func (c *checker) Thrown(env envs.Env, call *envs.Op, thrown, s state) state {
	if thrown.is.Own() {
		c.history.Leave(c.threads.Thread())
	}
	return c.Return(env, call, thrown, s)
}
