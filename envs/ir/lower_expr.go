package ir

import (
	"github.com/seed38182bad/parallax/envs"
)

var binaryCode = map[token]opcode{
	tAdd: oAdd, tSub: oSub, tMul: oMul, tDiv: oDiv, tMod: oMod,
	tEq: oEq, tNe: oNe, tLt: oLt, tLe: oLe, tGt: oGt, tGe: oGe,
}

// value lowers x and says where its value is: in dst, or if dst is 0, wherever
// it comes to stand.
func (b *builder) value(x expr, dst operand) operand {
	r := raw{pos: x.at()}
	switch x := x.(type) {
	case *lit:
		return b.constant(x.value(), dst, x.pos)
	case *name:
		return b.name(x, dst)
	case *field:
		r.code = oLoadField
		b.field(&r, x)
	case *index:
		r.code = oLoadElem
		b.elem(&r, x)
	case *unary:
		if l, ok := x.x.(*lit); ok && x.op == tSub && l.kind == intLit {
			return b.constant(intValue(-l.val), dst, x.pos)
		}
		r.code = oNeg
		if x.op == tNot {
			r.code = oNot
		}
		r.a = b.value(x.x, 0)
	case *binary:
		if x.op == tAnd || x.op == tOr {
			return b.truth(x, dst)
		}
		r.code = binaryCode[x.op]
		r.a = b.value(x.x, 0)
		r.b = b.value(x.y, 0)
	case *call:
		if n := b.arity[x.fn]; n != 1 && b.known(x.fn) {
			b.fail(x.pos, "%s returns %d values; here one is needed", x.fn, n)
			return 0
		}
		return b.call(x, oCall, dst)
	case *spawn:
		return b.call(x.call, oFork, dst)
	case *newObject:
		id, ok := b.p.byName[x.class].(int32)
		if !ok {
			b.missing(x.pos, "there is no class %s", x.class)
		}
		r.code, r.n = oNewObject, id
	case *newArray:
		r.code = oNewArray
		r.a = b.value(x.n, 0)
	case *length:
		r.code = oLen
		r.a = b.value(x.x, 0)
	case *nondet:
		r.code, r.n = oNondet, 2
		if x.n != nil {
			r.n = int32(x.n.val)
		}
	case *tryAcquire:
		return b.tryAcquire(x, dst)
	default:
		return 0 // what the parser left behind after an error
	}
	return b.define(r, dst)
}

// define emits an operation with a result, which comes to stand in dst or, if that is 0, in a register of its own.
func (b *builder) define(r raw, dst operand) operand {
	if r.dst = dst; dst == 0 {
		r.dst = b.temp()
	}
	b.emit(r)
	return r.dst
}

func (b *builder) name(x *name, dst operand) operand {
	switch g := b.p.byName[x.id].(type) {
	case *global:
		if g.kind == finalGlobal {
			return b.constant(g.value, dst, x.pos)
		}
		r := raw{inst: inst{code: oLoadGlobal, n: g.slot}, pos: x.pos, loc: g.loc, flags: g.flags()}
		return b.define(r, dst)
	case int32:
		b.fail(x.pos, "%s is a class, not a value", x.id)
		return 0
	}
	reg := b.regs[x.id]
	switch {
	case reg == nil:
		b.missing(x.pos, "%s is never assigned: there is no register, variable or object of this name", x.id)
		return 0
	case dst == 0:
		return reg.r
	}
	return b.move(dst, reg.r, x.pos)
}

func (b *builder) tryAcquire(x *tryAcquire, dst operand) operand {
	r := raw{inst: inst{code: oTryAcquire, a: b.value(x.x, 0)}, pos: x.pos}
	r.path, r.loc = b.path(x.x, r.a), b.monitor(x.x, r.a, 0)
	if dst == r.a && dst != 0 {
		// The path means the register before the operation changes it.
		return b.move(dst, b.define(r, 0), x.pos)
	}
	return b.define(r, dst)
}

func (b *builder) constant(v Value, dst operand, at pos) operand {
	a := b.p.constant(v)
	if dst == 0 {
		return a
	}
	return b.move(dst, a, at)
}

