package wire

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Options say what the decoder has to know about the generated code beyond the program's operations.
type Options struct {
	// Recorded says which operations are never executed without a Lock or Object record. Nil means Acquire, TryAcquire,
	// Release and Wait.
	Recorded func(*envs.Func, *envs.Op) bool
	// Told says which operations, besides those that begin blocks, are never reached without a Block record. Nil means none.
	Told func(*envs.Func, *envs.Op) bool
	// Compatible says whether a call whose callees are not all known may have entered a function. Nil means that the
	// numbers of arguments and results agree.
	Compatible func(*envs.Op, *envs.Func) bool
	// Sites gives the operations that a deferred lock operation may stand for, by the number in its records: it is written
	// out before each return, and where a panic unwinds the frame. Nil means that there are no such records.
	Sites func(fn envs.FuncID, site uint32) []int32
	// Problem is told of each record that does not fit, as an error that names goroutine, function, operation and record.
	// The goroutine goes on at its next record that says where it is. Nil means that nobody wants to know.
	Problem func(error)
	// Memory gives identities for addresses; nil means a new one. Decoders that share one, one after the other, give
	// different identities.
	Memory *Memory
	// Threads is a number below those of all threads.
	Threads envs.Thread
	// Again tells of accesses that have no Object record since one before them has the same object. Nil means that there are
	// none.
	Again func(envs.FuncID) *Again
	// Selects says of which operations events have to tell, if a record names what they are about and if none does; nil means
	// all. Then they do not tell of a call in which, beside its return, there is nothing to tell, but for the first of a
	// goroutine; and of the operation that calls they tell in any case before they tell of the callee.
	Selects func(fn *envs.Func, op *envs.Op, named bool) bool
	// Sparse says that blocks have no records, so that it is not known what was executed between records. Events tell only of
	// what has a record, and of what is Told.
	Sparse bool
	// Deferred says, in a sparse run, which operations are calls that were deferred: something is between them and the frame.
	// Nil means none.
	Deferred func(*envs.Func, *envs.Op) bool

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

func (o *Options) told(f *envs.Func, op *envs.Op) bool { return o.Told != nil && o.Told(f, op) }

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
//
// With Options.Sparse blocks have no records. Then an operation that is Told is never reached without a Block record, and the
// others that are selected have a record of their own. A call of a function that another operation may call as well has to be
// Told, and so has what runs deferred calls, where it begins.
type Decoder struct {
	opts    Options
	src     Batches
	code    []*code
	threads map[uint32]*decoding
	numbers envs.Thread
	forked  map[uint64]envs.Thread // by number of the Fork, if the goroutine has not been seen
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
	group  uint64 // what the end of the goroutine of the next Fork is told
	held   held
}

// A held is an atomic operation of the topmost frame that is not told of yet. The record of what it accesses comes before
// the operation, and has no number. That of the order which it makes comes with it, and has one: so it is told of there.
type held struct {
	is      bool
	pc      int32
	obj     uint64
	address uint64
}

// NewDecoder prepares to decode what comes from src, a run of prog.
func NewDecoder(prog envs.Program, src Batches, opts Options) *Decoder {
	opts.prog = prog
	if opts.Memory == nil {
		opts.Memory = &Memory{}
	}
	opts.Memory.forget()
	return &Decoder{
		opts: opts, src: src, code: make([]*code, prog.NumFuncs()),
		numbers: opts.Threads, threads: map[uint32]*decoding{}, forked: map[uint64]envs.Thread{},
	}
}

// Misfits is the number of records so far that did not fit.
func (d *Decoder) Misfits() uint64 { return d.misfits }

// Records is the number of records that were read so far.
func (d *Decoder) Records() uint64 { return d.records }

// Executed is how often the operations of a function were executed so far, by PC, whether events tell of them or not, unless
// that is not known; nil if it was not entered.
func (d *Decoder) Executed(id envs.FuncID) []int64 {
	if id < 0 || int(id) >= len(d.code) || d.code[id] == nil {
		return nil
	}
	return d.code[id].executed()
}

// Threads is the largest number of a thread so far.
func (d *Decoder) Threads() envs.Thread { return d.numbers }

// Stopped reports whether what took the events asked for no more.
func (d *Decoder) Stopped() bool { return d.stopped }

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
	defer d.settleAll()
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
		t = &decoding{thread: d.thread(b.Words)}
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
		d.settle(t)
		d.cut(t, 0)
		d.emit(envs.Event{Kind: envs.End, Thread: t.thread})
		delete(d.threads, b.Stream)
	}
}

// thread numbers the goroutine whose first records these are: by its Fork, or else by its appearance. The stream that says
// what was freed is of none.
func (d *Decoder) thread(words []uint64) envs.Thread {
	if len(words) >= 4 && Head(words[0]).Tag() == Start {
		if t, ok := d.forked[words[3]]; ok {
			delete(d.forked, words[3])
			return t
		}
		if words[1]|words[2]|words[3] == 0 {
			return 0
		}
	}
	d.numbers++
	return d.numbers
}

// onSharedSide marks the identity of a lock until its operation is told.
const onSharedSide = 1 << 61

