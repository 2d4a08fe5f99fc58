package gosrc

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// lowerer turns one function after the other into operations. It belongs to one
// goroutine and keeps its buffers from function to function.
type lowerer struct {
	p  *Program
	fn *ssa.Function

	regs  regTable
	ops   []envs.Op  // of the current function, at the end of a chunk
	chunk []envs.Op  // free space
	pool  []envs.Reg // free space
	lists [][]int32
	jumps []int32 // operations that jump to a block
	ints  []int32 // free space for targets

	order   []*ssa.BasicBlock // reverse postorder
	rank    []int32           // by block index: position in order, -1 if unreachable
	blockPC []int32           // by block index
	listOf  []int32           // by block index: number of its last instruction's target list
	dfs     []dfsFrame
	block   *ssa.BasicBlock
	recent  []recentLoad
	locking bool

	defers    []*deferred
	unwinding bool    // operations of the current block get a handler
	handled   []int32 // operations that have one
	ranDefers bool
	halted    bool

	paramPaths []*envs.Path
	// Copies of what was needed of Program.locs, by the address of the field,
	// variable or type, all of which the program keeps.
	locs  map[uintptr]*location
	quick [4096]struct {
		key uintptr
		loc *location
	}
	quickFields [4096]struct {
		key   uintptr
		field int
		loc   *location
	}
	quickTargets [1024]struct {
		fn *ssa.Function
		t  *target
	}
	targets  map[*ssa.Function]*target
	found    []*discovery
	whole    map[types.Type]bool // of which all parts are known to be written
	loopRank int32               // of the last block at which a loop begins
	caller   int32

	listSlab   [][]int32
	pathSlab   []envs.Path
	calleeSlab []envs.Callee
	argSlab    []*envs.Path
	selectors  map[*types.Var]string

	rec *recorder // nil unless someone asks
}

type dfsFrame struct {
	b    *ssa.BasicBlock
	next int
}

const toBlock = 1 << 30 // a target that is still a block index

// lower gives fn as operations.
func (l *lowerer) lower(f *function) *envs.Func {
	fn := f.ssa
	l.fn = fn
	l.caller = int32(f.id)
	l.locking = false
	l.lists = l.lists[:0]
	l.jumps = l.jumps[:0]
	l.handled = l.handled[:0]
	l.defers = l.defers[:0]
	l.recent = l.recent[:0]
	l.loopRank = -1
	l.paramPaths = l.paramPaths[:0]
	l.unwinding = false
	values := len(fn.Params) + len(fn.FreeVars)
	for _, b := range fn.Blocks {
		values += len(b.Instrs)
	}
	l.regs.reset(values)
	l.beginOps(values + 8)
	l.sortBlocks()

	out := &envs.Func{ID: f.id, Name: funcName(fn), Results: fn.Signature.Results().Len()}
	out.Params = l.uses(len(fn.Params) + len(fn.FreeVars))
	for i, v := range fn.Params {
		out.Params[i] = l.def(v, 1)
	}
	for i, v := range fn.FreeVars {
		out.Params[len(fn.Params)+i] = l.def(v, 1)
	}
	if fn.Recover != nil {
		l.findDefers()
	}
	for i, b := range l.order {
		l.stubsBefore(b, int32(i))
		l.blockPC[b.Index] = int32(len(l.ops))
		l.lowerBlock(b, int32(i))
	}
	if len(l.handled) > 0 {
		l.emitHandler()
	}
	l.settleTargets()
	out.Ops = l.ops[:len(l.ops):len(l.ops)]
	l.endOps()
	if len(l.lists) > 0 {
		out.Lists = l.newLists(len(l.lists))
		copy(out.Lists, l.lists)
	}
	out.Regs = int(l.regs.next)
	out.Locking = l.locking
	return out
}

func newLowerer(p *Program) *lowerer {
	return &lowerer{
		p:       p,
		locs:    make(map[uintptr]*location),
		targets: make(map[*ssa.Function]*target),
		whole:   make(map[types.Type]bool),

		selectors: make(map[*types.Var]string),
	}
}

