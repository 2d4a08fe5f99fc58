package trace

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/seed38182bad/parallax/envs"
)

// A Writer writes the binary format: NewWriter, then for each run Begin, Event and End, and
// last Close. An error of the underlying writer is returned from then on, and nothing more
// is written. What was not closed can be read up to the last block that was written.
type Writer struct {
	w    io.Writer
	err  error
	prog envs.Program
	defs definer

	runs   uint32
	open   bool // a run is
	first  uint64
	begun  uint64 // first, when the run began
	events uint32 // in the block

	frames  []byte // of threads, before the block
	body    []byte
	buf     []byte
	block   int64 // counts blocks
	thread  envs.Thread
	ctx     context
	threads map[envs.Thread]*writerThread
	last    *writerThread
}

type writerThread struct {
	id     envs.Thread
	block  int64 // in which its frames were written
	frames []writerFrame
}

type writerFrame struct {
	id envs.FuncID
	fn *definedFunc // nil if the program does not have it
}

// A threadNamer is a program that has names for the threads of its runs; "" is none.
type threadNamer interface {
	ThreadName(envs.Thread) string
}

// NewWriter begins a file with runs of prog. The header describes the file, as JSON; it may be nil. A program with a
// method ThreadName(envs.Thread) string gives threads their names.
func NewWriter(w io.Writer, prog envs.Program, header any) (*Writer, error) {
	x := &Writer{w: w, prog: prog, block: 1}
	x.defs.init(prog)
	x.write([]byte(magic))
	x.json(headerBlock, 0, header)
	return x, x.err
}

// Begin begins a run.
func (w *Writer) Begin(name string) error {
	if w.open {
		return errors.New("trace: a run begins before the one before ended")
	}
	w.runs++
	w.open, w.begun = true, w.first
	w.threads, w.last = map[envs.Thread]*writerThread{}, nil
	w.emit(runBlock, []byte(name))
	return w.err
}

// Event adds an event to the run.
func (w *Writer) Event(ev *envs.Event) error {
	if !w.open {
		return errors.New("trace: an event outside of a run")
	}
	if w.err != nil {
		return w.err
	}
	compact := ev.Thread >= 0 && ev.Failure == nil
	switch ev.Kind {
	case envs.Forget: // of no thread that need be there
		compact = compact && w.object(ev)
	default:
		compact = w.ofThread(ev, compact)
	}
	if !compact {
		w.any(ev)
	}
	w.events++
	if len(w.body)+len(w.frames) >= blockSize {
		w.flush()
	}
	return w.err
}

// ofThread keeps track of a thread's frames, and writes the event if it fits a short form.
func (w *Writer) ofThread(ev *envs.Event, compact bool) bool {
	t := w.last
	if t == nil || t.id != ev.Thread {
		t = w.threadOf(ev.Thread)
	}
	if t.block != w.block {
		t.block = w.block
		w.keepFrames(t)
	}
	bare := compact && ev.PC == 0 && ev.Obj == 0
	switch ev.Kind {
	case envs.Step:
		return compact && w.step(t, ev)
	case envs.Enter:
		t.frames = append(t.frames, writerFrame{ev.Func, w.defs.function(ev.Func)})
		if !bare || ev.Done || ev.Func < 0 {
			return false
		}
		w.head(ev, enterCode, ev.Direct)
		w.body = binary.AppendUvarint(w.body, uint64(ev.Func))
		return true
	case envs.Leave:
		if n := len(t.frames); n > 0 {
			t.frames = t.frames[:n-1]
		}
		return bare && w.flagged(ev, leaveCode)
	case envs.End:
		delete(w.threads, t.id)
		w.last = nil
		return bare && w.flagged(ev, endCode)
	case envs.Signal, envs.Observe:
		return compact && w.object(ev)
	case envs.Fault:
		w.defs.function(ev.Func) // whose frames may have no events
	case envs.Await, envs.Halt:
		w.waited(t, ev)
	}
	return false
}

// waited defines the operation at which a thread waits, which may never have a Step.
func (w *Writer) waited(t *writerThread, ev *envs.Event) {
	n := len(t.frames)
	if n == 0 || t.frames[n-1].fn == nil || ev.PC < 0 {
		return
	}
	if f := t.frames[n-1].fn; int(ev.PC) >= len(f.ops) || f.ops[ev.PC].number == 0 {
		step := *ev
		step.Kind, step.Done = envs.Step, true
		w.defs.operation(f, &step)
	}
}

// flagged writes an event that has no more than a thread and Done.
func (w *Writer) flagged(ev *envs.Event, code byte) bool {
	if ev.Direct || ev.Func != 0 {
		return false
	}
	w.head(ev, code, ev.Done)
	return true
}

func (w *Writer) threadOf(id envs.Thread) *writerThread {
	w.last = w.named(id)
	return w.last
}

// named returns a thread and defines its name.
func (w *Writer) named(id envs.Thread) *writerThread {
	t := w.threads[id]
	if t == nil {
		t = &writerThread{id: id, block: w.block}
		w.threads[id] = t
		if id >= 0 {
			w.defs.thread(id)
		}
	}
	return t
}

// keepFrames writes the frames of a thread that is new in the block.
func (w *Writer) keepFrames(t *writerThread) {
	n := len(t.frames)
	if n == 0 || t.id < 0 {
		return
	}
	for i := range t.frames {
		if t.frames[i].id < 0 {
			return
		}
	}
	w.frames = binary.AppendUvarint(w.frames, uint64(t.id))
	w.frames = binary.AppendUvarint(w.frames, uint64(n))
	if n <= maxFrames {
		for i := range t.frames {
			w.frames = binary.AppendUvarint(w.frames, uint64(t.frames[i].id))
		}
	}
}

