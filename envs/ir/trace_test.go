package ir

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// tracer replays events with a model of its own: frames, control and monitors.
type tracer struct {
	t       require.TestingT
	p       *Program
	src     string
	stacks  map[envs.Thread][]traceFrame
	ended   map[envs.Thread]bool
	owner   map[uint64]envs.Thread
	count   map[uint64]int
	waits   map[envs.Thread]uint64 // what it gave back in a wait
	awaits  map[envs.Thread]uint64 // what it has to wait for, by Awaits
	halted  map[envs.Thread]envs.Event
	waitFor map[envs.Thread]int
}

type traceFrame struct {
	fn *envs.Func
	pc int32 // of the last step, -1 before the first
}

func (tr *tracer) fail(ev envs.Event, what string) {
	require.Fail(tr.t, what, "%+v\n%s", ev, tr.src)
}

func (tr *tracer) event(ev envs.Event) {
	st := tr.stacks[ev.Thread]
	if tr.ended[ev.Thread] {
		tr.fail(ev, "an event after the end of the thread")
	}
	switch ev.Kind {
	case envs.Await, envs.Halt:
		tr.await(ev)
		return
	}
	if _, waits := tr.awaits[ev.Thread]; waits {
		tr.fail(ev, "goes on, and still waits")
	}
	if id, ok := tr.waits[ev.Thread]; ok { // it goes on: it has the monitor again
		if tr.owner[id] != 0 {
			tr.fail(ev, "a wait returned while another thread holds the monitor")
		}
		tr.owner[id], tr.count[id] = ev.Thread, tr.waitFor[ev.Thread]
		delete(tr.waits, ev.Thread)
	}
	switch ev.Kind {
	case envs.Enter:
		if ev.Direct != (len(st) > 0) {
			tr.fail(ev, "Direct does not fit")
		}
		if len(st) > 0 {
			top := st[len(st)-1]
			if op := top.fn.Ops[top.pc]; op.Kind != envs.Call || op.Callee.Funcs[0] != ev.Func {
				tr.fail(ev, "entered without a call")
			}
		}
		tr.stacks[ev.Thread] = append(st, traceFrame{tr.p.Func(ev.Func), -1})
	case envs.Leave:
		top := st[len(st)-1]
		if top.fn.ID != ev.Func || ev.Done != (top.pc >= 0 && top.fn.Ops[top.pc].Kind == envs.Return) {
			tr.fail(ev, "left otherwise than by its last step")
		}
		tr.stacks[ev.Thread] = st[:len(st)-1]
	case envs.End:
		if len(st) != 0 {
			tr.fail(ev, "ended inside a function")
		}
		tr.ended[ev.Thread] = true
	case envs.Step:
		top := &st[len(st)-1]
		if top.fn.ID != ev.Func || !tr.mayFollow(top, ev.PC) {
			tr.fail(ev, "control does not lead here")
		}
		top.pc = ev.PC
		tr.lock(ev, &top.fn.Ops[ev.PC])
	}
}

// await holds Awaits to the model: a thread waits for a monitor that another one holds, in a wait set, or for a thread
// that has not ended.
func (tr *tracer) await(ev envs.Event) {
	st := tr.stacks[ev.Thread]
	top := st[len(st)-1]
	op := &top.fn.Ops[ev.PC]
	_, waits := tr.awaits[ev.Thread]
	switch {
	case ev.Kind == envs.Halt:
		if !waits || ev.Failure != nil || ev.Done == ev.Direct {
			tr.fail(ev, "halts, and does not wait")
		}
		tr.halted[ev.Thread] = ev
	case ev.Done:
		if !waits {
			tr.fail(ev, "waits no more, and did not wait")
		}
		delete(tr.awaits, ev.Thread)
	case waits:
		tr.fail(ev, "waits twice")
	default:
		if op.Kind == envs.Wait {
			if top.pc != ev.PC {
				tr.fail(ev, "waits before it has given back its monitor")
			}
		} else if !tr.mayFollow(&top, ev.PC) {
			tr.fail(ev, "control does not lead to where it waits")
		} else if op.Kind == envs.Acquire && (tr.owner[ev.Obj] == 0 || tr.owner[ev.Obj] == ev.Thread) {
			tr.fail(ev, "waits for a monitor that is free")
		} else if op.Kind == envs.Join && tr.ended[envs.Thread(ev.Obj)] {
			tr.fail(ev, "waits for a thread that has ended")
		}
		tr.awaits[ev.Thread] = ev.Obj
	}
}

