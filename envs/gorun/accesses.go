package gorun

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// accesses puts probes where the function accesses memory that threads may share, unless it is certain to be the same
// memory that an access shortly before was to.
func (p *plan) accesses(b *Build, m *gosrc.Map) {
	p.Same, p.Offset, p.Upto = map[int32]int32{}, map[int32]int64{}, map[int32]int32{}
	for i := range m.Func.Ops {
		if m.Func.Ops[i].Accesses() {
			p.count.All++
		}
	}
	for _, bl := range m.SSA.Blocks {
		if m.Block(bl) < 0 || bl == m.SSA.Recover {
			continue
		}
		w := &accessBlock{plan: p, fresh: freshStores(bl), first: map[cellKey]int32{}, known: map[ssa.Value]bool{}, last: -1}
		for _, in := range bl.Instrs {
			w.instr(b, m, in)
		}
	}
	for _, bl := range m.SSA.Blocks {
		for _, in := range bl.Instrs {
			if next, ok := in.(*ssa.Next); ok && m.Block(bl) >= 0 {
				p.overMap(b, m, next)
			}
		}
	}
	p.count.Unnamed = p.count.All - p.count.Probed - p.count.Beyond - p.count.Again - p.count.Local - p.count.Final - p.count.Fresh - p.count.Unshared
}

// overMap has a loop over a map say so in each round.
func (p *plan) overMap(b *Build, m *gosrc.Map, next *ssa.Next) {
	s, over := m.Instr(next), next.Iter.(*ssa.Range)
	body := next.Block().Succs[0]
	var n Accesses
	if next.IsString || s.Hi != s.Lo+1 || !b.matters(envs.At(p.id, s.Lo), &m.Func.Ops[s.Lo], &n) || len(body.Preds) != 1 ||
		len(next.Block().Succs) != 2 {
		return
	}
	if p.ranged == nil {
		p.ranged = map[int]probePoint{}
	}
	pr := probePoint{kind: rangeProbe, pc: s.Lo, addr: over.X, check: p.ranges}
	p.before[over] = append(p.before[over], pr)
	p.ranged[body.Index] = pr
	p.ranges++
	p.count.Probed++
}

func rangeVar(c *regen.Cursor, i int) string { return c.Fresh("m" + strconv.Itoa(i)) }

// accessBlock goes through the instructions of a block.
type accessBlock struct {
	*plan
	fresh map[ssa.Instruction]bool
	first map[cellKey]int32  // the access with a probe
	known map[ssa.Value]bool // pointers that were followed
	last  int32              // the operation with a probe after which nothing could fail or wait; -1 if there is none
}

