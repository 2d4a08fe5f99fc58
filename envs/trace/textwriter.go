package trace

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A TextWriter writes a run in the STD format: NewTextWriter, Event for each event, and
// Close. Events that the format cannot express are left out and counted. Of what orders threads the format has locks
// with one side, forks and joins; OrderLost reports whether other order was left out. The text is always well-formed: a
// release, for instance, is written only for the thread that took the lock.
//
// Names are those of the program's Locs and Paths. Where many objects may have one name,
// as a field has, the object's number follows it. White space and bars become underscores,
// and what is then no longer different gets a number. Places are those of a text if the
// program is one's; otherwise each position has a number, from 1, as they come: see
// Positions.
type TextWriter struct {
	w       *bufio.Writer
	prog    envs.Program
	names   textNames
	threads map[envs.Thread]*textThread
	omitted map[string]int64                  // how many events, by what they say
	unsaid  bool                              // some of the omitted events may order threads
	locks   map[uint64]*heldLock[*textThread] // those that are or were held
}

type textThread struct {
	id      envs.Thread
	state   threadState
	ended   bool
	name    string
	frames  []textFrame
	unwound []textFrame // left without a Return just now
	waits   envs.Kind   // Call or Return if that was the last Step: the next event writes it
	at      int32       // its place
}

type textFrame struct {
	fn   envs.FuncID
	said bool // by a begin
}

// NewTextWriter makes a writer of a run of prog.
func NewTextWriter(w io.Writer, prog envs.Program) *TextWriter {
	x := &TextWriter{w: bufio.NewWriterSize(w, 64<<10), prog: prog, threads: map[envs.Thread]*textThread{},
		locks: map[uint64]*heldLock[*textThread]{}, omitted: map[string]int64{}}
	x.names.init(prog)
	return x
}

// Positions are those of the places with numbers from 1 on, if the writer has numbered them.
func (w *TextWriter) Positions() []envs.Position { return w.names.positions }

// Omitted says how many events were left out so far, and what they say: "3 signal, 2 wait", in alphabetical order.
// After Close it is complete.
func (w *TextWriter) Omitted() (events int64, what string) {
	var list []string
	for _, what := range slices.Sorted(maps.Keys(w.omitted)) {
		list = append(list, fmt.Sprintf("%d %s", w.omitted[what], what))
		events += w.omitted[what]
	}
	return events, strings.Join(list, ", ")
}

// OrderLost reports whether an event that was left out so far may have ordered threads. Such are a Signal or Observe,
// the shared side of a lock, and an operation on an unknown lock or thread. Accesses that were ordered may then look
// unordered, and a race that a checker finds in the text may be none.
func (w *TextWriter) OrderLost() bool { return w.unsaid }

// Close writes what is left; it does not close the underlying writer.
func (w *TextWriter) Close() error {
	for _, t := range w.threads {
		w.settle(t, nil)
		if t.ended && t.state != joined {
			w.omit("end of a thread that none joins")
		}
	}
	clear(w.threads)
	return w.w.Flush()
}

// Event writes an event.
func (w *TextWriter) Event(ev *envs.Event) error {
	if ev.Kind == envs.Forget {
		w.names.forget(ev.Obj)
		return nil
	}
	t := w.thread(ev.Thread)
	if t.ended {
		w.omitOrder("event of a thread that has ended")
		return nil
	}
	waits := w.settle(t, ev)
	switch ev.Kind {
	case envs.Step:
		w.step(t, ev)
	case envs.Enter:
		w.enter(t, ev, waits == envs.Call)
	case envs.Leave:
		w.leave(t, ev, waits == envs.Return)
	case envs.End: // written as a join, or counted at the end
		t.ended, t.frames, t.unwound = true, nil, nil
	case envs.Fault:
		w.omit("fault")
	case envs.Await, envs.Halt:
		w.omit("wait")
	case envs.Signal:
		w.omitOrder("signal")
	case envs.Observe:
		w.omitOrder("observe")
	default:
		w.omitOrder(fmt.Sprintf("event of kind %d", ev.Kind))
	}
	_, err := w.w.Write(nil)
	return err
}

