package wire

import (
	"fmt"
	"iter"

	"github.com/seed38182bad/parallax/envs"
)

// Options say what the decoder has to know about the generated code beyond the program's operations.
type Options struct {
	// Recorded says which operations are never executed without a Lock or Object record. Nil means Acquire, TryAcquire,
	// Release and Wait.
	Recorded func(*envs.Func, *envs.Op) bool
	// Compatible says whether a call whose callees are not all known may have entered a function. Nil means that the
	// numbers of arguments and results agree.
	Compatible func(*envs.Op, *envs.Func) bool
	// Sites gives the operations that a deferred lock operation may stand for, by the number in its records: it is written
	// out before each return, and where a panic unwinds the frame. Nil means that there are no such records.
	Sites func(fn envs.FuncID, site uint32) []int32
	// Problem is told of each record that does not fit, as an error that names goroutine, function, operation and record.
	// The goroutine goes on at its next record that says where it is. Nil means that nobody wants to know.
	Problem func(error)

	prog envs.Program
}

func (o *Options) recorded(f *envs.Func, op *envs.Op) bool {
	if o.Recorded != nil {
		return o.Recorded(f, op)
	}
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		return true
	}
	return false
}

func (o *Options) compatible(op *envs.Op, id envs.FuncID) bool {
	fn := o.prog.Func(id)
	if o.Compatible != nil {
		return o.Compatible(op, fn)
	}
	args := len(op.Uses)
	if op.Callee != nil {
		args -= op.Callee.FirstArg
	}
	return args == len(fn.Params) && int(op.Results) == fn.Results
}

// A Decoder turns records into events. It is an [envs.Run], to be iterated once.
//
// Arguments of Block, Object, Lock and Fork records are operations of the function of their frame, and those of Enter
// are functions of the program. A record says where its goroutine is; the operations since the record before are those
// on the way there. The generated code has to write Enter and Leave for each frame, a Lock record for each lock operation,
// and a Block record for each block that a Branch or Switch with operands leads to, at its first operation and whenever
// it is begun, but for the function's first block when the function is entered. Other blocks may have records or not,
// always or never; one without operations must not. A Branch without operands, as before a deferred call that may not
// have been reached, needs no record: the way that leads to the next record is the one that was taken. What a goroutine
// did after its last record is not known and is left out.
type Decoder struct {
	opts    Options
	src     Batches
	code    []*code
	threads map[uint32]*decoding
	numbers envs.Thread
	sink    func(*envs.Event) bool
	event   envs.Event
	stopped bool
	records uint64
	misfits uint64
}

type decoding struct {
	thread envs.Thread
	goid   uint64
	frames []frame
}

type frame struct {
	code  *code  // nil if the function is not known
	pc    int32  // to be executed next
	at    int32  // executed last; -1 if none
	in    bool   // in the call at
	told  bool   // it is at pc since a Block record said so
	met   bool   // that call has entered what it calls
	threw bool   // the callee was unwound
	panic uint32 // distance of the panic whose deferred calls it runs, 0 if none
	dist  uint32
}

// NewDecoder prepares to decode what comes from src, a run of prog.
func NewDecoder(prog envs.Program, src Batches, opts Options) *Decoder {
	opts.prog = prog
	return &Decoder{opts: opts, src: src, code: make([]*code, prog.NumFuncs()), threads: map[uint32]*decoding{}}
}

// Misfits is the number of records so far that did not fit.
func (d *Decoder) Misfits() uint64 { return d.misfits }

// Records is the number of records that were read so far.
func (d *Decoder) Records() uint64 { return d.records }

// Events decodes. An error of the source comes through as it is; those that the source goes on after are problems.
func (d *Decoder) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		err := d.Each(func(e *envs.Event) bool { return yield(*e, nil) })
		if err != nil && !d.stopped {
			yield(envs.Event{}, err)
		}
	}
}

// Each is Events without a copy of each event: f must not keep its argument, and returns false to stop.
func (d *Decoder) Each(f func(*envs.Event) bool) error {
	d.sink = f
	var failed error
	for b, err := range d.src {
		if failed != nil {
			d.problem(failed)
		}
		if failed = err; err != nil {
			continue
		}
		if d.batch(b); d.stopped {
			return nil
		}
	}
	return failed
}

func (d *Decoder) problem(err error) {
	d.misfits++
	if d.opts.Problem != nil {
		d.opts.Problem(err)
	}
}

func (d *Decoder) batch(b Batch) {
	t := d.threads[b.Stream]
	if t == nil {
		d.numbers++
		t = &decoding{thread: d.numbers}
		d.threads[b.Stream] = t
	}
	for i := 0; i < len(b.Words) && !d.stopped; {
		h := Head(b.Words[i])
		n := h.Len()
		if n == 0 || i+n > len(b.Words) {
			d.problem(fmt.Errorf("goroutine %d: %#x is no whole record", b.Stream, uint64(h)))
			return
		}
		d.records++
		d.record(t, h, b.Words[i+1:i+n])
		i += n
	}
	if b.Ended && !d.stopped {
		d.cut(t, 0)
		d.emit(envs.Event{Kind: envs.End, Thread: t.thread})
		delete(d.threads, b.Stream)
	}
}

