package ir

// exec executes one operation of t. It reports false, having done nothing, if t
// must wait for another thread first.
func (m *machine) exec(t *thread) bool {
	f := t.top()
	in := &f.code.insts[f.pc]
	if (in.code == oAcquire || in.code == oJoin) && m.mustWait(t) {
		return false
	}
	if m.opts.Observe != nil {
		m.state.t = t
		m.opts.Observe(&m.state)
	}
	m.steps++
	opcodes[in.code].exec(m, t, f, in, t.regs[f.base:])
	return true
}

// value is what an operand is.
func (m *machine) value(regs []Value, a operand) Value {
	if a > 0 {
		return regs[a]
	}
	return m.p.consts[-a]
}

// next ends an operation after which control goes on behind it.
func (m *machine) next(t *thread, f *frame, obj uint64, done bool) {
	m.step(t, obj, done)
	f.pc++
}

// fail throws what an operation throws that cannot take effect.
func (m *machine) fail(t *thread, code int64) {
	m.fault(t)
	m.throw(t, intValue(code))
}

func (m *machine) nop(t *thread, f *frame, _ *inst, _ []Value) { m.next(t, f, 0, false) }

func (m *machine) move(t *thread, f *frame, in *inst, regs []Value) {
	regs[in.dst] = m.value(regs, in.a)
	m.next(t, f, 0, false)
}

// binary computes from two values.
func (m *machine) binary(t *thread, f *frame, in *inst, regs []Value) {
	x, y := m.value(regs, in.a), m.value(regs, in.b)
	switch in.code {
	case oEq:
		regs[in.dst] = truth(x == y)
	case oNe:
		regs[in.dst] = truth(x != y)
	default:
		// A reference counts as 0, so that nothing but division can fail.
		if y.num == 0 && (in.code == oDiv || in.code == oMod) {
			m.fail(t, errDivision)
			return
		}
		regs[in.dst] = arith(in.code, x.num, y.num)
	}
	m.next(t, f, 0, false)
}

func (m *machine) neg(t *thread, f *frame, in *inst, regs []Value) {
	regs[in.dst] = intValue(-m.value(regs, in.a).num)
	m.next(t, f, 0, false)
}

func (m *machine) not(t *thread, f *frame, in *inst, regs []Value) {
	regs[in.dst] = truth(!m.value(regs, in.a).isTrue())
	m.next(t, f, 0, false)
}

func (m *machine) nondet(t *thread, f *frame, in *inst, regs []Value) {
	regs[in.dst] = intValue(int64(m.choose(int(in.n))))
	m.next(t, f, 0, false)
}

func (m *machine) length(t *thread, f *frame, in *inst, regs []Value) {
	o := m.object(m.value(regs, in.a))
	if o == nil || o.class != anArray {
		m.fail(t, errNoObject)
		return
	}
	regs[in.dst] = intValue(int64(len(o.slots)))
	m.next(t, f, 0, false)
}

func (m *machine) newObject(t *thread, f *frame, in *inst, regs []Value) {
	id := m.alloc(in.n, append([]Value(nil), m.p.classes[in.n].fields...))
	regs[in.dst] = object(id)
	m.next(t, f, uint64(id), false)
}

func (m *machine) newArray(t *thread, f *frame, in *inst, regs []Value) {
	n := m.value(regs, in.a)
	if n.ref != 0 || n.num < 0 || n.num > maxArray {
		m.fail(t, errBounds)
		return
	}
	m.steps += int(n.num / 64) // so that the limit bounds memory as well
	id := m.alloc(anArray, make([]Value, n.num))
	regs[in.dst] = object(id)
	m.next(t, f, uint64(id), false)
}

func (m *machine) loadGlobal(t *thread, f *frame, in *inst, regs []Value) {
	regs[in.dst] = m.vars[in.n]
	m.next(t, f, uint64(m.varIDs[in.n]), false)
}

func (m *machine) storeGlobal(t *thread, f *frame, in *inst, regs []Value) {
	m.vars[in.n] = m.value(regs, in.c)
	m.next(t, f, uint64(m.varIDs[in.n]), false)
}

// field loads or stores a field.
func (m *machine) field(t *thread, f *frame, in *inst, regs []Value) {
	x := m.value(regs, in.a)
	o := m.object(x)
	if o == nil || o.class != int32(in.b) {
		m.fail(t, errNoObject)
		return
	}
	if in.code == oLoadField {
		regs[in.dst] = o.slots[in.n]
	} else {
		o.slots[in.n] = m.value(regs, in.c)
	}
	m.next(t, f, uint64(x.ref), false)
}

// elem loads or stores an element.
func (m *machine) elem(t *thread, f *frame, in *inst, regs []Value) {
	x, i := m.value(regs, in.a), m.value(regs, in.b)
	o := m.object(x)
	if o == nil || o.class != anArray {
		m.fail(t, errNoObject)
		return
	}
	if i.ref != 0 || i.num < 0 || i.num >= int64(len(o.slots)) {
		m.fail(t, errBounds)
		return
	}
	if in.code == oLoadElem {
		regs[in.dst] = o.slots[i.num]
	} else {
		o.slots[i.num] = m.value(regs, in.c)
	}
	m.next(t, f, m.element(x.ref, i.num), false)
}

