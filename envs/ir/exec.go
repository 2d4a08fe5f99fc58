package ir

// exec executes one operation of t. It reports false, having done nothing, if t
// must wait for another thread first.
func (m *machine) exec(t *thread) bool {
	f := t.top()
	in := &f.code.insts[f.pc]
	regs := t.regs[f.base:]
	val := func(a operand) Value {
		if a > 0 {
			return regs[a]
		}
		return m.p.consts[-a]
	}
	if (in.code == oAcquire || in.code == oJoin) && m.mustWait(t) {
		return false
	}
	if m.opts.Observe != nil {
		m.state.t = t
		m.opts.Observe(&m.state)
	}
	m.steps++
	fail := func(code int64) bool {
		m.fault(t)
		m.throw(t, Int(code))
		return true
	}
	obj, done := int32(0), false
	element := uint64(0)
	switch in.code {
	case oNop:
	case oConst, oMove:
		regs[in.dst] = val(in.a)
	case oAdd, oSub, oMul, oDiv, oMod, oLt, oLe, oGt, oGe:
		// A reference counts as 0, so that nothing but division can fail.
		x, y := val(in.a).num, val(in.b).num
		if y == 0 && (in.code == oDiv || in.code == oMod) {
			return fail(ErrDivision)
		}
		regs[in.dst] = arith(in.code, x, y)
	case oEq:
		regs[in.dst] = truth(val(in.a) == val(in.b))
	case oNe:
		regs[in.dst] = truth(val(in.a) != val(in.b))
	case oNeg:
		regs[in.dst] = Int(-val(in.a).num)
	case oNot:
		regs[in.dst] = truth(!val(in.a).True())
	case oNondet:
		regs[in.dst] = Int(int64(m.choose(int(in.n))))
	case oLen:
		o := m.object(val(in.a))
		if o == nil || o.class != anArray {
			return fail(ErrNoObject)
		}
		regs[in.dst] = Int(int64(len(o.slots)))
	case oNewObject:
		obj = m.alloc(in.n, append([]Value(nil), m.p.classes[in.n].fields...))
		regs[in.dst] = object(obj)
	case oNewArray:
		n := val(in.a)
		if n.ref != 0 || n.num < 0 || n.num > maxArray {
			return fail(ErrBounds)
		}
		m.steps += int(n.num / 64) // so that the limit bounds memory as well
		obj = m.alloc(anArray, make([]Value, n.num))
		regs[in.dst] = object(obj)
	case oLoadGlobal:
		obj = m.varIDs[in.n]
		regs[in.dst] = m.vars[in.n]
	case oStoreGlobal:
		obj = m.varIDs[in.n]
		m.vars[in.n] = val(in.c)
	case oLoadField, oStoreField:
		v := val(in.a)
		o := m.object(v)
		if o == nil || o.class != int32(in.b) {
			return fail(ErrNoObject)
		}
		obj = v.ref
		if in.code == oLoadField {
			regs[in.dst] = o.slots[in.n]
		} else {
			o.slots[in.n] = val(in.c)
		}
	case oLoadElem, oStoreElem:
		v, i := val(in.a), val(in.b)
		o := m.object(v)
		if o == nil || o.class != anArray {
			return fail(ErrNoObject)
		}
		if i.ref != 0 || i.num < 0 || i.num >= int64(len(o.slots)) {
			return fail(ErrBounds)
		}
		element = m.element(v.ref, i.num)
		if in.code == oLoadElem {
			regs[in.dst] = o.slots[i.num]
		} else {
			o.slots[i.num] = val(in.c)
		}
	case oAcquire, oTryAcquire:
		obj = val(in.a).ref
		if obj <= 0 {
			return fail(ErrNoObject)
		}
		if owner := m.objs[obj-1].owner; owner == 0 || owner == t.id {
			m.take(t, obj, 1)
			done = true
		}
		if in.code == oTryAcquire {
			regs[in.dst] = truth(done)
		}
	case oRelease, oExit, oWait, oNotify, oNotifyAll:
		obj = val(in.a).ref
		if obj <= 0 {
			return fail(ErrNoObject)
		}
		if m.objs[obj-1].owner != t.id {
			if in.code == oExit {
				f.pc++ // given back already: not executed
				return true
			}
			return fail(ErrNotHeld)
		}
		done = true
		switch in.code {
		case oRelease, oExit:
			m.give(t, obj, 1)
		case oWait:
			m.step(t, uint64(obj), true)
			t.status, t.on, t.count = waiting, obj, m.objs[obj-1].count
			m.give(t, obj, t.count)
			return true
		case oNotify, oNotifyAll:
			m.wake(obj, in.code == oNotifyAll)
		}
	case oJoin:
		v := val(in.a)
		o := m.object(v)
		if o == nil || o.class != aThread {
			return fail(ErrNoObject)
		}
		obj, done = o.thread, true
	case oFork:
		args := make([]Value, len(in.args))
		for i, a := range in.args {
			args[i] = val(a)
		}
		obj = int32(len(m.threads) + 1)
		id := m.alloc(aThread, nil)
		m.objs[id-1].thread = obj
		regs[in.dst] = object(id)
		m.step(t, uint64(obj), true)
		f.pc++
		m.spawn(in.n, args)
		return true
	case oCall:
		if len(t.frames) >= m.opts.MaxDepth {
			return fail(ErrDepth)
		}
		m.step(t, 0, false)
		m.push(t, in.n, true)
		callee := t.regs[len(t.regs)-m.p.funcs[in.n].regs:]
		for i, a := range in.args {
			callee[i+1] = val(a)
		}
		return true
	case oReturn:
		m.ret(t, in)
		return true
	case oThrow:
		v := val(in.a)
		m.step(t, 0, false)
		m.throw(t, v)
		return true
	case oCatch:
		regs[in.dst] = t.exc
		t.exc = Value{}
	case oBranch:
		m.step(t, 0, false)
		if val(in.a).True() {
			f.pc = in.to
		} else {
			f.pc = in.els
		}
		return true
	case oJump:
		m.step(t, 0, false)
		f.pc = in.to
		return true
	}
	m.step(t, uint64(obj)|element, done)
	f.pc++
	return true
}

