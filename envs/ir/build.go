package ir

import (
	"fmt"

	"github.com/benbjohnson/immutable"

	"github.com/seed38182bad/parallax/envs"
)

// builder lowers one function to blocks of operations.
type builder struct {
	p     *Program
	errs  *errorList
	d     *funcDecl
	arity map[string]int

	blocks []*block
	cur    *block

	regs     map[string]*register
	nregs    int
	regNames map[envs.Reg]string

	handler int32 // 1 + the block where exceptions go, 0 if they leave
	syncs   []lock
	loops   []loop
	labels  *immutable.Map[string, label] // of the block and those around it
}

// register is what is known of a named register.
type register struct {
	r     operand
	param int // index from 0, or -1
	defs  int // how many places define it; a parameter counts as one
	from  expr
}

// raw is an operation before layout.
type raw struct {
	inst
	pos    pos
	flags  envs.Flags
	loc    *envs.Loc
	path   *envs.Path
	base   *envs.Path // of an access: the object that is accessed
	callee *envs.Callee
	ends   bool // the end of a function that has results: must not be reached
}

// block is a straight run of operations; the last one says where control goes.
type block struct {
	ops  []raw
	done bool
}

// lock is a monitor that a region of the source holds.
type lock struct {
	op   operand
	path *envs.Path
	loc  *envs.Loc
}

type loop struct {
	head, exit int32
	syncs      int
}

type label struct {
	block int32
	syncs int
}

func lowerFunc(p *Program, errs *errorList, d *funcDecl, id envs.FuncID, arity map[string]int) *code {
	b := &builder{
		p: p, errs: errs, d: d, arity: arity, regs: map[string]*register{}, nregs: 1, regNames: map[envs.Reg]string{},
		labels: immutable.NewMap[string, label](nil),
	}
	b.collect()
	b.start(b.newBlock())
	if d.sync && len(d.params) > 0 {
		l := lock{op: b.regs[d.params[0].name].r}
		x := &name{node{d.pos}, d.params[0].name}
		if b.regs[x.id].defs > 1 {
			l.op = b.move(b.temp(), l.op, d.pos)
		}
		l.path, l.loc = b.path(x, l.op), b.monitor(x, l.op, 0)
		b.locked(l, d.pos, d.end, func() { b.list(d.body) })
	} else {
		b.list(d.body)
	}
	n := b.arity[d.name]
	b.emit(raw{inst: inst{code: oReturn}, pos: d.end, ends: n > 0})
	if len(errs.list) > 0 {
		return nil
	}
	return b.layout(id, n)
}

func (b *builder) fail(at pos, format string, args ...any) {
	b.errs.add(b.p.file.position(at), fmt.Sprintf(format, args...))
}

// missing reports that something is not declared.
func (b *builder) missing(at pos, format string, args ...any) {
	if !b.errs.partial {
		b.fail(at, format, args...)
	}
}

// collect finds the function's registers.
func (b *builder) collect() {
	for i, q := range b.d.params {
		if b.p.byName[q.name] != nil {
			b.fail(q.pos, "parameter %s has the name of a global or a class", q.name)
		}
		if b.regs[q.name] != nil {
			b.fail(q.pos, "parameter %s is declared already", q.name)
			continue
		}
		b.regs[q.name] = &register{r: b.named(q.name), param: i, defs: 1}
	}
	assigned(b.d.body, func(at pos, id string, rhs expr) {
		if g := b.p.byName[id]; g != nil {
			return
		}
		r := b.regs[id]
		if r == nil {
			r = &register{r: b.named(id), param: -1}
			b.regs[id] = r
		}
		r.defs++
		r.from = rhs
	})
}

func (b *builder) temp() operand {
	r := operand(b.nregs)
	b.nregs++
	return r
}

func (b *builder) named(id string) operand {
	r := b.temp()
	b.regNames[envs.Reg(r)] = id
	return r
}

func (b *builder) newBlock() int32 {
	b.blocks = append(b.blocks, &block{})
	return int32(len(b.blocks) - 1)
}

// start makes the block the one that operations are added to; control falls into
// it.
func (b *builder) start(id int32) {
	if b.cur != nil {
		b.jump(id, b.lastPos())
	}
	b.cur = b.blocks[id]
}

func (b *builder) lastPos() pos {
	if n := len(b.cur.ops); n > 0 {
		return b.cur.ops[n-1].pos
	}
	return b.d.pos
}

// emit adds an operation. What follows a jump, and no label, is unreachable: it
// goes to a block of its own, which layout drops.
func (b *builder) emit(r raw) {
	if b.cur.done {
		b.cur = b.blocks[b.newBlock()]
	}
	if b.throws(&r.inst) {
		r.handler = b.handler
	}
	switch r.code {
	case oJump, oBranch, oReturn, oThrow:
		b.cur.done = true
	}
	b.cur.ops = append(b.cur.ops, r)
}