func (w *accessBlock) instr(b *Build, m *gosrc.Map, in ssa.Instruction) {
	s := m.Instr(in)
	pc, parts := w.mattering(b, m, in)
	addr, ok := accessed(in)
	if pc < 0 || !ok {
		if !w.safe(in) {
			w.last = -1
		}
		return
	}
	op := &m.Func.Ops[pc]
	index, known := b.cutOff(addr)
	if !known {
		w.count.Beyond += 1 + len(parts)
		w.last = -1
		return
	}
	key := keyOf(addr)
	first, ok := w.first[key]
	if ok && w.last >= 0 && op.Splits() == m.Func.Ops[first].Splits() && (op.Splits() || s.Hi == s.Lo+1) && !op.Is(envs.Volatile) {
		for _, i := range append([]int32{pc}, parts...) {
			w.Same[i], w.Upto[w.last] = first+i-pc, i
			w.count.Again++
		}
		return
	}
	for _, i := range parts {
		w.Offset[i], w.Upto[pc] = b.prog.Offset(envs.At(w.id, i)), i
		w.count.Again++
	}
	w.before[in] = append(w.before[in], probePoint{kind: accessProbe, pc: pc, addr: addr, index: index})
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

// mattering gives the operation of an instruction that accesses memory that threads may share, -1 if it has none, and those
// that tell of parts of that memory.
func (w *accessBlock) mattering(b *Build, m *gosrc.Map, in ssa.Instruction) (pc int32, parts []int32) {
	s, whole := m.Instr(in), int32(-1)
	pc = -1
	matters := func(op *envs.Op) bool {
		if !b.matters(envs.At(w.id, op.PC), op, &w.count) {
			return false
		}
		if w.fresh[in] {
			w.count.Fresh++
			return false
		}
		return true
	}
	for i := s.Lo; i < s.Hi; i++ {
		switch op := &m.Func.Ops[i]; {
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
		pc = whole // which tells of all of them
	case b.cfg.Selects != nil && !b.cfg.Selects(m.Func, &m.Func.Ops[whole], true):
		w.count.Unshared++
	case matters(&m.Func.Ops[whole]):
		pc = whole
	}
	return pc, parts
}

// cutOff gives the index that tells whether what is at an address is below the cut-off, nil if it certainly is. It is not
// known to be, ever, if it certainly is not.
func (b *Build) cutOff(addr ssa.Value) (index ssa.Value, known bool) {
	for b.cfg.Elements > 0 {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
			continue
		case *ssa.IndexAddr:
			if c, ok := x.Index.(*ssa.Const); ok {
				return nil, c.Int64() < int64(b.cfg.Elements)
			}
			if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
				if a, ok := p.Elem().Underlying().(*types.Array); ok && a.Len() <= int64(b.cfg.Elements) {
					addr = x.X
					continue
				}
			}
			return x.Index, true
		}
		break
	}
	return nil, true
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

// safe reports whether an instruction can neither fail nor wait, nor tell anybody anything.
func (w *accessBlock) safe(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Extract, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Field, *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return w.known[in.X] || isVariable(in.X)
	case *ssa.Store:
		return w.known[in.Addr] || isVariable(in.Addr)
	case *ssa.UnOp:
		switch in.Op {
		case token.ARROW:
			return false
		case token.MUL:
			return w.known[in.X] || isVariable(in.X)
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

func isVariable(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return true
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
	var fresh map[ssa.Instruction]bool
	part := map[ssa.Value]bool{} // addresses in objects that nobody knows
	of := map[ssa.Value]ssa.Value{}
	forget := func(v ssa.Value) {
		if root := of[v]; root != nil {
			for x, r := range of {
				if r == root {
					delete(part, x)
				}
			}
		}
	}
	for _, in := range b.Instrs {
		switch x := in.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.Alloc:
			part[x], of[x] = true, x
			continue
		case *ssa.FieldAddr:
			if part[x.X] {
				part[x], of[x] = true, of[x.X]
				continue
			}
		case *ssa.IndexAddr:
			if part[x.X] {
				part[x], of[x] = true, of[x.X]
				continue
			}
		case *ssa.Store:
			if part[x.Addr] {
				if fresh == nil {
					fresh = map[ssa.Instruction]bool{}
				}
				fresh[x] = true
				forget(x.Val)
				continue
			}
		}
		for _, v := range in.Operands(nil) {
			if *v != nil {
				forget(*v)
			}
		}
	}
	return fresh
}

// access writes which memory an instruction is about to access.
func (p *prober) access(c *regen.Cursor, pr probePoint) string {
	text, ok := c.Value(pr.addr)
	if !ok {
		return ""
	}
	if _, ok := pr.addr.Type().Underlying().(*types.Map); ok {
		text = fmt.Sprintf("%s.Word(%s)", c.Import(probe.ImportPath), text)
	} else {
		text = whereSized(c.Import("unsafe"), text, pr.addr.Type())
	}
	s := p.object(c, pr.pc, text)
	if pr.index != nil {
		if index, ok := c.Value(pr.index); ok {
			s = fmt.Sprintf("if uint64(%s) < %d { %s }", index, p.elements, s)
		}
	}
	return s
}

// whereSized is an expression for an address, or for none if nothing lies there: what has no size may share its address
// with other memory.
func whereSized(unsafe, text string, t types.Type) string {
	address := fmt.Sprintf("%s.Pointer(%s)", unsafe, text)
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return address
	}
	if _, ok := p.Elem().(*types.TypeParam); ok {
		return fmt.Sprintf("func() %s.Pointer { if x := %s; %[1]s.Sizeof(*x) != 0 { return %[1]s.Pointer(x) }; return nil }()", unsafe, text)
	}
	if isSized(p.Elem()) {
		return address
	}
	return "nil"
}

// isSized reports whether memory of a type may have a size.
func isSized(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if isSized(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return u.Len() > 0 && isSized(u.Elem())
	}
	return true
}

// object writes which object an operation is about to access.
func (p *prober) object(c *regen.Cursor, pc int32, text string) string {
	if !p.thin || p.sites >= maxSites {
		return fmt.Sprintf("%s.Object(%s, %d, %s)", c.Fresh("w"), c.Fresh("d"), pc, text)
	}
	p.sites++
	return fmt.Sprintf("%s.Access(%s, %d, %d, %s)", c.Fresh("w"), c.Fresh("d"), pc, p.sites, text)
}

// maxSites is how many places of accesses can be told apart.
const maxSites = 1<<24 - 1

func hasRace(flags []string) bool {
	return slices.ContainsFunc(flags, func(f string) bool {
		name, value, _ := flagName(f)
		return name == "race" && value != "false"
	})
}
