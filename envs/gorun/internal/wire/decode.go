package wire

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Options say what the decoder has to know beyond the program's operations. The zero value decodes a program in which
// each lock operation has a record, and each block behind a branch.
type Options struct {
	// Records says what the generated code of a function records; nil, or a nil answer, is the zero Records.
	Records func(envs.FuncID) *Records
	// Compatible reports whether a call with unknown callees may have entered a function. Nil means that the numbers of
	// arguments and results agree.
	Compatible func(*envs.Op, *envs.Func) bool
	// Problem is called with an error for each record that does not fit, which names goroutine, function, operation
	// and record. The goroutine goes on at its next record that says where it is.
	Problem func(error)
	// Memory gives identities for addresses; nil means a new one. Decoders that share one, one after the other, give
	// different identities.
	Memory *Memory
	// Ended says how the run has ended. It is asked when all records were read. Nil means that nobody knows, and that
	// nothing is told of goroutines that wait then.
	Ended func() Ending
	// File is the name of the file of a function as the compiler knows it. Nil means that it is not known where a
	// goroutine was that ended the program.
	File func(envs.FuncID) string
	// Threads is a number below those of all threads.
	Threads envs.Thread
	// Selects reports whether an operation has events; named says whether a record names its object. Nil means that all
	// have. A call then has events only if an operation in it has, besides its return, or if it is the first of its
	// goroutine. The calling operation has an event before those of the callee in any case.
	Selects func(fn *envs.Func, op *envs.Op, named bool) bool
	// Sparse says that blocks have no records, so that the operations between two records are not known. Only
	// operations that have a record or are Recorded have events.
	Sparse bool

	prog envs.Program
}

// Records says of one function, by operation, what its generated code records.
type Records struct {
	// Silent has the lock operations (Acquire, TryAcquire, Release and Wait) that may be executed without a record.
	Silent map[int32]bool
	// Recorded has the operations, besides those that begin blocks, that are never reached without a Block record.
	Recorded map[int32]bool
	// Deferred has, in a sparse run, the calls that were deferred: the run time is between them and the frame.
	Deferred map[int32]bool
	// Sites has the operations that a deferred lock operation may stand for, by the number in its records. The operation
	// is written out before each return, and where a panic unwinds the frame.
	Sites [][]int32
	// Same has accesses that have no Object record, and for each one before them in the same block that accesses the
	// same.
	Same map[int32]int32
	// Offset has such accesses too, and how many bytes what they access lies behind what the operation with the
	// latest record does.
	Offset map[int32]int64
	// Upto has, by an operation that has an Object record, the last of these accesses that certainly follows it. Nothing
	// between the two has a record, can fail or wait.
	Upto map[int32]int32
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
// on the way there. The generated code has to write
//
//   - Enter and Leave for each frame
//   - a Lock record for each lock operation
//   - a Block record for each block that a Branch or Switch with operands leads to, at its first operation and whenever
//     it is begun, but for the function's first block when the function is entered
//
// Other blocks may have records or not, always or never; one without operations must not. A Branch without operands
// needs no record, as before a deferred call that may not have been reached. The way that leads to the next record is
// the one that was taken. What a goroutine did after its last record is not known and is left out.
//
// With Options.Sparse blocks have no records. Then an operation in Records.Recorded is never reached without a Block
// record, and the other selected operations have a record of their own. A call of a function that another operation may
// call as well has to be in Recorded, and so has the beginning of what runs deferred calls.
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
	older   map[uint32]bool          // streams of goroutines that were there before, and are not shown
	files   map[uint64][]envs.FuncID // functions by a hash of the name of their file, nil if they were not asked for
}

type decoding struct {
	thread envs.Thread
	goid   uint64
	frames []frame
	group  uint64 // that waits for the end of the goroutine of the next Fork
	held   held
	wait   awaiting
}

// A held is an atomic operation of the topmost frame whose event has to wait. The record of its object comes before the
// operation and has no number. The record of the order that it makes comes with it and is numbered, and there the event
// is emitted.
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

// Next decodes what comes after all that d has decoded, in the same program. Goroutines that were there before are not
// shown, and what has identities has others.
func (d *Decoder) Next(src Batches) *Decoder {
	opts := d.opts
	opts.Threads = d.numbers
	next := NewDecoder(opts.prog, src, opts)
	next.older = map[uint32]bool{}
	for stream := range d.older {
		next.older[stream] = true
	}
	for stream, t := range d.threads {
		if t.thread == 0 { // that of what is freed
			next.threads[stream] = t
		} else {
			next.older[stream] = true
		}
	}
	return next
}

// Misfits is the number of records so far that did not fit.
func (d *Decoder) Misfits() uint64 { return d.misfits }

// Records is the number of records that were read so far.
func (d *Decoder) Records() uint64 { return d.records }

// Executed is how often the operations of a function were executed so far, by PC, with events and without, and whether
// they failed or not. A sparse run counts only those with events. It is nil if the function was not entered.
func (d *Decoder) Executed(id envs.FuncID) []int64 {
	if id < 0 || int(id) >= len(d.code) || d.code[id] == nil {
		return nil
	}
	return d.code[id].executed()
}

