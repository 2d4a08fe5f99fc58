package wire

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// A frame is a function that is being executed, as far as the records show.
type frame struct {
	code  *code  // nil if the function is not known
	pc    int32  // to be executed next
	at    int32  // executed last; -1 if none
	in    bool   // in the call at
	block bool   // it is at pc since a Block record said so
	met   bool   // that call has entered what it calls
	threw bool   // the callee was unwound
	fault int32  // 1 + the operation of which a record said that it throws; 0 if none did
	panic uint32 // distance of the panic whose deferred calls it runs, 0 if none
	dist  uint32
	kept  []kept // objects that accesses after an Object record have, too

	entered bool  // its Enter was emitted
	direct  bool  // it was entered by an operation of the frame below
	calling int32 // the operation of the frame below in which it was entered, if that has its event first; else -1
}

// resume puts the frame at an operation, or after it, since a record says so, with no way there; not if there is no
// such operation. A call that the frame was in is over.
func (f *frame) resume(op int32, executed bool) bool {
	if uint32(op) >= uint32(len(f.code.fn.Ops)) {
		return false
	}
	f.code = f.code.with(f.code.began | unsure)
	f.pc, f.at, f.in, f.block, f.met, f.threw, f.fault = op, -1, false, false, false, false, 0
	if executed {
		f.pc, f.at = op+1, op
	}
	return true
}

// cut pops the frames from dist on, which were unwound.
func (d *Decoder) cut(t *decoding, dist uint32) {
	n := len(t.frames)
	for n > 0 && t.frames[n-1].dist >= dist {
		entered := t.frames[n-1].entered
		t.frames = t.frames[:n-1]
		n--
		if entered {
			d.emit(envs.Event{Kind: envs.Leave, Thread: t.thread})
		}
		if n > 0 {
			f := &t.frames[n-1]
			f.threw = f.in && f.met // else what is in between may have stopped the panic
		}
	}
}

// follow steps along the way to a goal. Its last step, if the goal is an operation, has an object.
func (d *Decoder) follow(t *decoding, f *frame, g goal, obj uint64, done bool) bool {
	var p *plan
	if f.threw || f.fault > 0 {
		if p = f.unwind(g); !p.ok {
			p = f.code.plan(f.pc, g)
		}
	} else if p = f.code.plan(f.pc, g); !p.ok {
		p = f.unwind(g)
	}
	if !p.ok {
		d.misfit(t, f, g)
		return false
	}
	d.walk(t, f, p, obj, done)
	return true
}

// unwind is the way on from the operation that threw: the one of a Fault record, the one that was executed last, or one
// that follows.
func (f *frame) unwind(g goal) *plan {
	if f.fault > 0 {
		if p := f.code.unwind(f.fault-1, f.pc, g); p.ok {
			return p
		}
	}
	return f.code.unwind(f.at, f.pc, g)
}

// walk takes the way of a plan. One that is not kept is counted here.
func (d *Decoder) walk(t *decoding, f *frame, p *plan, obj uint64, done bool) {
	if p.n++; !p.kept {
		p.count(f.code.n, !d.opts.Sparse)
	}
	last := p.emitsLast
	if !f.entered && (len(p.events) > 0 || last) {
		if len(p.events) == 0 && f.code.fn.Ops[p.last].Kind == envs.Return {
			last = false // the frame has no other event
		} else if d.emitEntries(t); d.stopped {
			return
		}
	}
	if len(p.events) > 0 || last {
		e := &d.event
		*e = envs.Event{Thread: t.thread}
		for _, pc := range p.events {
			e.PC = pc
			if !d.sink(e) {
				d.stopped = true
				return
			}
		}
		if last {
			e.PC, e.Obj, e.Done = p.last, obj&^onSharedSide, done
			e.Direct = obj&onSharedSide != 0
			if !d.sink(e) {
				d.stopped = true
				return
			}
		}
	}
	if p.at >= 0 {
		f.at = p.at
	}
	f.pc, f.in, f.met, f.threw, f.block, f.fault = p.pc, p.call, false, false, false, 0
	f.code = f.code.with(f.code.began | p.began)
}

// emitEntries emits the Enter events of frames that have none yet. Where operations are selected, it is called only
// before the event of one.
func (d *Decoder) emitEntries(t *decoding) {
	i := len(t.frames)
	for i > 0 && !t.frames[i-1].entered {
		i--
	}
	for ; i < len(t.frames); i++ {
		f := &t.frames[i]
		if f.code == nil {
			continue
		}
		if f.calling >= 0 {
			d.emit(envs.Event{PC: f.calling, Thread: t.thread})
		}
		f.entered = true
		d.emit(envs.Event{Kind: envs.Enter, Func: f.code.fn.ID, Direct: f.direct, Thread: t.thread})
	}
}

// step is an operation that was executed on no planned way.
func (d *Decoder) step(t *decoding, c *code, pc int32, obj uint64, done bool) {
	c.n[pc]++
	if c.emits(pc, obj != 0) {
		d.emitEntries(t)
		d.emit(envs.Event{PC: pc, Thread: t.thread, Obj: obj &^ onSharedSide, Done: done, Direct: obj&onSharedSide != 0})
	}
}