func (d *Decoder) emit(e envs.Event) {
	if d.stopped {
		return
	}
	d.event = e
	if !d.sink(&d.event) {
		d.stopped = true
	}
}

// settle tells of the operation that is held, if there is one.
func (d *Decoder) settle(t *decoding) {
	if !t.held.is || d.stopped {
		return
	}
	t.held.is = false
	d.executed(t, &t.frames[len(t.frames)-1], t.held.pc, t.held.obj, false)
	d.repeated(t, &t.frames[len(t.frames)-1], t.held.pc, t.held.obj, t.held.address)
}

// settleAll tells of all operations that are held.
func (d *Decoder) settleAll() {
	for _, stream := range slices.Sorted(maps.Keys(d.threads)) {
		d.settle(d.threads[stream])
	}
}

func (d *Decoder) record(t *decoding, h Head, rest []uint64) {
	if t.held.is && h.Tag() != Observe {
		d.settle(t)
	}
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
	case Signal:
		d.emit(envs.Event{Kind: envs.Signal, Thread: t.thread, Obj: d.opts.Memory.identity(rest[0]), Done: h.Flag(), Direct: rest[0]&Locking != 0})
		return
	case Observe:
		obj := d.opts.Memory.identity(rest[0])
		d.emit(envs.Event{Kind: envs.Observe, Thread: t.thread, Obj: obj, Done: h.Arg()&Last != 0, Direct: rest[0]&Locking != 0})
		d.settle(t)
		if h.Flag() {
			d.emit(envs.Event{Kind: envs.Signal, Thread: t.thread, Obj: obj, Done: true})
		}
		return
	case Heap:
		if h.Arg() == Freed {
			d.opts.Memory.freed(rest[0], rest[1], uint64(h.Frame())*8, func(id uint64) {
				d.emit(envs.Event{Kind: envs.Forget, Obj: id})
			})
		}
		return
	}
	if h.Tag() == Fork && h.Flag() {
		if th, ok := d.forked[rest[0]]; ok { // there is no such goroutine, and who was told of it need not wait for it
			delete(d.forked, rest[0])
			d.emit(envs.Event{Kind: envs.End, Thread: th})
		}
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
		if f.block && f.pc == g.arg {
			g.kind = again
		}
		if d.follow(t, f, g, 0, false) || f.resume(g.arg, false) {
			f.block = true
		}
	case Fault:
		d.fault(t, f, int32(h.Arg()), rest)
	case Lock, Object, Fork:
		obj := uint64(0)
		if h.Tag() == Fork {
			obj = d.fork(rest[0])
		} else {
			obj = d.opts.Memory.identity(rest[0])
		}
		if h.Tag() == Lock && rest[0]&SharedSide != 0 {
			obj = d.opts.Memory.identity(rest[0]&^SharedSide) | onSharedSide
		}
		if h.Tag() == Lock && h.Arg()&DeferredLock != 0 {
			d.deferred(t, f, h, obj)
			return
		}
		pc := int32(h.Arg())
		if h.Tag() == Object && f.fault > 0 && f.fault == pc+1 {
			return // the access throws
		}
		if h.Tag() == Object && uint32(pc) < uint32(len(f.code.fn.Ops)) && f.code.fn.Ops[pc].Kind == envs.Fork {
			t.group = obj
			return
		}
		if h.Tag() == Object && uint32(pc) < uint32(len(f.code.fn.Ops)) && f.code.fn.Ops[pc].Synchronises() {
			t.held = held{true, pc, obj, rest[0]}
			return
		}
		d.executed(t, f, pc, obj, h.Flag())
		if h.Tag() == Fork && t.group != 0 {
			if f.code.tell(pc, true) {
				d.emit(envs.Event{PC: pc, Thread: t.thread, Obj: t.group, Direct: true})
			}
			t.group = 0
		}
		if h.Tag() == Object {
			d.repeated(t, f, pc, obj, rest[0])
		}
	case Leave:
		e := envs.Event{Kind: envs.Leave, Thread: t.thread}
		if !h.Flag() {
			e.Done = d.follow(t, f, goal{leave, 0}, 0, false)
		}
		told := f.told
		t.frames = t.frames[:n-1]
		if told {
			d.emit(e)
		}
		if n > 1 {
			below := &t.frames[n-2]
			below.threw = h.Flag() && below.in && below.met
		}
	}
}

// executed tells of an operation that was executed.
func (d *Decoder) executed(t *decoding, f *frame, pc int32, obj uint64, done bool) {
	if !d.follow(t, f, goal{execute, pc}, obj, done) && f.resume(pc, true) {
		d.step(t, f.code, pc, obj, done)
	}
}

// repeated goes on to the accesses that need no record after that of the one at pc.
func (d *Decoder) repeated(t *decoding, f *frame, pc int32, obj, address uint64) {
	if f.code.again != nil {
		d.again(t, f, pc, obj, address)
	}
}

// fork numbers the goroutine that a Fork is about to start.
func (d *Decoder) fork(number uint64) uint64 {
	if number == 0 {
		return 0
	}
	d.numbers++
	d.forked[number] = d.numbers
	return uint64(d.numbers)
}