// Threads is the largest number of a thread so far.
func (d *Decoder) Threads() envs.Thread { return d.numbers }

// Stopped reports whether the consumer of the events asked for no more.
func (d *Decoder) Stopped() bool { return d.stopped }

// Each decodes and calls f with each event, until f returns false; f must not keep its argument. An error of the
// source is returned as it is; those that the source goes on after are problems.
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
	d.settleAll()
	d.finish()
	return failed
}

func (d *Decoder) problem(err error) {
	d.misfits++
	if d.opts.Problem != nil {
		d.opts.Problem(err)
	}
}

func (d *Decoder) batch(b Batch) {
	if d.older[b.Stream] {
		if b.Ended {
			delete(d.older, b.Stream)
		}
		return
	}
	t := d.threads[b.Stream]
	if t == nil {
		t = &decoding{thread: d.thread(b.Words)}
		d.threads[b.Stream] = t
	}
	for i := 0; i < len(b.Words) && !d.stopped; {
		h := head(b.Words[i])
		n := h.length()
		if n == 0 || i+n > len(b.Words) {
			d.problem(fmt.Errorf("goroutine %d: %#x is no whole record", b.Stream, uint64(h)))
			return
		}
		d.records++
		d.record(t, h, b.Words[i+1:i+n])
		i += n
	}
	if b.Ended && !d.stopped {
		d.ends(t)
		delete(d.threads, b.Stream)
	}
}

// ends emits that a goroutine is no more. One that waits was taken out of the program.
func (d *Decoder) ends(t *decoding) {
	d.settle(t)
	switch {
	case t.wait.halted:
	case t.wait.is:
		d.halt(t, envs.Event{Direct: true}, "")
	default:
		d.cut(t, 0)
		d.emit(envs.Event{Kind: envs.End, Thread: t.thread})
	}
}