func (g *global) flags() envs.Flags {
	if g.kind == volatileGlobal {
		return envs.Volatile
	}
	return 0
}

// field completes a load or store of a field, but for the value.
func (b *builder) field(r *raw, x *field) {
	r.a = b.value(x.x, 0)
	r.base = b.path(x.x, r.a)
	f := b.p.fields[x.id]
	if f == nil {
		b.missing(x.pos, "no class has a field %s", x.id)
		return
	}
	r.n, r.loc = f.slot, f.loc
	r.b = operand(f.class)
	if f.volatile {
		r.flags = envs.Volatile
	}
}

// elem completes a load or store of an element, but for the value.
func (b *builder) elem(r *raw, x *index) {
	r.a = b.value(x.x, 0)
	r.base, r.loc = b.path(x.x, r.a), b.p.elem
	r.b = b.value(x.i, 0)
}

// truth lowers && and || as a value: 1 or 0.
func (b *builder) truth(x *binary, dst operand) operand {
	yes, no, after := b.newBlock(), b.newBlock(), b.newBlock()
	b.cond(x, yes, no)
	if dst == 0 {
		dst = b.temp()
	}
	b.cur = b.blocks[yes]
	b.constant(intValue(1), dst, x.pos)
	b.jump(after, x.pos)
	b.cur = b.blocks[no]
	b.constant(intValue(0), dst, x.pos)
	b.jump(after, x.pos)
	b.cur = b.blocks[after]
	return dst
}

// cond lowers a condition: control goes to yes or no.
func (b *builder) cond(x expr, yes, no int32) {
	switch x := x.(type) {
	case *unary:
		if x.op == tNot {
			b.cond(x.x, no, yes)
			return
		}
	case *binary:
		if x.op == tAnd || x.op == tOr {
			mid := b.newBlock()
			if x.op == tAnd {
				b.cond(x.x, mid, no)
			} else {
				b.cond(x.x, yes, mid)
			}
			b.cur = b.blocks[mid]
			b.cond(x.y, yes, no)
			return
		}
	case *lit:
		if x.value().isTrue() {
			b.jump(yes, x.pos)
		} else {
			b.jump(no, x.pos)
		}
		return
	}
	a := b.value(x, 0)
	b.emit(raw{inst: inst{code: oBranch, a: a, to: yes, els: no}, pos: x.at()})
}

// dropped lowers an expression and drops its results.
func (b *builder) dropped(x expr) {
	if c, ok := x.(*call); ok {
		b.call(c, oCall, 0)
		return
	}
	b.value(x, 0)
}

// call lowers a call or a spawn; it gives the register of the first result.
func (b *builder) call(x *call, code opcode, dst operand) operand {
	id, ok := b.p.ids[x.fn]
	if !ok {
		b.missing(x.pos, "there is no func %s", x.fn)
		return 0
	}
	if want := len(b.p.decls[id].params); want != len(x.args) {
		b.fail(x.pos, "%s has %d parameters, not %d", x.fn, want, len(x.args))
		return 0
	}
	r := raw{inst: inst{code: code, n: int32(id)}, pos: x.pos}
	r.callee = &envs.Callee{Name: x.fn, Funcs: b.p.self[id : id+1 : id+1]}
	paths := make([]*envs.Path, len(x.args))
	overlap := false
	for i, y := range x.args {
		a := b.value(y, 0)
		r.args = append(r.args, a)
		overlap = overlap || a > 0 && a == dst
		if paths[i] = b.path(y, a); paths[i] != nil {
			r.callee.Args = paths
		}
	}
	results := operand(1) // of a spawn: the thread
	if code == oCall {
		results = operand(b.arity[x.fn])
	}
	r.els = int32(results)
	switch {
	case results == 0:
		b.emit(r)
		return 0
	case dst != 0 && !overlap:
		r.dst = dst
	default:
		r.dst = operand(b.nregs)
		b.nregs += int(results)
	}
	b.emit(r)
	if overlap {
		// The arguments' paths mean the registers before the call.
		return b.move(dst, r.dst, x.pos)
	}
	return r.dst
}
