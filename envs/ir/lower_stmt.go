package ir

import "github.com/seed38182bad/parallax/envs"

// list lowers the statements of one block of the source, which is the scope of
// the labels that stand in it.
func (b *builder) list(list []stmt) {
	outer := b.labels
	for _, s := range list {
		if l, ok := s.(*labelStmt); ok {
			if _, declared := b.labels.Get(l.id); declared {
				b.fail(l.pos, "label %s is declared already", l.id)
				continue
			}
			b.labels = b.labels.Set(l.id, label{b.newBlock(), len(b.syncs)})
		}
	}
	for _, s := range list {
		b.stmt(s)
	}
	b.labels = outer
}

func (b *builder) stmt(s stmt) {
	switch s := s.(type) {
	case *assign:
		b.assign(s)
	case *exprStmt:
		b.dropped(s.x)
	case *lockStmt:
		b.lockStmt(s)
	case *syncStmt:
		b.sync(s)
	case *ifStmt:
		then, els := b.newBlock(), b.newBlock()
		after := els
		if s.hasElse {
			after = b.newBlock()
		}
		b.cond(s.cond, then, els)
		b.cur = b.blocks[then]
		b.list(s.then)
		b.jump(after, b.lastPos())
		if s.hasElse {
			b.cur = b.blocks[els]
			b.list(s.els)
			b.jump(after, b.lastPos())
		}
		b.cur = b.blocks[after]
	case *whileStmt:
		head, body, exit := b.newBlock(), b.newBlock(), b.newBlock()
		b.start(head)
		b.cond(s.cond, body, exit)
		b.cur = b.blocks[body]
		b.loops = append(b.loops, loop{head, exit, len(b.syncs)})
		b.list(s.body)
		b.loops = b.loops[:len(b.loops)-1]
		b.jump(head, s.end)
		b.cur = b.blocks[exit]
	case *tryStmt:
		b.try(s)
	case *jumpStmt:
		b.jumpStmt(s)
	case *labelStmt:
		if l, ok := b.labels.Get(s.id); ok {
			b.start(l.block)
		}
	case *returnStmt:
		b.ret(s)
	}
}

var lockCode = map[token]opcode{
	tAcquire: oAcquire, tRelease: oRelease, tWait: oWait, tNotify: oNotify, tNotifyAll: oNotifyAll, tJoin: oJoin,
	tThrow: oThrow,
}

func (b *builder) lockStmt(s *lockStmt) {
	r := raw{inst: inst{code: lockCode[s.op], a: b.value(s.x, 0)}, pos: s.pos}
	if s.op != tJoin && s.op != tThrow {
		r.path, r.loc = b.path(s.x, r.a), b.monitor(s.x, r.a, 0)
	}
	b.emit(r)
}

func (b *builder) sync(s *syncStmt) {
	l := lock{op: b.value(s.x, 0)}
	l.path, l.loc = b.path(s.x, l.op), b.monitor(s.x, l.op, 0)
	if n, ok := s.x.(*name); ok && l.op > 0 && assigns(s.body, n.id) {
		// The end of the region gives back what its beginning took.
		l.op = b.move(b.temp(), l.op, s.x.at())
		if b.fixedPath(n.id, 0) == nil {
			l.path = &envs.Path{Root: envs.AtReg, Reg: l.op.reg(), Text: n.id}
		}
	}
	b.locked(l, s.pos, s.end, func() { b.list(s.body) })
}

func (b *builder) try(s *tryStmt) {
	if b.p.byName[s.reg.name] != nil {
		b.fail(s.reg.pos, "catch needs a register: %s is a global or a class", s.reg.name)
		return
	}
	handler, after := b.newBlock(), b.newBlock()
	outer := b.handler
	b.handler = handler + 1
	b.list(s.body)
	b.handler = outer
	b.jump(after, b.lastPos())
	b.cur = b.blocks[handler]
	b.emit(raw{inst: inst{code: oCatch, dst: b.regs[s.reg.name].r}, pos: s.reg.pos})
	b.list(s.catch)
	b.jump(after, s.end)
	b.cur = b.blocks[after]
}

func (b *builder) jumpStmt(s *jumpStmt) {
	switch s.op {
	case tSkip:
		b.emit(raw{inst: inst{code: oNop}, pos: s.pos})
	case tGoto:
		l, ok := b.labels.Get(s.label)
		if !ok {
			b.missing(s.pos, "there is no label %s in this block or around it", s.label)
			return
		}
		b.leave(l.syncs, s.pos)
		b.jump(l.block, s.pos)
	default:
		if len(b.loops) == 0 {
			b.fail(s.pos, "%s outside a loop", s.op)
			return
		}
		l := b.loops[len(b.loops)-1]
		b.leave(l.syncs, s.pos)
		if s.op == tBreak {
			b.jump(l.exit, s.pos)
		} else {
			b.jump(l.head, s.pos)
		}
	}
}

func (b *builder) ret(s *returnStmt) {
	if n := b.arity[b.d.name]; n != len(s.vals) {
		b.fail(s.pos, "this returns %d values, another return of %s has %d", len(s.vals), b.d.name, n)
	}
	r := raw{inst: inst{code: oReturn}, pos: s.pos}
	for _, x := range s.vals {
		r.args = append(r.args, b.value(x, 0))
	}
	b.leave(0, s.pos)
	b.emit(r)
}

func (b *builder) assign(s *assign) {
	if len(s.lhs) > 1 {
		b.assignResults(s)
		return
	}
	if n, ok := s.lhs[0].(*name); ok {
		if r := b.regs[n.id]; r != nil && b.p.byName[n.id] == nil {
			b.value(s.rhs, r.r)
			return
		}
	}
	store := b.place(s.lhs[0])
	store.c = b.value(s.rhs, 0)
	b.emit(store)
}

// assignResults lowers "a, b = f(x)".
func (b *builder) assignResults(s *assign) {
	c, ok := s.rhs.(*call)
	if !ok {
		b.fail(s.rhs.at(), "expected a call that returns %d values", len(s.lhs))
		return
	}
	if n := b.arity[c.fn]; n != len(s.lhs) && b.known(c.fn) {
		b.fail(c.pos, "%s returns %d values, not %d", c.fn, n, len(s.lhs))
		return
	}
	stores := make([]raw, len(s.lhs))
	for i, x := range s.lhs {
		stores[i] = b.place(x)
	}
	first := b.call(c, oCall, 0)
	for i, st := range stores {
		if st.code == oMove {
			st.a = first + operand(i)
		} else {
			st.c = first + operand(i)
		}
		b.emit(st)
	}
}

func (b *builder) known(fn string) bool {
	_, ok := b.p.ids[fn]
	return ok
}

// place is the operation that assigns to x, all but the value.
func (b *builder) place(x expr) raw {
	r := raw{pos: x.at()}
	switch x := x.(type) {
	case *name:
		g, ok := b.p.byName[x.id].(*global)
		switch {
		case ok && g.kind != finalGlobal:
			r.code, r.n, r.loc, r.flags = oStoreGlobal, g.slot, g.loc, g.flags()
		case b.p.byName[x.id] != nil:
			b.fail(x.pos, "cannot assign to %s: it is not a variable", x.id)
		default:
			r.code, r.dst = oMove, b.regs[x.id].r
		}
	case *field:
		r.code = oStoreField
		b.field(&r, x)
	case *index:
		r.code = oStoreElem
		b.elem(&r, x)
	}
	b.p.stored[r.loc] = true
	return r
}