func (d *Decoder) emit(e envs.Event) {
	if d.stopped {
		return
	}
	d.event = e
	if !d.sink(&d.event) {
		d.stopped = true
	}
}

// cut pops the frames from dist on, which were unwound.
func (d *Decoder) cut(t *decoding, dist uint32) {
	n := len(t.frames)
	for n > 0 && t.frames[n-1].dist >= dist {
		known := t.frames[n-1].code != nil
		t.frames = t.frames[:n-1]
		n--
		if known {
			d.emit(envs.Event{Kind: envs.Leave, Thread: t.thread})
		}
		if n > 0 {
			f := &t.frames[n-1]
			f.threw = f.in && f.met // else what is in between may have stopped the panic
		}
	}
}

func (d *Decoder) record(t *decoding, h Head, rest []uint64) {
	switch h.Tag() {
	case Enter:
		if caller, known := h.Caller(); known {
			d.cut(t, caller+1) // nothing is between a frame and its caller
		} else {
			d.cut(t, h.Frame())
		}
		d.enter(t, h)
		return
	case EnterPanic:
		d.enterPanic(t, h, uint32(rest[0]>>32), uint32(rest[0]))
		return
	case Recover:
		d.cut(t, h.Frame()+1)
		if n := len(t.frames); n > 0 && t.frames[n-1].dist == h.Frame() {
			t.frames[n-1].threw = true
		}
		return
	case Start:
		t.goid = rest[0]
		return
	}
	if n := len(t.frames); n > 0 && t.frames[n-1].dist > h.Frame() {
		d.cut(t, h.Frame()+1)
	}
	n := len(t.frames)
	if n == 0 || t.frames[n-1].dist != h.Frame() {
		d.problem(fmt.Errorf("goroutine %d: %v %d in a frame that was not entered", t.goid, h.Tag(), h.Arg()))
		return
	}
	f := &t.frames[n-1]
	if f.code == nil {
		if h.Tag() == Leave {
			t.frames = t.frames[:n-1]
		}
		return
	}
	switch h.Tag() {
	case Block:
		g := goal{reach, int32(h.Arg())}
		if f.told && f.pc == g.arg {
			g.kind = again
		}
		if !d.follow(t, f, g, 0, false) && int(h.Arg()) < len(f.code.fn.Ops) {
			f.pc, f.at = int32(h.Arg()), -1
		}
		f.told = true
	case Lock, Object, Fork:
		if h.Tag() == Lock && h.Arg()&DeferredLock != 0 {
			d.deferred(t, f, h, rest[0])
			return
		}
		if !d.follow(t, f, goal{execute, int32(h.Arg())}, rest[0], h.Flag()) && int(h.Arg()) < len(f.code.fn.Ops) {
			d.emit(envs.Event{PC: int32(h.Arg()), Thread: t.thread, Obj: rest[0], Done: h.Flag()})
			f.pc, f.at = int32(h.Arg())+1, int32(h.Arg())
		}
	case Leave:
		e := envs.Event{Kind: envs.Leave, Thread: t.thread}
		if !h.Flag() {
			e.Done = d.follow(t, f, goal{leave, 0}, 0, false)
		}
		t.frames = t.frames[:n-1]
		d.emit(e)
		if n > 1 {
			below := &t.frames[n-2]
			below.threw = h.Flag() && below.in && below.met
		}
	}
}

// follow steps along the way to a goal. Its last step, if the goal is an operation, has an object.
func (d *Decoder) follow(t *decoding, f *frame, g goal, obj uint64, done bool) bool {
	var p *plan
	if f.threw {
		if p = f.code.unwind(f.at, f.pc, g); !p.ok {
			p = f.code.plan(f.pc, g)
		}
	} else if p = f.code.plan(f.pc, g); !p.ok {
		p = f.code.unwind(f.at, f.pc, g)
	}
	if !p.ok {
		d.misfit(t, f, g)
		return false
	}
	d.walk(t, f, p, obj, done)
	return true
}

func (d *Decoder) walk(t *decoding, f *frame, p *plan, obj uint64, done bool) {
	e := &d.event
	*e = envs.Event{Thread: t.thread}
	sink := d.sink
	at := f.at
	for i := range p.steps {
		s := p.steps[i]
		for pc := s.from; pc < s.to; pc++ {
			e.PC = pc
			if !sink(e) {
				d.stopped = true
				return
			}
		}
		at = s.to - 1
	}
	if p.last >= 0 {
		e.PC, e.Obj, e.Done = p.last, obj, done
		at = p.last
		if !sink(e) {
			d.stopped = true
			return
		}
	}
	f.pc, f.at, f.in, f.met, f.threw, f.told = p.pc, at, p.call, false, false, false
}