// sortBlocks puts the reachable blocks in reverse postorder. Of a block's
// successors the last is visited first, so that the first ends up right after it.
func (l *lowerer) sortBlocks() {
	n := len(l.fn.Blocks)
	if r := l.fn.Recover; r != nil {
		n = max(n, r.Index+1)
	}
	if cap(l.rank) < n {
		l.rank = make([]int32, n+n/2)
		l.blockPC = make([]int32, n+n/2)
		l.listOf = make([]int32, n+n/2)
	}
	l.rank, l.blockPC, l.listOf = l.rank[:n], l.blockPC[:n], l.listOf[:n]
	if n == 1 {
		l.rank[0], l.blockPC[0], l.listOf[0] = 0, -1, -1
		l.order = append(l.order[:0], l.fn.Blocks[0])
		return
	}
	for i := range n {
		l.rank[i], l.blockPC[i], l.listOf[i] = -1, -1, -1
	}
	l.order = l.order[:0]
	entry := l.fn.Blocks[0]
	l.rank[entry.Index] = 0
	l.dfs = append(l.dfs[:0], dfsFrame{entry, len(entry.Succs)})
	for len(l.dfs) > 0 {
		top := &l.dfs[len(l.dfs)-1]
		if top.next == 0 {
			l.order = append(l.order, top.b)
			l.dfs = l.dfs[:len(l.dfs)-1]
			continue
		}
		top.next--
		if s := top.b.Succs[top.next]; l.rank[s.Index] < 0 {
			l.rank[s.Index] = 0
			l.dfs = append(l.dfs, dfsFrame{s, len(s.Succs)})
		}
	}
	for i, j := 0, len(l.order)-1; i < j; i, j = i+1, j-1 {
		l.order[i], l.order[j] = l.order[j], l.order[i]
	}
	for i, b := range l.order {
		l.rank[b.Index] = int32(i)
	}
}

func (l *lowerer) lowerBlock(b *ssa.BasicBlock, rank int32) {
	l.block = b
	l.recent = l.recent[:0]
	l.ranDefers = false
	for _, p := range b.Preds {
		if l.rank[p.Index] >= rank {
			l.loopRank = rank
			break
		}
	}
	if len(l.defers) > 0 {
		l.unwinding = l.unwindsAt(b)
	}
	last := len(b.Instrs) - 1
	for i, instr := range b.Instrs {
		if l.rec != nil {
			l.rec.begin(instr, len(l.ops))
		}
		if i == last {
			l.terminator(b, rank, instr)
		} else {
			l.instr(instr)
		}
		if l.rec != nil {
			l.rec.end(len(l.ops))
		}
		if l.halted {
			l.halted = false
			return // go/ssa goes on with a panic that nothing reaches
		}
	}
}

// terminator lowers a block's last instruction.
func (l *lowerer) terminator(b *ssa.BasicBlock, rank int32, instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Jump:
		s := b.Succs[0]
		l.moves(b, 0)
		if l.follows(rank, s) {
			return
		}
		l.jump(s)
	case *ssa.If:
		cond, negated := x.Cond, false
		for {
			u, ok := cond.(*ssa.UnOp)
			if !ok || u.Op != token.NOT {
				break
			}
			cond, negated = u.X, !negated
		}
		r := l.reg(cond)
		op := l.emit(envs.Branch)
		op.Uses = l.use1(r)
		if negated {
			op.Flags = envs.Negated
		}
		op.To = l.list(toBlock+int32(b.Succs[0].Index), toBlock+int32(b.Succs[1].Index))
		l.listOf[b.Index] = op.To
		l.stubsAfter(b, rank)
	case *ssa.Return:
		l.ret(x)
	case *ssa.Panic:
		r := l.reg(x.X)
		op := l.emit(envs.Throw)
		op.Uses = l.use1(r)
		l.handle(op)
	default:
		// A block that ends otherwise is one that go/ssa found to be a dead end.
		l.instr(instr)
		l.halt()
	}
}

// halt ends a path on which nothing ever happens again.
func (l *lowerer) halt() {
	op := l.emit(envs.Jump)
	op.To = op.PC
	l.halted = true
}

// follows reports whether control falls from the end of the block of the given
// rank into s, nothing lying between.
func (l *lowerer) follows(rank int32, s *ssa.BasicBlock) bool {
	if l.rank[s.Index] != rank+1 {
		return false
	}
	if !hasPhi(s) {
		return true
	}
	for _, p := range s.Preds {
		if len(p.Succs) > 1 && l.rank[p.Index] >= 0 && l.rank[p.Index] <= rank {
			return false // a stub lies between
		}
	}
	return true
}