// thread numbers the goroutine of these first records: by its Fork, or else in order of appearance. The stream of freed
// objects belongs to no goroutine and has number 0.
func (d *Decoder) thread(words []uint64) envs.Thread {
	if len(words) >= 4 && head(words[0]).tag() == tagStart {
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

// onSharedSide marks the identity of a lock until its operation has an event.
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

// settle emits the operation that is held, if there is one.
func (d *Decoder) settle(t *decoding) {
	if !t.held.is || d.stopped {
		return
	}
	t.held.is = false
	d.executed(t, &t.frames[len(t.frames)-1], t.held.pc, t.held.obj, false)
	d.repeated(t, &t.frames[len(t.frames)-1], t.held.pc, t.held.obj, t.held.address)
}

// settleAll emits all operations that are held.
func (d *Decoder) settleAll() {
	for _, stream := range slices.Sorted(maps.Keys(d.threads)) {
		d.settle(d.threads[stream])
	}
}

// record decodes one record: those of the goroutine or the heap here, those of a frame by inFrame.
func (d *Decoder) record(t *decoding, h head, rest []uint64) {
	turn := h.tag() == tagNote && h.arg() == noteTurn
	if t.held.is && h.tag() != tagObserve && !turn {
		d.settle(t)
	}
	switch h.tag() {
	case tagEnter:
		if caller, known := h.caller(); known {
			d.cut(t, caller+1) // nothing is between a frame and its caller
		} else {
			d.cut(t, h.frame())
		}
		d.enter(t, h)
	case tagEnterPanic:
		d.enterPanic(t, h, uint32(rest[0]>>32), uint32(rest[0]))
	case tagRecover:
		d.cut(t, h.frame()+1)
		if n := len(t.frames); n > 0 && t.frames[n-1].dist == h.frame() {
			t.frames[n-1].threw = true
		}
	case tagStart:
		t.goid = rest[0]
	case tagSignal:
		obj := d.opts.Memory.identity(rest[0])
		locking := rest[0]&lockingBit != 0
		d.emit(envs.Event{Kind: envs.Signal, Thread: t.thread, Obj: obj, Done: h.flag(), Direct: locking})
	case tagObserve:
		d.observe(t, h, rest[0])
	case tagNote:
		d.note(t, h, rest)
	case tagFork:
		if h.flag() {
			d.withdraw(rest[0])
			return
		}
		d.inFrame(t, h, rest)
	default:
		d.inFrame(t, h, rest)
	}
}

// observe decodes an Observe, which ends the atomic operation that is held, and with its flag signals, too.
func (d *Decoder) observe(t *decoding, h head, raw uint64) {
	obj := d.opts.Memory.identity(raw)
	last, locking := h.arg()&lastObserve != 0, raw&lockingBit != 0
	d.emit(envs.Event{Kind: envs.Observe, Thread: t.thread, Obj: obj, Done: last, Direct: locking})
	d.settle(t)
	if h.flag() {
		d.emit(envs.Event{Kind: envs.Signal, Thread: t.thread, Obj: obj, Done: true})
	}
}

// withdraw decodes a Fork that has started no goroutine, and ends the thread that it announced.
func (d *Decoder) withdraw(number uint64) {
	if th, ok := d.forked[number]; ok {
		delete(d.forked, number)
		d.emit(envs.Event{Kind: envs.End, Thread: th})
	}
}

// inFrame decodes a record of a frame that was entered. All deeper frames are gone.
func (d *Decoder) inFrame(t *decoding, h head, rest []uint64) {
	if n := len(t.frames); n > 0 && t.frames[n-1].dist > h.frame() {
		d.cut(t, h.frame()+1)
	}
	n := len(t.frames)
	if n == 0 || t.frames[n-1].dist != h.frame() {
		d.problem(fmt.Errorf("goroutine %d: %v %d in a frame that was not entered", t.goid, h.tag(), h.arg()))
		return
	}
	f, pc := &t.frames[n-1], int32(h.arg())
	if f.code == nil {
		if h.tag() == tagLeave {
			t.frames = t.frames[:n-1]
		}
		return
	}
	switch h.tag() {
	case tagBlock:
		g := goal{reach, pc}
		if f.block && f.pc == g.arg {
			g.kind = again
		}
		if d.follow(t, f, g, 0, false) || f.resume(g.arg, false) {
			f.block = true
		}
	case tagFault:
		d.fault(t, f, pc, rest)
	case tagLock:
		d.lock(t, f, h, rest[0])
	case tagObject:
		d.object(t, f, pc, rest[0])
	case tagFork:
		d.executed(t, f, pc, d.fork(rest[0]), false)
		if t.group != 0 {
			if f.code.emits(pc, true) {
				d.emit(envs.Event{PC: pc, Thread: t.thread, Obj: t.group, Direct: true})
			}
			t.group = 0
		}
	case tagLeave:
		d.leave(t, f, h.flag())
	}
}

// lock decodes an operation on a lock.
func (d *Decoder) lock(t *decoding, f *frame, h head, raw uint64) {
	obj := uint64(0)
	if raw&sharedSide != 0 {
		obj = d.opts.Memory.identity(raw&^sharedSide) | onSharedSide
	} else {
		obj = d.opts.Memory.identity(raw)
	}
	if h.arg()&deferredLock != 0 {
		d.deferred(t, f, h, obj)
		return
	}
	d.executed(t, f, int32(h.arg()), obj, h.flag())
}

// object decodes the object of the operation at pc. The operation is executed here, unless it
//
//	throws, as a Fault has said      which leaves nothing to be done
//	is a Fork                        the object is the group that waits for the goroutine
//	makes an order                   it is held until the record of that order comes
func (d *Decoder) object(t *decoding, f *frame, pc int32, raw uint64) {
	obj := d.opts.Memory.identity(raw)
	if f.fault > 0 && f.fault == pc+1 {
		return
	}
	if uint32(pc) < uint32(len(f.code.fn.Ops)) {
		switch op := &f.code.fn.Ops[pc]; {
		case op.Kind == envs.Fork:
			t.group = obj
			return
		case op.Synchronises():
			t.held = held{true, pc, obj, raw}
			return
		}
	}
	d.executed(t, f, pc, obj, false)
	d.repeated(t, f, pc, obj, raw)
}

// leave decodes the end of the topmost frame, which was unwound or has returned.
func (d *Decoder) leave(t *decoding, f *frame, unwound bool) {
	e := envs.Event{Kind: envs.Leave, Thread: t.thread}
	if !unwound {
		e.Done = d.follow(t, f, goal{leave, 0}, 0, false)
	}
	n, entered := len(t.frames)-1, f.entered
	t.frames = t.frames[:n]
	if entered {
		d.emit(e)
	}
	if n > 0 {
		below := &t.frames[n-1]
		below.threw = unwound && below.in && below.met
	}
}

// executed goes on behind an operation that was executed.
func (d *Decoder) executed(t *decoding, f *frame, pc int32, obj uint64, done bool) {
	if !d.follow(t, f, goal{execute, pc}, obj, done) && f.resume(pc, true) {
		d.step(t, f.code, pc, obj, done)
	}
}

// repeated goes on to the accesses that need no record after that of the one at pc.
func (d *Decoder) repeated(t *decoding, f *frame, pc int32, obj, address uint64) {
	if len(f.code.records.Upto) > 0 {
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

// A Batch is some records of one stream, in the order in which its goroutine wrote them. Numbered records come in the
// order of their numbers across all streams, and the Start of a goroutine comes after its Fork.
type Batch struct {
	Stream uint32   // a goroutine: numbered from 1 in order of appearance
	Words  []uint64 // whole records, without Next and End; valid until the next batch is asked for
	Ended  bool     // the goroutine is no more
}

// Batches is a source of records, such as a Ring. Iteration ends with the run. An error comes with an empty batch, and
// ends it if it is the last pair.
type Batches = iter.Seq2[Batch, error]
