package ir

import "github.com/seed38182bad/parallax/envs/explore"

// Ops are the operations at which the threads have stopped.
func (s *System) Ops() []explore.Op {
	if s.quick != nil {
		return s.quick.ops()
	}
	return s.operations()
}

func (s *System) operations() []explore.Op {
	s.ops, s.acc = s.ops[:0], s.acc[:0]
	if cap(s.acc) < len(s.m.threads) {
		s.acc = make([]explore.Access, 0, 2*len(s.m.threads)) // slices of it are handed out
	}
	limited := s.Limited() != ""
	var open *thread
	if s.whole != nil {
		open = s.open()
	}
	for _, t := range s.m.threads {
		if t.status == ended {
			continue
		}
		op := explore.Op{Thread: int(t.name), Started: int(t.id - 1), Enabled: s.enabled(t) && !limited}
		op.Enabled = op.Enabled && (open == nil || open == t)
		if a, values, ok := s.access(t); ok {
			s.acc = append(s.acc, a)
			op.Accesses, op.Values = s.acc[len(s.acc)-1:], values
			op.Accesses = op.Accesses[:1:1]
		} else {
			op.Values = values
		}
		s.ops = append(s.ops, op)
	}
	return s.ops
}

// access is what the operation accesses at which a thread has stopped, and how many results it has.
func (s *System) access(t *thread) (a explore.Access, values int, ok bool) {
	m := s.m
	switch t.status {
	case waiting, joining:
		return a, 0, false
	case notified:
		return explore.Access{Object: s.lock(t.on), Mode: explore.Acquire}, s.notifies(t.on), true
	}
	f := t.top()
	in, regs := &f.code.insts[f.pc], t.regs[f.base:]
	read := explore.Read
	switch in.code {
	case oNondet:
		return a, int(in.n), false
	case oStoreField, oStoreElem, oStoreGlobal:
		read = explore.Write
	}
	switch in.code {
	case oLoadGlobal, oStoreGlobal:
		return explore.Access{Object: s.lock(m.varIDs[in.n]), Mode: read}, 0, true
	case oLoadField, oStoreField:
		x := m.value(regs, in.a)
		if o := m.object(x); o != nil && o.class == int32(in.b) {
			return explore.Access{Object: s.slot(x.ref, int64(in.n)), Mode: read}, 0, true
		}
	case oLoadElem, oStoreElem:
		x, i := m.value(regs, in.a), m.value(regs, in.b)
		if o := m.object(x); o != nil && o.class == anArray && i.ref == 0 && i.num >= 0 && i.num < int64(len(o.slots)) {
			return explore.Access{Object: s.slot(x.ref, i.num), Mode: read}, 0, true
		}
	case oAcquire, oTryAcquire, oRelease, oExit, oWait, oNotify, oNotifyAll:
		x := m.value(regs, in.a)
		o := m.object(x)
		if o == nil {
			return a, 0, false
		}
		switch in.code {
		case oAcquire:
			return explore.Access{Object: s.lock(x.ref), Mode: explore.Acquire}, s.notifies(x.ref), true
		case oTryAcquire:
			mode := explore.TryAcquire
			if o.owner != 0 {
				mode = explore.TryFail
			}
			return explore.Access{Object: s.lock(x.ref), Mode: mode}, 0, true
		case oNotify, oNotifyAll:
			if in.code == oNotify {
				values = s.waiters(x.ref)
			}
			return a, values, false
		}
		return explore.Access{Object: s.lock(x.ref), Mode: explore.Release}, 0, true
	}
	return a, 0, false
}

// waiters is how many threads wait to be notified.
func (s *System) waiters(id int32) (n int) {
	for _, t := range s.m.threads {
		if t.status == waiting && t.on == id {
			n++
		}
	}
	return n
}

// lock is the number of an object as a lock, or of a variable.
func (s *System) lock(id int32) explore.Object { return s.objects[id-1] << 21 }

// slot is the number of a field or element.
func (s *System) slot(id int32, i int64) explore.Object {
	return s.objects[id-1]<<21 | explore.Object(i+1)
}