// mayFollow reports whether control may pass from the last step to pc. What
// threw gave no step, so the handler is that of the operation in between.
func (tr *tracer) mayFollow(f *traceFrame, pc int32) bool {
	if f.pc < 0 && pc == 0 {
		return true
	}
	from := []int32{0}
	if f.pc >= 0 {
		op := &f.fn.Ops[f.pc]
		from = slices.Clone(f.fn.Targets(op))
		if op.Falls() {
			from = append(from, f.pc+1)
		}
		if op.Handler != 0 && op.Handler == pc {
			return true
		}
	}
	for len(from) > 0 {
		x := from[0]
		from = from[1:]
		op := &f.fn.Ops[x]
		if x == pc || op.Handler != 0 && op.Handler == pc {
			return true
		}
		if op.Kind == envs.Release { // one that was given back already gives no step
			from = append(from, x+1)
		}
	}
	return false
}

func (tr *tracer) lock(ev envs.Event, op *envs.Op) {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		o := tr.owner[ev.Obj]
		if free := o == 0 || o == ev.Thread; free != ev.Done {
			tr.fail(ev, "acquired, or not, against the state of the monitor")
		}
		if ev.Done {
			tr.owner[ev.Obj] = ev.Thread
			tr.count[ev.Obj]++
		}
	case envs.Release, envs.Wait, envs.Notify:
		if tr.owner[ev.Obj] != ev.Thread {
			tr.fail(ev, "not held")
		}
		switch op.Kind {
		case envs.Release:
			if tr.count[ev.Obj]--; tr.count[ev.Obj] == 0 {
				tr.owner[ev.Obj] = 0
			}
		case envs.Wait:
			tr.waits[ev.Thread], tr.waitFor[ev.Thread] = ev.Obj, tr.count[ev.Obj]
			tr.owner[ev.Obj], tr.count[ev.Obj] = 0, 0
		}
	case envs.Join:
		if !tr.ended[envs.Thread(ev.Obj)] {
			tr.fail(ev, "joined a thread that has not ended")
		}
	}
}

func (tr *tracer) heldBy(t envs.Thread) (n int) {
	for id, o := range tr.owner {
		if o == t && tr.count[id] > 0 {
			n++
		}
	}
	return n
}

// TestTraces replays runs of generated programs: events follow control, frames
// are stacked, monitors exclude, and the observed state agrees with them.
func TestTraces(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	deadlocks := 0
	for seed := range uint64(1500) {
		opts := irgen.Options{}
		if seed%5 == 0 {
			opts = irgen.Options{Structured: true}
		}
		src := irgen.Program(irgen.Seeded(seed), opts)
		p := parse(t, src)
		tr := &tracer{t: t, p: p, src: src, stacks: map[envs.Thread][]traceFrame{}, ended: map[envs.Thread]bool{},
			owner: map[uint64]envs.Thread{}, count: map[uint64]int{}, waits: map[envs.Thread]uint64{},
			waitFor: map[envs.Thread]int{}, awaits: map[envs.Thread]uint64{}, halted: map[envs.Thread]envs.Event{}}
		var next envs.Point
		observe := func(s *State) {
			next = s.Point()
			require.Equal(t, len(tr.stacks[s.Thread()]), s.Depth())
			if _, waiting := tr.waits[s.Thread()]; !waiting {
				require.Len(t, s.Held(), tr.heldBy(s.Thread()), src)
			}
		}
		x := p.Run(seed, Options{MaxSteps: 5000, Observe: observe})
		for ev := range x.Events() {
			if ev.Kind == envs.Step {
				require.Equal(t, next, envs.At(ev.Func, ev.PC), "the state observed is that of the step")
			}
			tr.event(ev)
		}
		r := x.Result()
		if r.End == Completed {
			require.Len(t, tr.ended, r.Threads)
		}
		require.Len(t, tr.halted, len(tr.awaits), "each that waits at the end has a Halt")
		if r.End == Deadlock {
			require.Len(t, tr.halted, len(r.Blocked))
			deadlocks++
		}
		for _, ev := range tr.halted {
			require.Equal(t, r.End == Deadlock, ev.Done, "nothing can wake it")
		}
		if r.End == Completed && opts.Structured {
			for id := range tr.owner {
				require.Zero(t, tr.count[id], "seed %d: a monitor is still held\n%s", seed, src)
			}
		}
	}
	require.Greater(t, deadlocks, 20)
}