func (d *Decoder) enter(t *decoding, h Head) {
	n := len(t.frames)
	direct := false
	if n > 0 && t.frames[n-1].code != nil {
		f := &t.frames[n-1]
		g := goal{enter, int32(h.Func())}
		if caller, known := h.Caller(); known && caller != f.dist {
			g.kind = via
		}
		if g.kind == enter || !f.in || f.met {
			var p *plan
			if f.threw {
				p = f.code.unwind(f.at, f.pc, g)
			}
			if p == nil || !p.ok {
				p = f.code.plan(f.pc, g)
			}
			if direct = p.direct; p.ok && (direct || !f.in || f.met) {
				d.walk(t, f, p, 0, false)
				f.met = direct
			}
		}
	}
	d.push(t, h, direct)
}

// deferred is for a lock operation that was deferred. Where a frame with nothing else to do is unwound, there may be no
// operation for that; then one that stands before a return serves.
func (d *Decoder) deferred(t *decoding, f *frame, h Head, obj uint64) {
	g := goal{execute, int32(h.Arg() &^ UnwindingLock)}
	var p *plan
	if h.Arg()&UnwindingLock == 0 {
		if p = f.code.plan(f.pc, g); p.ok {
			d.walk(t, f, p, obj, true)
			return
		}
	}
	if p = f.code.unwind(f.at, f.pc, g); p.ok {
		d.walk(t, f, p, obj, true)
		return
	}
	sites := f.code.sites(g)
	if len(sites) == 0 || h.Arg()&UnwindingLock == 0 {
		d.misfit(t, f, g)
	}
	if len(sites) > 0 {
		d.emit(envs.Event{PC: sites[0], Thread: t.thread, Obj: obj, Done: true})
		f.pc, f.at = sites[0]+1, sites[0]
	}
}

// enterPanic is for a frame that begins while the goroutine panics: a deferred call of the frame at the distance of, or
// something that such a call calls. The panic's own frame is at the distance pan.
func (d *Decoder) enterPanic(t *decoding, h Head, of, pan uint32) {
	d.cut(t, h.Frame())
	n := len(t.frames)
	if n > 0 && t.frames[n-1].dist > pan {
		d.enter(t, h)
		return
	}
	d.cut(t, of+1)
	if n = len(t.frames); n == 0 || t.frames[n-1].dist != of || t.frames[n-1].code == nil {
		d.push(t, h, false)
		return
	}
	f := &t.frames[n-1]
	g := goal{enter, int32(h.Func())}
	var p *plan
	if f.panic != pan {
		p = f.code.unwind(f.at, f.pc, g)
	}
	if p == nil || !p.direct {
		p = f.code.plan(f.pc, g) // on the way that an earlier deferred call began
	}
	f.panic = pan
	if p.direct {
		d.walk(t, f, p, 0, false)
		f.met = true
	}
	d.push(t, h, p.direct)
}

func (d *Decoder) push(t *decoding, h Head, direct bool) {
	id := int(h.Func())
	f := frame{dist: h.Frame(), at: -1, told: true}
	if id < len(d.code) {
		if f.code = d.code[id]; f.code == nil {
			if fn := d.opts.prog.Func(envs.FuncID(id)); fn != nil {
				f.code = &code{fn: fn, opts: &d.opts, plans: map[uint64]*plan{}}
				d.code[id] = f.code
			}
		}
	}
	t.frames = append(t.frames, f)
	if f.code == nil {
		d.problem(fmt.Errorf("goroutine %d: enters function %d, which the program does not have", t.goid, id))
		return
	}
	d.emit(envs.Event{Kind: envs.Enter, Func: envs.FuncID(id), Direct: direct, Thread: t.thread})
}

func (d *Decoder) misfit(t *decoding, f *frame, g goal) {
	fn := f.code.fn
	at := fmt.Sprintf("op %d", f.pc)
	if int(f.pc) < len(fn.Ops) {
		at = fmt.Sprintf("op %d (%s)", f.pc, &fn.Ops[f.pc])
	}
	what := "a return"
	switch {
	case g.kind == leave:
	case g.arg < 0:
		what = fmt.Sprintf("deferred lock operation %d", uint32(g.arg)&(UnwindingLock-1))
	case int(g.arg) >= len(fn.Ops):
		what = fmt.Sprintf("op %d, which the function does not have", g.arg)
	default:
		what = fmt.Sprintf("op %d (%s)", g.arg, &fn.Ops[g.arg])
	}
	kind := [...]string{reach: "block", again: "block", execute: "lock or object", enter: "enter", via: "enter", leave: "leave"}[g.kind]
	d.problem(fmt.Errorf("goroutine %d: %s: no way from %s to %s, where the %s record says that it is", t.goid, fn.Name, at, what, kind))
}