// acquire takes a monitor, or tries to.
func (m *machine) acquire(t *thread, f *frame, in *inst, regs []Value) {
	x := m.value(regs, in.a)
	o := m.object(x)
	if o == nil {
		m.fail(t, errNoObject)
		return
	}
	done := o.owner == 0 || o.owner == t.id
	if done {
		m.take(t, x.ref, 1)
	}
	if in.code == oTryAcquire {
		regs[in.dst] = truth(done)
	}
	m.next(t, f, uint64(x.ref), done)
}

// held executes what wants the monitor to be held.
func (m *machine) held(t *thread, f *frame, in *inst, regs []Value) {
	x := m.value(regs, in.a)
	o := m.object(x)
	switch {
	case o == nil:
		m.fail(t, errNoObject)
		return
	case o.owner != t.id && in.code == oExit:
		f.pc++ // given back already: not executed
		return
	case o.owner != t.id:
		m.fail(t, errNotHeld)
		return
	}
	switch in.code {
	case oWait:
		m.step(t, uint64(x.ref), true)
		t.status, t.on, t.count = waiting, x.ref, o.count
		m.give(t, x.ref, t.count)
		m.awaits(t, uint64(x.ref))
		return
	case oNotify, oNotifyAll:
		m.wake(x.ref, in.code == oNotifyAll)
	default:
		m.give(t, x.ref, 1)
	}
	m.next(t, f, uint64(x.ref), true)
}

func (m *machine) join(t *thread, f *frame, in *inst, regs []Value) {
	o := m.object(m.value(regs, in.a))
	if o == nil || o.class != aThread {
		m.fail(t, errNoObject)
		return
	}
	m.next(t, f, uint64(o.thread), true)
}

func (m *machine) fork(t *thread, f *frame, in *inst, regs []Value) {
	args := make([]Value, len(in.args))
	for i, a := range in.args {
		args[i] = m.value(regs, a)
	}
	id, handle := int32(len(m.threads)+1), m.alloc(aThread, nil)
	m.objs[handle-1].thread = id
	regs[in.dst] = object(handle)
	m.next(t, f, uint64(id), true)
	m.spawn(in.n, args)
}

func (m *machine) call(t *thread, _ *frame, in *inst, regs []Value) {
	if len(t.frames) >= m.opts.MaxDepth {
		m.fail(t, errDepth)
		return
	}
	m.step(t, 0, false)
	m.push(t, in.n, true)
	callee := t.regs[len(t.regs)-m.p.funcs[in.n].regs:]
	for i, a := range in.args {
		callee[i+1] = m.value(regs, a)
	}
}

// ret leaves a frame and hands its results to the caller.
func (m *machine) ret(t *thread, _ *frame, in *inst, regs []Value) {
	m.step(t, 0, true)
	n := len(t.frames)
	if n == 1 {
		m.pop(t, true)
		return
	}
	below := &t.frames[n-2]
	call := &below.code.insts[below.pc]
	for i, a := range in.args {
		t.regs[below.base+int32(call.dst)+int32(i)] = m.value(regs, a)
	}
	m.pop(t, true)
	below.pc++
}

func (m *machine) raise(t *thread, _ *frame, in *inst, regs []Value) {
	m.step(t, 0, false)
	m.throw(t, m.value(regs, in.a))
}

func (m *machine) catch(t *thread, f *frame, in *inst, regs []Value) {
	regs[in.dst], t.exc = t.exc, Value{}
	m.next(t, f, 0, false)
}

func (m *machine) branch(t *thread, f *frame, in *inst, regs []Value) {
	m.step(t, 0, false)
	f.pc = in.els
	if m.value(regs, in.a).isTrue() {
		f.pc = in.to
	}
}

func (m *machine) jump(t *thread, f *frame, in *inst, _ []Value) {
	m.step(t, 0, false)
	f.pc = in.to
}

func (m *machine) object(v Value) *obj {
	if v.ref <= 0 {
		return nil
	}
	return &m.objs[v.ref-1]
}

func (m *machine) alloc(class int32, slots []Value) int32 {
	m.objs = append(m.objs, obj{class: class, slots: slots})
	return int32(len(m.objs))
}

func arith(code opcode, x, y int64) Value {
	switch code {
	case oAdd:
		return intValue(x + y)
	case oSub:
		return intValue(x - y)
	case oMul:
		return intValue(x * y)
	case oDiv:
		return intValue(x / y)
	case oMod:
		return intValue(x % y)
	case oLt:
		return truth(x < y)
	case oLe:
		return truth(x <= y)
	case oGt:
		return truth(x > y)
	}
	return truth(x >= y)
}

// mustWait reports whether t cannot execute the operation it is at before
// another thread gives back a lock or ends, and notes for what it waits.
func (m *machine) mustWait(t *thread) bool {
	is, on := m.waits(t)
	if is == running {
		return false
	}
	t.status, t.on = is, on
	m.awaits(t, uint64(on))
	return true
}

// waits says of a thread that is running whether it cannot execute the operation it is at, and for what it waits then.
func (m *machine) waits(t *thread) (is status, on int32) {
	f := t.top()
	in := &f.code.insts[f.pc]
	if in.code != oAcquire && in.code != oJoin {
		return running, 0
	}
	v := m.value(t.regs[f.base:], in.a)
	o := m.object(v)
	switch {
	case o == nil:
	case in.code == oAcquire && o.owner != 0 && o.owner != t.id:
		return blocked, v.ref
	case in.code == oJoin && o.class == aThread && m.threads[o.thread-1].status != ended:
		return joining, o.thread
	}
	return running, 0
}
