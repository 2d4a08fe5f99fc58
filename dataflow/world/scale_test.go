package world

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// asker asks for all that costs something. It keeps how many races the latest access is in, the largest variable, and
// how many locks were held at the latest Nop.
type asker struct {
	locks    envs.Locks
	memory   envs.Memory
	races    envs.Races
	segments envs.Segments

	racing   int
	variable envs.Variable
	holding  int
}

func (c *asker) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.require(r)
	return dataflow.Analysis[dataflow.Nothing]{Entry: dataflow.Nothing{}.Entry, Step: c.Step}
}

func (c *asker) require(r *dataflow.Requires) {
	c.locks, c.memory = Locks.For(r), Memory.For(r)
	c.races, c.segments = Races.For(r), Segments.For(r)
	LockSets.For(r)
}

func (c *asker) Step(_ envs.Env, op *envs.Op, n dataflow.Nothing) dataflow.Nothing {
	if op.Accesses() {
		c.racing, c.variable = len(c.races.MayRace()), max(c.variable, c.memory.Variable())
	}
	if op.Kind == envs.Nop {
		list, _ := c.locks.MayLocks()
		c.holding = len(list)
	}
	c.segments.Segment()
	return n
}

// scaled feeds events by number of operation in a function that locks, accesses, forks
// and returns.
type scaled struct {
	t    *testing.T
	prog envs.Program
	*dataflow.Watch
	*asker
}

const (
	atLock = iota
	atLoad
	atStore
	atUnlock
	atFork
	atWait
	atNop
)

func newScaled(t *testing.T) scaled {
	loc := &envs.Loc{Class: envs.Field, Name: "T.f"}
	f := function("f", op(envs.Acquire, 0), op(envs.Load, 0), op(envs.Store, 0), op(envs.Release, 0),
		op(envs.Fork, 0), op(envs.Wait, 0), op(envs.Nop, 0), op(envs.Return, 0))
	f.Ops[atLoad].Loc, f.Ops[atStore].Loc = loc, loc
	a, prog := &asker{}, program(f)
	return scaled{t, prog, dataflow.NewAnalyzer("asker", "", a.analysis).Replay(prog), a}
}

// held is how many locks a thread holds.
func (s scaled) held(id envs.Thread) int {
	s.step(id, atNop, 0)
	return s.holding
}

func (s scaled) event(ev envs.Event) { require.NoError(s.t, s.Event(&ev)) }

func (s scaled) step(thread envs.Thread, pc int32, obj uint64) {
	s.event(envs.Event{Kind: envs.Step, Thread: thread, PC: pc, Obj: obj})
}

// Ten thousand threads that all live at once and share a lock.
func TestManyThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("starts ten thousand threads")
	}
	const threads = 10_000
	s := newScaled(t)
	s.event(envs.Event{Kind: envs.Enter, Thread: 1})
	for i := range envs.Thread(threads) {
		s.step(1, atFork, uint64(i+2))
		s.event(envs.Event{Kind: envs.Enter, Thread: i + 2})
	}
	for range 3 {
		for i := range envs.Thread(threads) {
			s.step(i+2, atLock, 1)
			s.step(i+2, atLoad, 7)
			s.step(i+2, atStore, 7)
			s.step(i+2, atUnlock, 1)
			require.Zero(t, s.racing)
		}
	}
	s.step(5, atLoad, 7)
	require.Equal(t, 1, s.racing, "the lock is not held")
}

var shortThreads = flag.Int("world.threads", 100_000, "how many short-lived threads there are in TestShortThreads")

// Many threads of which few live at once: what is known of them is forgotten. With a
// million it takes five seconds.
func TestShortThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("starts threads by the ten thousand")
	}
	s := newScaled(t)
	s.event(envs.Event{Kind: envs.Enter, Thread: 1})
	threads := *shortThreads
	const alive = 10
	for i := range threads {
		id := envs.Thread(i + 2)
		s.step(1, atFork, uint64(id))
		s.event(envs.Event{Kind: envs.Enter, Thread: id})
		s.step(id, atStore, uint64(id)) // an object of its own
		s.event(envs.Event{Kind: envs.Signal, Thread: id, Obj: uint64(id)})
		s.event(envs.Event{Kind: envs.Leave, Thread: id})
		s.event(envs.Event{Kind: envs.End, Thread: id})
		if old := id - alive; old > 1 { // whom the first thread waits for
			s.event(envs.Event{Kind: envs.Observe, Done: true, Thread: 1, Obj: uint64(old)})
			s.event(envs.Event{Kind: envs.Forget, Thread: 1, Obj: uint64(old)})
		}
	}
	require.Less(t, int(s.variable), 4*alive)
}

