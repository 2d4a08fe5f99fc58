package ir

import (
	"github.com/seed38182bad/parallax/envs"
)

// layout puts the blocks that can be reached in reverse postorder and makes them
// a function.
func (b *builder) layout(id envs.FuncID, results int) *code {
	order := b.order()
	next := make([]int32, len(b.blocks)) // by block: the one laid out after it, or -1
	total := 0
	for i, id := range order {
		next[id] = -1
		if i+1 < len(order) {
			next[id] = order[i+1]
		}
		total += len(b.blocks[id].ops)
	}
	pc := make([]int32, len(b.blocks))
	n := int32(0)
	for _, id := range order {
		pc[id] = n
		n += int32(len(b.blocks[id].ops))
		if b.last(id).code == oJump && b.target(b.last(id).to) == next[id] {
			n--
		}
	}
	fn := &envs.Func{ID: id, Name: b.d.name, Atomic: b.d.atomic, Exported: b.d.root, Regs: b.nregs, Results: results,
		Contract: b.contract(), RegNames: b.regNames, Ops: make([]envs.Op, 0, n)}
	for _, q := range b.d.params {
		fn.Params = append(fn.Params, b.regs[q.name].r.reg())
	}
	c := &code{fn: fn, regs: b.nregs, name: b.d.name, insts: make([]inst, 0, n), pos: make([]pos, 0, n)}
	var uses []envs.Reg
	for _, id := range order {
		ops := b.blocks[id].ops
		handover(ops)
		for i := range ops {
			r := &ops[i]
			if r.code == oJump && i == len(ops)-1 && b.target(r.to) == next[id] {
				break
			}
			if r.ends {
				b.fail(r.pos, "missing return: %s returns %d values elsewhere", b.d.name, results)
			}
			in := r.inst
			if in.handler > 0 {
				in.handler = pc[b.target(in.handler-1)]
			}
			if in.code == oJump || in.code == oBranch {
				in.to = pc[b.target(in.to)]
			}
			if in.code == oBranch {
				in.els = pc[b.target(in.els)]
			}
			c.insts = append(c.insts, in)
			c.pos = append(c.pos, r.pos)
			c.bases = append(c.bases, r.base)
			fn.Ops = append(fn.Ops, b.op(fn, &in, r, &uses))
		}
	}
	return c
}

func (b *builder) last(id int32) *raw {
	ops := b.blocks[id].ops
	return &ops[len(ops)-1]
}

// target follows blocks that only jump on.
func (b *builder) target(id int32) int32 {
	for range b.blocks {
		ops := b.blocks[id].ops
		if len(ops) != 1 || ops[0].code != oJump {
			break
		}
		id = ops[0].to
	}
	return id
}

// succs adds the blocks that control may reach from block id: the likely next
// one first, handlers last.
func (b *builder) succs(id int32, list []int32) []int32 {
	switch r := b.last(id); r.code {
	case oJump:
		list = append(list, b.target(r.to))
	case oBranch:
		list = append(list, b.target(r.to), b.target(r.els))
	}
	handler := int32(0)
	for i := range b.blocks[id].ops {
		if h := b.blocks[id].ops[i].handler; h != 0 && h != handler {
			handler = h
			list = append(list, b.target(h-1))
		}
	}
	return list
}

// order is the reverse postorder of the blocks that the first one reaches.
func (b *builder) order() []int32 {
	type visit struct {
		id    int32
		succs []int32
	}
	seen := make([]bool, len(b.blocks))
	var post []int32
	entry := b.target(0)
	seen[entry] = true
	stack := []visit{{entry, b.succs(entry, nil)}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		n := len(v.succs)
		if n == 0 {
			post = append(post, v.id)
			stack = stack[:len(stack)-1]
			continue
		}
		s := v.succs[n-1] // visited first, so laid out last
		v.succs = v.succs[:n-1]
		if !seen[s] {
			seen[s] = true
			stack = append(stack, visit{s, b.succs(s, nil)})
		}
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// op is the operation that checkers see.
func (b *builder) op(fn *envs.Func, in *inst, r *raw, pool *[]envs.Reg) envs.Op {
	op := envs.Op{
		Kind: opcodes[in.code].kind, Flags: r.flags, PC: int32(len(fn.Ops)), Dst: in.dst.reg(), Handler: in.handler,
		Loc: r.loc, Path: r.path, Callee: r.callee,
	}
	if in.dst > 0 {
		op.Results = 1
	}
	if op.Kind == envs.Acquire || op.Kind == envs.TryAcquire {
		op.Flags |= envs.Reentrant
	}
	b.p.creates = b.p.creates || in.code == oNewObject || in.code == oNewArray
	b.p.joins = b.p.joins || in.code == oJoin
	b.p.waits = b.p.waits || in.code == oWait
	b.p.tries = b.p.tries || in.code == oTryAcquire
	b.p.notifies = b.p.notifies || in.code == oNotify
	if in.code == oNotifyAll {
		op.Flags |= envs.Group
	}
	start := len(*pool)
	for _, a := range in.uses() {
		*pool = append(*pool, a.reg())
	}
	if in.code == oCall {
		op.Results = uint16(in.els)
	}
	if len(*pool) > start {
		op.Uses = (*pool)[start:len(*pool):len(*pool)]
	}
	switch in.code {
	case oBranch:
		op.To = int32(len(fn.Lists))
		fn.Lists = append(fn.Lists, []int32{in.to, in.els})
	case oJump:
		op.To = in.to
	}
	return op
}
