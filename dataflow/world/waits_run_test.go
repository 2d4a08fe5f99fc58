package world_test

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A waitingProgram is a program of operations with which threads wait for each other at
// groups and channels, and a machine that executes it. Objects are handed around in
// registers, and channels also in variables.
type waitingProgram struct {
	fns    []*envs.Func
	makes  map[envs.Point]string  // of New: a group, a channel, or a variable
	groups map[envs.Point]groupOp // see Group
}

type groupOp struct {
	reg       envs.Reg
	announced int
}

func (p *waitingProgram) NumFuncs() int                  { return len(p.fns) }
func (p *waitingProgram) Func(id envs.FuncID) *envs.Func { return p.fns[id] }
func (p *waitingProgram) Roots() []envs.FuncID           { return []envs.FuncID{0} }
func (p *waitingProgram) Detail(envs.Point) *envs.Detail { return envs.NoDetail }
func (p *waitingProgram) Position(at envs.Point) envs.Position {
	return envs.Position{File: p.fns[at.Func()].Name, Line: int(at.PC()) + 1, Col: 1}
}

func (p *waitingProgram) Knows() *envs.Knowledge {
	return &envs.Knowledge{
		Start: func() (main, others []envs.FuncID, alone bool) { return []envs.FuncID{0}, nil, true },
		Group: func(at envs.Point) (envs.Reg, int) { return p.groups[at].reg, p.groups[at].announced },
	}
}

// object is a group, a channel or a variable.
type object struct {
	id     uint64
	count  int
	values []value
	cap    int
	closed uint64 // what was signalled then
	holds  *object
}

// value is what a channel carries: what was signalled when it was sent.
type value uint64

// waitingRun is a run of a program.
type waitingRun struct {
	p       *waitingProgram
	rand    *rand.Rand
	steps   int
	next    uint64
	threads []*waitingThread
	globals map[*envs.Loc]*object
	say     func(envs.Event) bool
	failed  bool // a counter became negative, or something was done to what was closed
}

type waitingThread struct {
	id     envs.Thread
	frames []*waitingFrame
	tells  *object // at its end
}

type waitingFrame struct {
	fn   *envs.Func
	pc   int32
	regs []*object
}

func (r *waitingRun) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		r.next, r.globals, r.threads = 100, map[*envs.Loc]*object{}, nil
		r.say = func(ev envs.Event) bool { return yield(ev, nil) }
		if !r.push(r.start(), 0, nil, false) {
			return
		}
		for range r.steps {
			var ready []*waitingThread
			for _, t := range r.threads {
				if len(t.frames) > 0 && r.ready(t) {
					ready = append(ready, t)
				}
			}
			if len(ready) == 0 || r.failed {
				return
			}
			if t := ready[r.rand.IntN(len(ready))]; !r.step(t) {
				return
			}
		}
	}
}

func (r *waitingRun) identity() uint64 { r.next++; return r.next }

func (r *waitingRun) start() *waitingThread {
	t := &waitingThread{id: envs.Thread(len(r.threads) + 1)}
	r.threads = append(r.threads, t)
	return t
}

func (r *waitingRun) push(t *waitingThread, fn envs.FuncID, args []*object, direct bool) bool {
	f := &waitingFrame{fn: r.p.fns[fn], regs: make([]*object, r.p.fns[fn].Regs)}
	for i, p := range f.fn.Params {
		if i < len(args) {
			f.regs[p] = args[i]
		}
	}
	t.frames = append(t.frames, f)
	return r.say(envs.Event{Kind: envs.Enter, Thread: t.id, Func: fn, Direct: direct})
}

// about is the object that an operation is about.
func (r *waitingRun) about(f *waitingFrame, op *envs.Op) *object {
	if g, ok := r.p.groups[envs.At(f.fn.ID, op.PC)]; ok {
		return f.regs[g.reg]
	}
	return f.regs[op.Uses[0]]
}

// ready reports whether a thread can go on.
func (r *waitingRun) ready(t *waitingThread) bool {
	f := t.frames[len(t.frames)-1]
	switch op := &f.fn.Ops[f.pc]; op.Kind {
	case envs.Join:
		o := r.about(f, op)
		return o != nil && o.count == 0
	case envs.Send:
		o := r.about(f, op)
		return o != nil && (len(o.values) < o.cap || o.closed != 0)
	case envs.Receive:
		o := r.about(f, op)
		return o != nil && (len(o.values) > 0 || o.closed != 0)
	case envs.Call:
		return len(t.frames) < 6 || len(op.Callee.Funcs) == 0
	case envs.Fork:
		return len(r.threads) < 14
	}
	return true
}