func (b *builder) throws(in *inst) bool {
	switch in.code {
	case oDiv, oMod:
		return in.b > 0 || b.p.consts[-in.b].num == 0
	case oLoadField, oStoreField:
		return b.objectClass(in.a) != int32(in.b)
	case oAcquire, oTryAcquire:
		return b.objectClass(in.a) == noObject
	}
	return opcodes[in.code].throws
}

const noObject = -100

// objectClass is the class of the named object that an operand is.
func (b *builder) objectClass(a operand) int32 {
	if a <= 0 {
		if id := b.p.consts[-a].ref; id > 0 {
			return b.p.objects[id-1].class
		}
	}
	return noObject
}

func (b *builder) jump(to int32, at pos) {
	if !b.cur.done {
		b.emit(raw{inst: inst{code: oJump, to: to}, pos: at})
	}
}

func (b *builder) move(dst, src operand, at pos) operand {
	code := oMove
	if src <= 0 {
		code = oConst
	}
	b.emit(raw{inst: inst{code: code, dst: dst, a: src}, pos: at})
	return dst
}

// path is the name by which the function knows the object that x evaluated to.
func (b *builder) path(x expr, a operand) *envs.Path {
	if n, ok := x.(*name); ok {
		if p := b.fixedPath(n.id, 0); p != nil {
			return p
		}
	}
	if a <= 0 {
		return nil
	}
	return &envs.Path{Root: envs.AtReg, Reg: a.reg(), Text: show(x)}
}

// fixedPath is the path of a name that means one object as long as the frame
// lives. Such are a named object, a parameter that is never assigned, and a
// register whose only definition copies one of these. Copies of other registers
// do not count: the original may have changed since.
func (b *builder) fixedPath(id string, depth int) *envs.Path {
	if g, ok := b.p.byName[id].(*global); ok {
		if g.kind == finalGlobal && g.isObj {
			return &envs.Path{Root: envs.AtGlobal, Global: id, Text: id}
		}
		return nil
	}
	r := b.regs[id]
	if r == nil || r.defs != 1 || depth > len(b.regs) {
		return nil
	}
	if r.param >= 0 {
		return &envs.Path{Root: envs.AtParam, Reg: envs.Reg(r.param), Text: id}
	}
	if n, ok := r.from.(*name); ok {
		return b.fixedPath(n.id, depth+1)
	}
	return nil
}

// monitor is the class of the monitor of the object that x evaluated to, nil if it is
// not known. It is known of a named object, and of one that the register's only
// definition makes.
func (b *builder) monitor(x expr, a operand, depth int) *envs.Loc {
	switch c := b.objectClass(a); {
	case c >= 0:
		return b.p.classes[c].monitor
	case c != noObject:
		return b.p.arrays
	}
	n, ok := x.(*name)
	if !ok || depth > len(b.regs) {
		return nil
	}
	if g, ok := b.p.byName[n.id].(*global); ok {
		if g.kind != finalGlobal {
			return nil
		}
		return b.monitor(nil, b.p.constant(g.value), 0)
	}
	r := b.regs[n.id]
	if r == nil || r.defs != 1 {
		return nil
	}
	switch from := r.from.(type) {
	case *name:
		return b.monitor(from, a, depth+1)
	case *newArray:
		return b.p.arrays
	case *newObject:
		if id, ok := b.p.byName[from.class].(int32); ok {
			return b.p.classes[id].monitor
		}
	}
	return nil
}

// locked lowers a region that holds a lock: the lock is given back at its end,
// and by a stub if an exception leaves it.
func (b *builder) locked(l lock, at, end pos, body func()) {
	b.emit(raw{inst: inst{code: oAcquire, a: l.op}, pos: at, path: l.path, loc: l.loc})
	outer := b.handler
	stub := b.newBlock()
	b.handler = stub + 1
	b.syncs = append(b.syncs, l)
	body()
	b.syncs = b.syncs[:len(b.syncs)-1]
	b.handler = outer
	if !b.cur.done {
		b.exit(l, end)
	}
	after := b.newBlock()
	b.jump(after, end)
	b.cur = b.blocks[stub]
	e := b.temp()
	b.emit(raw{inst: inst{code: oCatch, dst: e}, pos: end})
	b.exit(l, end)
	b.emit(raw{inst: inst{code: oThrow, a: e}, pos: end})
	b.cur = b.blocks[after]
}

func (b *builder) exit(l lock, at pos) {
	b.emit(raw{inst: inst{code: oExit, a: l.op}, pos: at, path: l.path, loc: l.loc})
}

// leave gives back the locks of the innermost regions down to depth n, before
// control leaves them.
func (b *builder) leave(n int, at pos) {
	for i := len(b.syncs) - 1; i >= n; i-- {
		b.exit(b.syncs[i], at)
	}
}