func hasPhi(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

// stubsBefore writes the moves of forward edges that come from a branch.
func (l *lowerer) stubsBefore(s *ssa.BasicBlock, rank int32) {
	if len(s.Preds) < 2 || !hasPhi(s) {
		return
	}
	pending := int32(-1)
	for i, p := range s.Preds {
		if len(p.Succs) < 2 || l.rank[p.Index] < 0 || l.rank[p.Index] >= rank {
			continue
		}
		if pending >= 0 {
			l.jump(s)
		}
		k := succOf(p, s, i)
		pending = int32(len(l.ops))
		l.lists[l.listOf[p.Index]][k] = pending
		l.moves(p, k)
		if int32(len(l.ops)) == pending {
			l.lists[l.listOf[p.Index]][k] = toBlock + int32(s.Index)
			pending = -1
		}
	}
}

// stubsAfter writes the moves of back edges that come from a branch.
func (l *lowerer) stubsAfter(b *ssa.BasicBlock, rank int32) {
	for k, s := range b.Succs {
		if l.rank[s.Index] > rank || !hasPhi(s) {
			continue
		}
		start := int32(len(l.ops))
		l.moves(b, k)
		if int32(len(l.ops)) == start {
			continue
		}
		l.lists[l.listOf[b.Index]][k] = start
		l.jump(s)
	}
}

// succOf is the index, among the successors of p, of the edge that is the i-th
// predecessor edge of s.
func succOf(p, s *ssa.BasicBlock, i int) int {
	nth := 0
	for _, q := range s.Preds[:i] {
		if q == p {
			nth++
		}
	}
	for k, t := range p.Succs {
		if t == s {
			if nth == 0 {
				return k
			}
			nth--
		}
	}
	return -1
}

// predOf is the inverse of succOf.
func predOf(p *ssa.BasicBlock, k int) int {
	s := p.Succs[k]
	nth := 0
	for _, t := range p.Succs[:k] {
		if t == s {
			nth++
		}
	}
	for i, q := range s.Preds {
		if q == p {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	return -1
}

type copyPair struct{ dst, src envs.Reg }

// moves writes what the phis of p's k-th successor mean on that edge: a parallel
// copy, in an order in which no source is overwritten before it is read.
func (l *lowerer) moves(p *ssa.BasicBlock, k int) {
	s := p.Succs[k]
	if !hasPhi(s) {
		return
	}
	edge := predOf(p, k)
	start := len(l.ops)
	var buf [8]copyPair
	copies := buf[:0]
	var consts [8]envs.Reg
	zero := consts[:0]
	for _, instr := range s.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		dst := l.def(phi, 1)
		src := l.reg(phi.Edges[edge])
		switch {
		case src == 0:
			zero = append(zero, dst)
		case src != dst:
			copies = append(copies, copyPair{dst, src})
		}
	}
	l.copyAll(copies)
	for _, r := range zero {
		op := l.emit(envs.Const)
		op.Dst, op.Results = r, 1
	}
	if l.rec != nil {
		l.rec.edge(p, k, start, len(l.ops))
	}
}

func (l *lowerer) copyAll(copies []copyPair) {
	for len(copies) > 0 {
		ready := -1
		for i, c := range copies {
			read := false
			for j, d := range copies {
				if j != i && d.src == c.dst {
					read = true
					break
				}
			}
			if !read {
				ready = i
				break
			}
		}
		if ready < 0 {
			// Every destination is still read by another copy: a cycle.
			t := l.regs.temp(1)
			l.move(t, copies[0].dst)
			for i := range copies {
				if copies[i].src == copies[0].dst {
					copies[i].src = t
				}
			}
			ready = 0
		}
		l.move(copies[ready].dst, copies[ready].src)
		copies = append(copies[:ready], copies[ready+1:]...)
	}
}

func (l *lowerer) jump(b *ssa.BasicBlock) {
	op := l.emit(envs.Jump)
	op.To = int32(b.Index)
	l.jumps = append(l.jumps, op.PC)
}

func (l *lowerer) move(dst, src envs.Reg) {
	op := l.emit(envs.Move)
	op.Dst, op.Results = dst, 1
	op.Uses = l.use1(src)
}

func (l *lowerer) settleTargets() {
	for _, pc := range l.jumps {
		op := &l.ops[pc]
		op.To = l.blockPC[op.To]
	}
	for _, list := range l.lists {
		for i, t := range list {
			if t >= toBlock {
				list[i] = l.blockPC[t-toBlock]
			}
		}
	}
}

// ret lowers a return, which hands over the result registers.
func (l *lowerer) ret(x *ssa.Return) {
	if len(l.defers) > 0 && !l.ranDefers && l.block != l.fn.Recover {
		l.runDefers(x) // go/ssa has lost the instruction that says so
	}
	uses := l.uses(len(x.Results))
	for i, v := range x.Results {
		uses[i] = l.reg(v)
	}
	l.emit(envs.Return).Uses = uses
}

// Buffers.

func (l *lowerer) beginOps(estimate int) {
	if cap(l.chunk) < estimate {
		l.chunk = make([]envs.Op, 0, max(estimate+estimate/4, 4096))
	}
	l.ops = l.chunk[:0]
}

func (l *lowerer) endOps() {
	l.chunk = l.ops[len(l.ops):cap(l.ops)]
}

func (l *lowerer) emit(kind envs.Kind) *envs.Op {
	n := len(l.ops)
	if n == cap(l.ops) {
		bigger := make([]envs.Op, n, 2*n+4096)
		copy(bigger, l.ops)
		l.ops = bigger
	}
	l.ops = l.ops[:n+1]
	op := &l.ops[n]
	op.Kind = kind
	op.PC = int32(n)
	return op
}

// result emits an operation that defines v.
func (l *lowerer) result(kind envs.Kind, v ssa.Value, uses []envs.Reg) *envs.Op {
	dst := l.def(v, 1)
	op := l.emit(kind)
	op.Dst, op.Results, op.Uses = dst, 1, uses
	return op
}

// results is like result for a value that may be a tuple, of which the parts are
// defined.
func (l *lowerer) results(kind envs.Kind, v ssa.Value, uses []envs.Reg) *envs.Op {
	n := width(v)
	op := l.emit(kind)
	op.Uses = uses
	if n > 0 {
		op.Dst, op.Results = l.def(v, n), uint16(n)
	}
	return op
}

func width(v ssa.Value) int {
	if t, ok := v.Type().(*types.Tuple); ok {
		return t.Len()
	}
	return 1
}

func (l *lowerer) uses(n int) []envs.Reg {
	if len(l.pool)+n > cap(l.pool) {
		l.pool = make([]envs.Reg, 0, max(8192, n))
	}
	at := len(l.pool)
	l.pool = l.pool[:at+n]
	return l.pool[at : at+n : at+n]
}

func (l *lowerer) use1(r envs.Reg) []envs.Reg {
	u := l.uses(1)
	u[0] = r
	return u
}

func (l *lowerer) use2(r, s envs.Reg) []envs.Reg {
	u := l.uses(2)
	u[0], u[1] = r, s
	return u
}

func (l *lowerer) newLists(n int) [][]int32 {
	if len(l.listSlab) < n {
		l.listSlab = make([][]int32, max(1024, n))
	}
	a := l.listSlab[:n:n]
	l.listSlab = l.listSlab[n:]
	return a
}

// list adds a target list and gives its number.
func (l *lowerer) list(targets ...int32) int32 {
	n := len(targets)
	if len(l.ints)+n > cap(l.ints) {
		l.ints = make([]int32, 0, max(4096, n))
	}
	at := len(l.ints)
	l.ints = append(l.ints, targets...)
	l.lists = append(l.lists, l.ints[at:at+n:at+n])
	return int32(len(l.lists) - 1)
}

// def is the first of the n registers that v defines.
func (l *lowerer) def(v ssa.Value, n int) envs.Reg {
	return envs.Reg(l.regs.define(v, n).reg & regMask)
}

// reg is the register that holds v, 0 if v is a constant.
func (l *lowerer) reg(v ssa.Value) envs.Reg {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin, nil:
		return 0
	case *ssa.Global:
		l.takeAddress(v)
		return 0
	case *ssa.Extract:
		return l.def(v.Tuple, width(v.Tuple)) + envs.Reg(v.Index)
	case *ssa.Alloc:
		e := l.regs.define(v, 1)
		e.reg |= isPublished
		return envs.Reg(e.reg & regMask)
	}
	return l.def(v, 1)
}