// step executes an operation; false if nobody listens any more.
func (r *waitingRun) step(t *waitingThread) bool {
	f := t.frames[len(t.frames)-1]
	op := &f.fn.Ops[f.pc]
	at := envs.At(f.fn.ID, f.pc)
	ev := envs.Event{Kind: envs.Step, Thread: t.id, Func: f.fn.ID, PC: f.pc}
	then := func(kind envs.EventKind, obj uint64) bool {
		return r.say(ev) && r.say(envs.Event{Kind: kind, Thread: t.id, Obj: obj})
	}
	f.pc++
	switch op.Kind {
	case envs.New:
		o := &object{id: r.identity()}
		if r.p.makes[at] == "channel" {
			o.cap = 1 + r.rand.IntN(2)
		}
		f.regs[op.Dst] = o
	case envs.Load, envs.Store:
		from := &object{id: 1}
		if op.Uses[0] != 0 {
			if from = f.regs[op.Uses[0]]; from == nil {
				r.failed = true
				return true
			}
		} else if from.holds = r.globals[op.Loc]; op.Kind == envs.Store && op.Uses[1] != 0 {
			r.globals[op.Loc] = f.regs[op.Uses[1]]
		}
		ev.Obj = from.id
		if op.Kind == envs.Load {
			f.regs[op.Dst] = from.holds
		} else {
			from.holds = f.regs[op.Uses[1]]
		}
	case envs.Move:
		f.regs[op.Dst] = f.regs[op.Uses[0]]
	case envs.Branch:
		f.pc = f.fn.Lists[op.To][r.rand.IntN(2)]
	case envs.Jump:
		f.pc = op.To
	case envs.Notify, envs.Close, envs.Send:
		o := r.about(f, op)
		if o == nil {
			r.failed = true
			return true
		}
		signal := o.id
		switch {
		case op.Kind == envs.Notify:
			o.count--
		case o.closed != 0:
			r.failed = true
			return true
		case op.Kind == envs.Close:
			signal = r.identity()
			o.closed = signal
		default:
			signal = r.identity()
			o.values = append(o.values, value(signal))
		}
		r.failed = o.count < 0
		return then(envs.Signal, signal)
	case envs.Join:
		return then(envs.Observe, r.about(f, op).id)
	case envs.Receive:
		o := r.about(f, op)
		if len(o.values) == 0 {
			return then(envs.Observe, o.closed)
		}
		v := o.values[0]
		o.values = o.values[1:]
		return then(envs.Observe, uint64(v))
	case envs.Call, envs.Fork:
		var args []*object
		for _, u := range op.Uses {
			args = append(args, f.regs[u])
		}
		if len(op.Callee.Funcs) == 0 {
			if o := f.regs[op.Uses[0]]; o == nil {
				r.failed = true
			} else if o.count += r.p.groups[at].announced; o.count < 0 {
				r.failed = true
			}
			break
		}
		fn := op.Callee.Funcs[r.rand.IntN(len(op.Callee.Funcs))]
		if op.Kind == envs.Call {
			return r.say(ev) && r.push(t, fn, args, true)
		}
		child := r.start()
		if g, ok := r.p.groups[at]; ok {
			if child.tells = f.regs[g.reg]; child.tells == nil {
				r.failed = true
				return true
			}
			child.tells.count++
		}
		ev.Obj = uint64(child.id)
		return r.say(ev) && r.push(child, fn, args, false)
	case envs.Return:
		if !r.say(ev) || !r.say(envs.Event{Kind: envs.Leave, Thread: t.id, Done: true}) {
			return false
		}
		if t.frames = slices.Delete(t.frames, len(t.frames)-1, len(t.frames)); len(t.frames) > 0 {
			return true
		}
		if o := t.tells; o != nil {
			if o.count--; o.count < 0 {
				r.failed = true
			}
			if !r.say(envs.Event{Kind: envs.Signal, Thread: t.id, Obj: o.id}) {
				return false
			}
		}
		return r.say(envs.Event{Kind: envs.End, Thread: t.id, Done: true})
	}
	return r.say(ev)
}
