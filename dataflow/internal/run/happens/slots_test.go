package happens_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/happens"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/envs"
)

// driver numbers threads as the driver does, and tells of events.
type driver struct {
	*happens.Order
	names   *intern.Table
	threads map[envs.Thread]*run.Thread
	free    []int32
}

var (
	acquire = &envs.Op{Kind: envs.Acquire}
	store   = &envs.Op{Kind: envs.Store}
	release = &envs.Op{Kind: envs.Release}
	fork    = &envs.Op{Kind: envs.Fork}
)

func newDriver() *driver {
	d := &driver{names: &intern.Table{}, threads: map[envs.Thread]*run.Thread{}}
	d.Order = happens.New(&run.Position{}, d.names, happens.Config{Clocks: true, Locks: true, Segments: true})
	d.names.Begin(run.Pass{})
	d.Begin(run.Pass{})
	return d
}

func (d *driver) event(id envs.Thread, kind envs.EventKind, op *envs.Op, obj uint64, done bool) {
	t := d.threads[id]
	if t == nil {
		t = &run.Thread{ID: id, Index: int32(len(d.threads) + len(d.free)), Steps: -1}
		if n := len(d.free); n > 0 {
			t.Index, d.free = d.free[n-1], d.free[:n-1]
		}
		d.threads[id] = t
	}
	if t.Steps < 0 && kind != envs.Observe {
		t.Steps = 0
		d.Event(t, nil, run.Event{Kind: run.Start})
	}
	ev := run.Event{Kind: kind, Obj: obj, Done: done}
	d.names.Event(t, op, ev)
	d.Event(t, op, ev)
	if op == store {
		d.Of(t).Note()
	}
	if kind == envs.End {
		delete(d.threads, id)
		d.free = append(d.free, t.Index)
	}
}

func (d *driver) signal(id envs.Thread, obj uint64, replaces bool) {
	d.event(id, envs.Signal, nil, obj, replaces)
}
func (d *driver) observe(id envs.Thread, obj uint64)           { d.event(id, envs.Observe, nil, obj, false) }
func (d *driver) step(id envs.Thread, op *envs.Op, obj uint64) { d.event(id, envs.Step, op, obj, true) }
func (d *driver) end(id envs.Thread)                           { d.event(id, envs.End, nil, 0, false) }
func (d *driver) forget(id envs.Thread, obj uint64)            { d.event(id, envs.Forget, nil, obj, false) }

// Each of ten thousand threads that all live at once has a slot.
func TestManyThreads(t *testing.T) {
	const threads = 10_000
	d := newDriver()
	for i := range envs.Thread(threads) {
		d.step(1, fork, uint64(i+2))
		d.step(i+2, acquire, 1)
		d.step(i+2, release, 1)
	}
	require.Equal(t, threads+1, d.Sizes().Slots)
}

// Many threads of which few live at once: what is known of them is forgotten.
func TestShortThreads(t *testing.T) {
	const alive, threads = 10, 100_000
	d := newDriver()
	for i := range threads {
		id := envs.Thread(i + 2)
		d.step(1, fork, uint64(id))
		d.step(id, acquire, 1)
		d.step(id, store, 7)
		d.step(id, release, 1)
		d.signal(id, uint64(id), false)
		d.end(id)
		if old := id - alive; old > 1 { // for which the first thread waits
			d.event(1, envs.Observe, nil, uint64(old), true)
			d.forget(1, uint64(old))
		}
	}
	s := d.Sizes()
	require.Less(t, s.Slots, 4*alive)
	require.Less(t, s.Free, 4*alive)
	require.Less(t, s.Objects, 4*alive)
	require.Zero(t, s.Starts)
	require.Zero(t, s.Ends)
}

// Threads that nobody starts, such as those in which timers fire, know something once they have observed it. What they
// signal and nobody observes is forgotten with its object.
func TestThreadsWithoutStart(t *testing.T) {
	d := newDriver()
	d.step(1, store, 7)
	for i := range 1000 {
		id, set, fired := envs.Thread(i+2), uint64(2*i), uint64(2*i+1)
		d.signal(1, set, false)
		d.observe(id, set)
		d.signal(id, fired, true)
		d.end(id)
		if i%2 == 0 {
			d.observe(1, fired)
		}
		d.forget(1, set)
		d.forget(1, fired)
	}
	require.Less(t, d.Sizes().Slots, 5)
	require.Less(t, d.Sizes().Free, 5)
}

// Threads signal a channel at their end, which the one that starts them observes. Then they signal a group that nobody
// asks until the end. What comes after the channel is nothing, so their slots are used again.
func TestShortThreadsInGroup(t *testing.T) {
	const slot, back, group = 100, 101, 102
	d := newDriver()
	d.step(1, store, 7)
	for i := range envs.Thread(10_000) {
		d.observe(1, back)
		d.signal(1, slot, true)
		d.step(1, fork, uint64(i+2))
		d.step(i+2, acquire, 1)
		d.step(i+2, store, 7)
		d.step(i+2, release, 1)
		d.signal(i+2, back, true)
		d.observe(i+2, slot)
		d.signal(i+2, group, false)
		d.end(i + 2)
	}
	require.LessOrEqual(t, d.Sizes().Slots, 3)
}
