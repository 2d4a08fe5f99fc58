package plan

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// accesses puts probes where the function accesses memory that threads may share, unless it is certain to be the same
// memory that an access shortly before was to.
func (p *plan) accesses() {
	p.Same, p.Offset, p.Upto = map[int32]int32{}, map[int32]int64{}, map[int32]int32{}
	for i := range p.m.Func.Ops {
		if p.m.Func.Ops[i].Accesses() {
			p.count.All++
		}
	}
	for b := range p.reached() {
		w := &accessBlock{
			plan: p, fresh: freshStores(b), first: map[cellKey]int32{}, known: map[ssa.Value]bool{}, last: -1,
		}
		for _, in := range b.Instrs {
			w.instr(in)
		}
	}
	for in := range walk.Instrs(p.m.SSA) {
		if next, ok := in.(*ssa.Next); ok && p.m.Block(next.Block()) >= 0 {
			p.overMap(next)
		}
	}
	n := &p.count
	n.Unnamed = n.All - n.Probed - n.Beyond - n.Again - n.Local - n.Final - n.Fresh - n.Unselected
}

// overMap has a loop over a map say so in each round.
func (p *plan) overMap(next *ssa.Next) {
	s, over := p.m.Instr(next), next.Iter.(*ssa.Range)
	body := next.Block().Succs[0]
	if next.IsString || s.Hi != s.Lo+1 || !shared(&p.m.Func.Ops[s.Lo]) || len(body.Preds) != 1 ||
		len(next.Block().Succs) != 2 {
		return
	}
	if p.ranged == nil {
		p.ranged = map[int]statement{}
	}
	i := p.ranges
	p.ranges++
	p.before[over] = append(p.before[over], func(_ *prober, c *regen.Cursor) string {
		if text, ok := c.Value(over.X); ok {
			return rangeVar(c, i) + " = " + word(c, text)
		}
		return ""
	})
	p.ranged[body.Index] = func(w *prober, c *regen.Cursor) string { return w.object(c, s.Lo, rangeVar(c, i)) }
	p.count.Probed++
}

// accessBlock goes through the instructions of a block.
type accessBlock struct {
	*plan
	fresh map[ssa.Instruction]bool
	first map[cellKey]int32  // the access with a probe
	known map[ssa.Value]bool // pointers that were followed
	last  int32              // the operation with a probe after which nothing could fail or wait; -1 if there is none
}

func (w *accessBlock) instr(in ssa.Instruction) {
	s, ops := w.m.Instr(in), w.m.Func.Ops
	pc, parts := w.mattering(in)
	addr, ok := accessed(in)
	if pc < 0 || !ok {
		if !w.safe(in) {
			w.last = -1
		}
		return
	}
	op := &ops[pc]
	index, known := w.opts.below(addr)
	if !known {
		w.count.Beyond += 1 + len(parts)
		w.last = -1
		return
	}
	key := keyOf(addr)
	first, ok := w.first[key]
	if ok && w.last >= 0 && op.Splits() == ops[first].Splits() && (op.Splits() || s.Hi == s.Lo+1) &&
		!op.Is(envs.Volatile) {
		for _, i := range append([]int32{pc}, parts...) {
			w.Same[i], w.Upto[w.last] = first+i-pc, i
			w.count.Again++
		}
		return
	}
	for _, i := range parts {
		w.Offset[i], w.Upto[pc] = w.prog.Offset(envs.At(w.id, i)), i
		w.count.Again++
	}
	w.before[in] = append(w.before[in], func(w *prober, c *regen.Cursor) string { return w.access(c, pc, addr, index) })
	if index != nil {
		if w.indices == nil {
			w.indices = map[ssa.Value][]*ssa.BasicBlock{}
		}
		w.indices[index] = append(w.indices[index], in.Block())
	}
	w.count.Probed++
	w.last = -1
	if index != nil {
		return // nothing can follow from a record that may not be there
	}
	switch in.(type) {
	case *ssa.UnOp, *ssa.Store:
		w.first[key], w.last = pc, pc
		w.follow(addr)
	}
}