// step writes a Step, unless it does not fit the short form.
func (w *Writer) step(t *writerThread, ev *envs.Event) bool {
	n := len(t.frames)
	if n == 0 || t.frames[n-1].fn == nil || ev.Direct {
		return false
	}
	f := t.frames[n-1].fn
	if uint32(ev.PC) >= uint32(len(f.ops)) || f.ops[ev.PC].number == 0 {
		if !w.defs.operation(f, ev) {
			return false
		}
	}
	o := &f.ops[ev.PC]
	last := &w.ctx.ops[ev.Thread&threadMask]
	z := zigzag(int64(o.number-1) - int64(*last))
	if z > maxStep || ev.Func != o.fn {
		return false
	}
	*last = o.number - 1
	if o.fork && ev.Obj != 0 && ev.Obj <= math.MaxInt64 {
		w.named(envs.Thread(ev.Obj)) // it may never do anything
	}
	at := len(w.body)
	w.body = append(w.body, 0)
	b := byte(z & lowBits)
	if ev.Thread != w.thread {
		b |= threadBit
		w.thread = ev.Thread
		w.body = binary.AppendUvarint(w.body, uint64(ev.Thread))
	}
	for z >>= 2; z > 0; z >>= 8 {
		b += 1 << lenShift
		w.body = append(w.body, byte(z))
	}
	switch slot := slotOf(ev.Obj); {
	case ev.Done != o.done:
		b |= doneObj << objShift
		w.full(ev.Obj)
	case ev.Obj == o.obj:
	case w.ctx.recent[slot] == ev.Obj:
		b |= slotObj << objShift
		w.body = append(w.body, slot)
	default:
		b |= fullObj << objShift
		w.full(ev.Obj)
	}
	w.body[at] = b
	return true
}

// full writes an object in full.
func (w *Writer) full(obj uint64) {
	w.body = binary.AppendVarint(w.body, int64(obj-w.ctx.obj))
	w.ctx.obj = obj
	w.ctx.recent[slotOf(obj)] = obj
}

// head writes the beginning of an event that is no Step.
func (w *Writer) head(ev *envs.Event, b byte, flag bool) {
	b |= otherEvent
	if flag {
		b |= flagBit
	}
	if ev.Thread == w.thread {
		w.body = append(w.body, b)
		return
	}
	w.thread = ev.Thread
	w.body = binary.AppendUvarint(append(w.body, b|threadBit), uint64(ev.Thread))
}

// object writes a Signal, Observe or Forget.
func (w *Writer) object(ev *envs.Event) bool {
	if ev.Direct || ev.PC != 0 || ev.Func != 0 {
		return false
	}
	code := byte(signalCode)
	switch ev.Kind {
	case envs.Observe:
		code = observeCode
	case envs.Forget:
		code = forgetCode
	}
	slot := slotOf(ev.Obj)
	if w.ctx.recent[slot] == ev.Obj {
		w.head(ev, code|slotBit, ev.Done)
		w.body = append(w.body, slot)
		return true
	}
	w.head(ev, code, ev.Done)
	w.full(ev.Obj)
	return true
}

// any writes an event of any sort. The thread of the event before stays what it was.
func (w *Writer) any(ev *envs.Event) {
	r := record{fields: fields{b: append(w.body, otherEvent|anyCode)}}
	r.event(ev)
	w.body = r.b
}

// End ends the run. It fills in end.Events.
func (w *Writer) End(end RunEnd) error {
	if !w.open {
		return errors.New("trace: a run ends that did not begin")
	}
	w.flush()
	w.open = false
	end.Events = int64(w.first - w.begun)
	w.json(runEndBlock, w.runs, end)
	return w.err
}

// Close ends the file; it does not close the underlying writer. Interrupted says that
// more runs were to follow.
func (w *Writer) Close(interrupted bool) error {
	if w.open {
		return errors.New("trace: the file ends in a run: end the run first")
	}
	w.json(fileEndBlock, 0, fileEnd{Runs: int(w.runs), Interrupted: interrupted})
	return w.err
}

// Flush writes the events so far, so that they can be read whatever becomes of the writer. It is for processes that may
// be killed; record ends its files.
func (w *Writer) Flush() error {
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	w.defs.order()
	if len(w.defs.out) > 0 {
		w.emit(defBlock, w.defs.out)
		w.defs.out = w.defs.out[:0]
	}
	if w.events == 0 {
		return
	}
	w.buf = binary.AppendUvarint(w.buf[:0], uint64(len(w.frames)))
	w.buf = append(w.buf, w.frames...)
	w.buf = append(w.buf, w.body...)
	w.emit(eventBlock, w.buf)
	w.first += uint64(w.events)
	w.events = 0
	w.frames, w.body = w.frames[:0], w.body[:0]
	w.thread, w.ctx = 0, context{}
	w.block++
}

func (w *Writer) json(kind byte, run uint32, v any) {
	text, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("trace: write a block of kind %q: %w", kind, err)
	}
	w.blockOf(blockHeader{kind: kind, run: run}, text)
}

func (w *Writer) emit(kind byte, contents []byte) {
	w.blockOf(blockHeader{kind: kind, run: w.runs, events: w.events}, contents)
}

func (w *Writer) blockOf(h blockHeader, contents []byte) {
	if h.kind != eventBlock {
		h.events = 0
	}
	h.first, h.length, h.sum = w.first, uint32(len(contents)), checksum(contents)
	var head [headerSize]byte
	w.write(h.append(head[:0]))
	w.write(contents)
}

func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}