func (d *Decoder) enter(t *decoding, h head) {
	n := len(t.frames)
	direct, calling := false, int32(-1)
	if n > 0 && t.frames[n-1].code != nil {
		f := &t.frames[n-1]
		g := goal{enter, int32(h.callee())}
		if caller, known := h.caller(); known && caller != f.dist {
			g.kind = via
		}
		if (g.kind == enter || !f.in || f.met) && !f.beforeRecorded() {
			var p *plan
			if f.threw || f.fault > 0 {
				p = f.unwind(g)
			}
			if p == nil || !p.ok {
				p = f.code.plan(f.pc, g)
			}
			if direct = p.direct; p.ok && (direct || !f.in || f.met) {
				d.walk(t, f, p, 0, false)
				f.met, calling = direct, p.calling()
			}
		}
	}
	d.push(t, h, direct, calling)
}

// beforeRecorded reports whether the frame is before a call that it cannot be in yet, since that call has a record.
func (f *frame) beforeRecorded() bool {
	return !f.block && int(f.pc) < len(f.code.fn.Ops) && f.code.records.Recorded[f.pc]
}

// deferred is for a lock operation that was deferred. Where a frame with nothing else to do is unwound, there may be no
// operation for that; then one that stands before a return serves.
func (d *Decoder) deferred(t *decoding, f *frame, h head, obj uint64) {
	g := goal{execute, int32(h.arg() &^ unwindingLock)}
	var p *plan
	if h.arg()&unwindingLock == 0 {
		if p = f.code.plan(f.pc, g); p.ok {
			d.walk(t, f, p, obj, true)
			return
		}
	}
	if p = f.unwind(g); p.ok {
		d.walk(t, f, p, obj, true)
		return
	}
	sites := f.code.sites(g)
	if len(sites) == 0 || h.arg()&unwindingLock == 0 {
		d.misfit(t, f, g)
	}
	if len(sites) > 0 {
		d.step(t, f.code, sites[0], obj, true)
		f.resume(sites[0], true)
	}
}

// enterPanic is for a frame that begins while the goroutine panics: a deferred call of the frame at the distance of, or
// something that such a call calls. The panic's own frame is at the distance pan.
func (d *Decoder) enterPanic(t *decoding, h head, of, pan uint32) {
	d.cut(t, h.frame())
	n := len(t.frames)
	if n > 0 && t.frames[n-1].dist > pan {
		d.enter(t, h)
		return
	}
	d.cut(t, of+1)
	if n = len(t.frames); n == 0 || t.frames[n-1].dist != of || t.frames[n-1].code == nil {
		d.push(t, h, false, -1)
		return
	}
	f := &t.frames[n-1]
	g := goal{enter, int32(h.callee())}
	var p *plan
	if f.panic != pan {
		p = f.unwind(g)
	}
	if p == nil || !p.direct {
		p = f.code.plan(f.pc, g) // on the way that an earlier deferred call began
	}
	f.panic = pan
	calling := int32(-1)
	if p.direct {
		d.walk(t, f, p, 0, false)
		f.met, calling = true, p.calling()
	}
	d.push(t, h, p.direct, calling)
}

// calling is the operation that the plan ends in, if it is a call without an event.
func (p *plan) calling() int32 {
	if p.call && !p.emitsLast {
		return p.last
	}
	return -1
}

func (d *Decoder) push(t *decoding, h head, direct bool, calling int32) {
	id := int(h.callee())
	f := frame{dist: h.frame(), at: -1, block: !d.opts.Sparse, direct: direct, calling: calling}
	f.code = d.codeOf(envs.FuncID(id))
	t.frames = append(t.frames, f)
	if f.code == nil {
		d.problem(fmt.Errorf("goroutine %d: enters function %d, which the program does not have", t.goid, id))
		return
	}
	if d.opts.Selects == nil || len(t.frames) == 1 {
		d.emitEntries(t)
	}
}

// codeOf is a function of the program, nil if there is none of this number.
func (d *Decoder) codeOf(id envs.FuncID) *code {
	if id < 0 || int(id) >= len(d.code) {
		return nil
	}
	if d.code[id] == nil {
		if fn := d.opts.prog.Func(id); fn != nil {
			d.code[id] = newCode(fn, &d.opts)
		}
	}
	return d.code[id]
}

var recordOf = [...]string{
	reach: "block", again: "block", execute: "lock or object", enter: "enter", via: "enter", leave: "leave",
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
		what = fmt.Sprintf("deferred lock operation %d", uint32(g.arg)&(unwindingLock-1))
	case int(g.arg) >= len(fn.Ops):
		what = fmt.Sprintf("op %d, which the function does not have", g.arg)
	default:
		what = fmt.Sprintf("op %d (%s)", g.arg, &fn.Ops[g.arg])
	}
	d.problem(fmt.Errorf("goroutine %d: %s: no way from %s to %s, where the %s record says that it is",
		t.goid, fn.Name, at, what, recordOf[g.kind]))
}