func (w *TextWriter) omit(what string) { w.omitted[what]++ }

// omitOrder leaves out what may order threads.
func (w *TextWriter) omitOrder(what string) {
	w.omit(what)
	w.unsaid = true
}

func (w *TextWriter) thread(id envs.Thread) *textThread {
	t := w.threads[id]
	if t == nil {
		t = &textThread{id: id, name: w.names.thread(id)}
		w.threads[id] = t
	}
	return t
}

// settle writes or counts the last event of a thread, now that its next one is known; nil means that there is none. It
// returns the kind of the Step that belongs to the next event.
func (w *TextWriter) settle(t *textThread, ev *envs.Event) envs.Kind {
	waits := t.waits
	t.waits = envs.Nop
	switch {
	case waits == envs.Call && (ev == nil || ev.Kind != envs.Enter || !ev.Direct),
		waits == envs.Return && (ev == nil || ev.Kind != envs.Leave || !ev.Done):
		w.omit(waits.String())
		waits = envs.Nop
	}
	if len(t.unwound) > 0 && (ev == nil || ev.Kind != envs.End && (ev.Kind != envs.Leave || ev.Done)) {
		for _, f := range t.unwound { // those that a thread has at its end need no word
			w.omit("unwinding of a frame")
			if f.said {
				w.line(t, "end", "", w.names.place(envs.At(f.fn, -1)))
			}
		}
		t.unwound = nil
	}
	return waits
}

func (w *TextWriter) enter(t *textThread, ev *envs.Event, called bool) {
	if len(t.frames) == 0 && w.names.root(ev.Func) {
		t.frames = append(t.frames, textFrame{ev.Func, false})
		return
	}
	t.frames = append(t.frames, textFrame{ev.Func, true})
	at := t.at
	if !called {
		at = w.names.place(envs.At(ev.Func, -1))
	}
	name := "function " + strconv.Itoa(int(ev.Func))
	if fn := w.function(ev.Func); fn != nil {
		name = fn.Name
	}
	if name == placeName(at) {
		w.line(t, "begin", "", at)
		return
	}
	w.line(t, "begin", without(name, "|\n"), at)
}

func (w *TextWriter) function(id envs.FuncID) *envs.Func {
	if id < 0 || int(id) >= w.prog.NumFuncs() {
		return nil
	}
	return w.prog.Func(id)
}

func (w *TextWriter) leave(t *textThread, ev *envs.Event, returned bool) {
	n := len(t.frames) - 1
	if n < 0 {
		w.omit("leave without an enter")
		return
	}
	f := t.frames[n]
	t.frames = t.frames[:n]
	if !ev.Done {
		t.unwound = append(t.unwound, f)
		return
	}
	if !returned {
		t.at = w.names.place(envs.At(f.fn, -1))
	}
	if f.said {
		w.line(t, "end", "", t.at)
	}
}

func (w *TextWriter) step(t *textThread, ev *envs.Event) {
	var fn *envs.Func
	if n := len(t.frames); n > 0 {
		fn = w.function(t.frames[n-1].fn)
	}
	if fn == nil || ev.PC < 0 || int(ev.PC) >= len(fn.Ops) {
		w.omitOrder("step of an unknown operation")
		return
	}
	op, at := &fn.Ops[ev.PC], envs.At(fn.ID, ev.PC)
	switch op.Kind {
	case envs.Load, envs.Store:
		w.access(t, op, ev, at)
	case envs.Acquire, envs.TryAcquire, envs.Release:
		w.lock(t, op, ev, at)
	case envs.Fork, envs.Join:
		w.other(t, op, ev, at)
	case envs.Call, envs.Return:
		t.waits, t.at = op.Kind, w.names.place(at)
	case envs.Atomic, envs.Wait, envs.Notify, envs.Send, envs.Receive, envs.Close:
		w.omitOrder(op.Kind.String())
	default:
		w.omit(op.Kind.String())
	}
}