// ret leaves a frame and hands its results to the caller.
func (m *machine) ret(t *thread, in *inst) {
	m.step(t, 0, true)
	n := len(t.frames)
	f := &t.frames[n-1]
	regs := t.regs[f.base:]
	get := func(a operand) Value {
		if a > 0 {
			return regs[a]
		}
		return m.p.consts[-a]
	}
	if n > 1 {
		below := &t.frames[n-2]
		call := &below.code.insts[below.pc]
		for i, a := range in.args {
			t.regs[below.base+int32(call.dst)+int32(i)] = get(a)
		}
		m.pop(t, true)
		t.top().pc++
		return
	}
	m.pop(t, true)
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
		return Int(x + y)
	case oSub:
		return Int(x - y)
	case oMul:
		return Int(x * y)
	case oDiv:
		return Int(x / y)
	case oMod:
		return Int(x % y)
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
	f := t.top()
	in := &f.code.insts[f.pc]
	if in.code != oAcquire && in.code != oJoin {
		return false
	}
	v := m.p.consts[max(-in.a, 0)]
	if in.a > 0 {
		v = t.regs[f.base+int32(in.a)]
	}
	o := m.object(v)
	switch {
	case o == nil:
	case in.code == oAcquire && o.owner != 0 && o.owner != t.id:
		t.status, t.on = blocked, v.ref
		return true
	case in.code == oJoin && o.class == aThread && m.threads[o.thread-1].status != ended:
		t.status, t.on = joining, o.thread
		return true
	}
	return false
}