// mattering gives the operation of an instruction that accesses memory that threads may share, -1 if it has none, and
// those that access parts of that memory.
func (w *accessBlock) mattering(in ssa.Instruction) (pc int32, parts []int32) {
	s, whole := w.m.Instr(in), int32(-1)
	pc = -1
	matters := func(op *envs.Op) bool {
		if !w.count.shared(op) {
			return false
		}
		if w.fresh[in] {
			w.count.Fresh++
			return false
		}
		return true
	}
	for i := s.Lo; i < s.Hi; i++ {
		switch op := &w.m.Func.Ops[i]; {
		case op.Splits():
			whole = i
		case !op.Accesses() || !matters(op):
		case op.IsPart():
			parts = append(parts, i)
		default:
			pc = i
		}
	}
	switch {
	case whole < 0:
	case len(parts) > 0:
		pc = whole // one address serves for all of them
	case w.opts.Selects != nil && !w.opts.Selects(w.m.Func, &w.m.Func.Ops[whole], true):
		w.count.Unselected++
	case matters(&w.m.Func.Ops[whole]):
		pc = whole
	}
	return pc, parts
}

// follow notes that the pointer that an address starts from is not nil.
func (w *accessBlock) follow(addr ssa.Value) {
	for {
		w.known[addr] = true
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return
		}
		addr = f.X
	}
}

// safe reports whether an instruction can neither fail nor wait, and has no effect on other threads.
func (w *accessBlock) safe(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Extract, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Field,
		*ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return w.known[in.X] || walk.IsVariable(in.X)
	case *ssa.Store:
		return w.known[in.Addr] || walk.IsVariable(in.Addr)
	case *ssa.UnOp:
		switch in.Op {
		case token.ARROW:
			return false
		case token.MUL:
			return w.known[in.X] || walk.IsVariable(in.X)
		}
		return true
	case *ssa.BinOp:
		_, basic := in.X.Type().Underlying().(*types.Basic)
		switch in.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			return false
		}
		return basic
	case *ssa.Call:
		f, ok := in.Call.Value.(*ssa.Builtin)
		return ok && (f.Name() == "len" || f.Name() == "cap")
	}
	return false
}

// accessed is the address of what an instruction accesses, or the map.
func accessed(in ssa.Instruction) (ssa.Value, bool) {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.X, in.Op == token.MUL
	case *ssa.Store:
		return in.Addr, true
	case *ssa.MapUpdate:
		return in.Map, true
	case *ssa.Lookup:
		_, ok := in.X.Type().Underlying().(*types.Map)
		return in.X, ok
	case *ssa.Call:
		if in.Call.IsInvoke() || len(in.Call.Args) == 0 {
			return nil, false
		}
		arg := in.Call.Args[0]
		switch f := in.Call.Value.(type) {
		case *ssa.Function:
			_, ok := arg.Type().Underlying().(*types.Pointer)
			return arg, ok && f.Pkg != nil && f.Pkg.Pkg.Path() == "sync/atomic"
		case *ssa.Builtin:
			_, ok := arg.Type().Underlying().(*types.Map)
			return arg, ok
		}
	}
	return nil, false
}

// A cellKey is a name for memory: equal names in one block are the same memory.
type cellKey struct {
	base ssa.Value
	path string
}

func keyOf(addr ssa.Value) cellKey {
	path := ""
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			path = fmt.Sprintf(".%d%s", x.Field, path)
			addr = x.X
			continue
		case *ssa.IndexAddr:
			if c, ok := x.Index.(*ssa.Const); ok {
				path = fmt.Sprintf("[%d]%s", c.Int64(), path)
			} else {
				path = fmt.Sprintf("[%s]%s", x.Index.Name(), path)
			}
			addr = x.X
			continue
		}
		return cellKey{addr, path}
	}
}

// freshStores finds the stores into objects that the block has made and done nothing else with.
func freshStores(b *ssa.BasicBlock) map[ssa.Instruction]bool {
	fresh := map[ssa.Instruction]bool{}
	object := map[ssa.Value]*ssa.Alloc{} // by an address in it; nobody else knows it
	within := func(addr, base ssa.Value) bool {
		if object[base] == nil {
			return false
		}
		object[addr] = object[base]
		return true
	}
	publish := func(v ssa.Value) {
		if o := object[v]; o != nil {
			maps.DeleteFunc(object, func(_ ssa.Value, x *ssa.Alloc) bool { return x == o })
		}
	}
	for _, in := range b.Instrs {
		switch x := in.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.Alloc:
			object[x] = x
			continue
		case *ssa.FieldAddr:
			if within(x, x.X) {
				continue
			}
		case *ssa.IndexAddr:
			if within(x, x.X) {
				continue
			}
		case *ssa.Store:
			if object[x.Addr] != nil {
				fresh[x] = true
				publish(x.Val)
				continue
			}
		}
		for _, v := range in.Operands(nil) {
			publish(*v)
		}
	}
	return fresh
}