func (w *TextWriter) access(t *textThread, op *envs.Op, ev *envs.Event, at envs.Point) {
	switch {
	case op.Splits(): // its parts are written
	case op.Is(envs.Volatile):
		w.omitOrder("volatile " + op.Kind.String())
	case ev.Obj == 0:
		w.omit(op.Kind.String() + " of an unknown object")
	case op.Kind == envs.Load:
		w.line(t, "r", w.names.variable(op.Loc, ev.Obj), w.names.place(at))
	default:
		w.line(t, "w", w.names.variable(op.Loc, ev.Obj), w.names.place(at))
	}
}

func (w *TextWriter) lock(t *textThread, op *envs.Op, ev *envs.Event, at envs.Point) {
	what := op.Kind.String()
	switch {
	case ev.Obj == 0:
		w.omitOrder(what + " of an unknown lock")
		return
	case op.Is(envs.Shared) || ev.Direct:
		w.omitOrder(what + " on the shared side")
		return
	case op.Kind == envs.Release && !w.held(ev.Obj).release(t):
		w.omitOrder("release of a lock that the thread does not hold")
		return
	case op.Kind == envs.Release:
		w.line(t, "rel", w.names.lock(op.Path, ev.Obj), w.names.place(at))
		return
	case op.Kind == envs.TryAcquire && !ev.Done:
		w.omit("tryacquire in vain")
		return
	case op.Kind == envs.TryAcquire:
		w.omit("tryacquire, said as acq")
	}
	l := w.held(ev.Obj)
	if l.times > 0 && l.by != t && !l.by.ended {
		// Another thread has released it, which the text does not say.
		w.omitOrder("acquire of a lock that another thread holds as far as the text says")
		return
	}
	l.acquire(t)
	w.line(t, "acq", w.names.lock(op.Path, ev.Obj), w.names.place(at))
}

// held is a lock as the text has it.
func (w *TextWriter) held(lock uint64) *heldLock[*textThread] {
	l := w.locks[lock]
	if l == nil {
		l = &heldLock[*textThread]{}
		w.locks[lock] = l
	}
	return l
}

// other writes a Fork or Join.
func (w *TextWriter) other(t *textThread, op *envs.Op, ev *envs.Event, at envs.Point) {
	id := envs.Thread(ev.Obj)
	if op.Kind == envs.Fork && ev.Direct {
		w.omitOrder("group of a thread")
		return
	}
	if id == 0 || id == t.id {
		w.omitOrder(op.Kind.String() + " of an unknown thread")
		return
	}
	o := w.thread(id)
	switch {
	case op.Kind == envs.Fork && o.state == unknown:
		o.state = forked
		w.line(t, "fork", o.name, w.names.place(at))
	case op.Kind == envs.Fork:
		w.omitOrder("fork of a thread that is there already")
	case o.ended && o.state != unknown || o.state == forked || o.state == joined:
		o.state, o.ended = joined, true
		w.line(t, "join", o.name, w.names.place(at))
	default:
		w.omitOrder("join of a thread that has not ended")
	}
}

// line writes a line, with an argument in parentheses if there is one.
func (w *TextWriter) line(t *textThread, verb, arg string, at int32) {
	if t.state != joined {
		t.state = running
	}
	b := w.w.AvailableBuffer()
	b = append(append(append(b, t.name...), '|'), verb...)
	if arg != "" {
		b = append(append(append(b, '('), arg...), ')')
	}
	b = strconv.AppendInt(append(b, '|'), int64(at), 10)
	w.w.Write(append(b, '\n')) // Event and Close give the error
}