// parter is told of what is no more.
type parter struct {
	asker
	taken, parted *[]envs.Lock
}

func (c parter) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.require(r)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{Entry: dataflow.Nothing{}.Entry, Step: c.Step}
}

func (p parter) Step(_ envs.Env, op *envs.Op, n dataflow.Nothing) dataflow.Nothing {
	if op.Kind == envs.Acquire {
		*p.taken = append(*p.taken, p.locks.Lock())
	}
	return n
}

func (parter) Again() bool { return false }

func (p parter) Forget(g dataflow.Gone) {
	if g.Lock != 0 {
		*p.parted = append(*p.parted, g.Lock)
	}
}

// A checker is told which locks are no more, and no number comes again.
func TestLocksPart(t *testing.T) {
	s := newScaled(t)
	var locks, parted []envs.Lock
	s.Watch = dataflow.NewAnalyzer("parter", "", parter{taken: &locks, parted: &parted}.analysis).Replay(s.prog)
	s.event(envs.Event{Kind: envs.Enter, Thread: 1})
	for range 3 {
		s.step(1, atLock, 8)
		s.step(1, atStore, 16)
		s.step(1, atUnlock, 8)
		s.event(envs.Event{Kind: envs.Forget, Thread: 1, Obj: 8})
		s.event(envs.Event{Kind: envs.Forget, Thread: 1, Obj: 16})
		s.event(envs.Event{Kind: envs.Forget, Thread: 1, Obj: 24})
	}
	require.Equal(t, locks, parted)
	require.Len(t, locks, 3)
	require.NotEqual(t, locks[0], locks[1])
	require.NotEqual(t, locks[1], locks[2])
}

// Threads tell a channel of their end, by which the one that starts them learns of it. Then they tell a group that
// nobody asks until the end. What comes after the channel is nothing, so their places are used again.
func TestShortThreadsInGroup(t *testing.T) {
	const slot, back, group = 100, 101, 102
	s := newScaled(t)
	s.event(envs.Event{Kind: envs.Enter, Thread: 1})
	for i := range envs.Thread(*shortThreads / 10) {
		s.event(envs.Event{Kind: envs.Observe, Thread: 1, Obj: back})
		s.event(envs.Event{Kind: envs.Signal, Thread: 1, Obj: slot, Done: true})
		s.step(1, atFork, uint64(i+2))
		s.event(envs.Event{Kind: envs.Enter, Thread: i + 2})
		s.step(i+2, atLock, 1)
		s.step(i+2, atStore, 7)
		s.step(i+2, atUnlock, 1)
		s.event(envs.Event{Kind: envs.Signal, Thread: i + 2, Obj: back, Done: true})
		s.event(envs.Event{Kind: envs.Observe, Thread: i + 2, Obj: slot})
		s.event(envs.Event{Kind: envs.Signal, Thread: i + 2, Obj: group})
		s.event(envs.Event{Kind: envs.Leave, Thread: i + 2})
		s.event(envs.Event{Kind: envs.End, Thread: i + 2})
	}
	require.Zero(t, s.racing)
}

// A thread that waits for a condition has its lock again when it goes on, whoever took it meanwhile, and whatever is
// told of the thread before.
func TestLockAfterWait(t *testing.T) {
	for _, observes := range []bool{false, true} {
		s := newScaled(t)
		for id := range envs.Thread(3) {
			s.event(envs.Event{Kind: envs.Enter, Thread: id + 1})
		}
		s.step(1, atLock, 1)
		s.step(1, atWait, 1)
		s.step(2, atLock, 1)
		s.step(2, atUnlock, 1)
		if observes {
			s.event(envs.Event{Kind: envs.Observe, Thread: 1, Obj: 7})
		}
		s.step(3, atLock, 1)
		s.step(3, atUnlock, 1)
		s.step(1, atLoad, 7)
		require.Equal(t, 1, s.held(1))
		s.step(2, atLock, 1) // which tells that the first one gave it back
		require.Zero(t, s.held(1))
	}
}

// A lock that a thread has taken is held by no other, and not twice, whether or not it is told that it was given back.
func TestMissedRelease(t *testing.T) {
	s := newScaled(t)
	s.event(envs.Event{Kind: envs.Enter, Thread: 1})
	s.event(envs.Event{Kind: envs.Enter, Thread: 2})
	s.step(1, atLock, 1)
	s.step(1, atLock, 2)
	s.step(2, atLock, 1)
	require.Equal(t, 1, s.held(1))
	require.Equal(t, 1, s.held(2))
	s.step(2, atLock, 1)
	s.step(2, atUnlock, 1)
	require.Zero(t, s.held(2))
	s.step(1, atUnlock, 2)
	require.Zero(t, s.held(1))
}
