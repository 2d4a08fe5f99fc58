package gosrc

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// lowerer turns one function after the other into operations. It belongs to one
// goroutine and keeps its buffers from function to function.
type lowerer struct {
	p     *lowering
	names *paths.Namer
	mem   *memory.View
	regs  *ssamap.Registers
	fn    *ssa.Function

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
	isHead  []bool // by block index: a loop begins here
	block   *ssa.BasicBlock
	instrs  []ssa.Instruction // of the block
	current int               // index in instrs
	recent  recentLoads
	locking bool

	defers    []*deferred
	acts      bool                          // one of them does more than release a lock
	handled   []handled                     // operations that throw while they wait
	followed  map[ssa.Value]*ssa.BasicBlock // addresses that were followed: the block
	ranDefers bool
	halted    bool
	strict    bool // see envs.Func
	hidden    bool // see envs.Detail

	targets addrmap.Map[*target]
	methods addrmap.Map[*envs.Callee]

	divisions []division // of the current function
	nested    bool       // it accesses fields of fields

	found    []*discovery
	loopRank int32 // of the last block at which a loop begins
	caller   int32

	listSlab   [][]int32
	calleeSlab []envs.Callee
	targetSlab []target
	funcSlab   []envs.Func
	argSlab    []*envs.Path

	rec *ssamap.Recorder // nil unless someone asks
}

type dfsFrame struct {
	b    *ssa.BasicBlock
	next int
}

const toBlock = 1 << 30 // a target that is still a block index

// lower gives fn as operations.
func (l *lowerer) lower(f *loading.Function) *envs.Func {
	fn := f.SSA
	l.fn = fn
	l.caller = int32(f.ID)
	l.locking = false
	l.lists = l.lists[:0]
	l.jumps = l.jumps[:0]
	l.handled = l.handled[:0]
	l.defers = l.defers[:0]
	l.loopRank = -1
	l.divisions, l.nested = nil, false
	clear(l.followed)
	l.acts, l.hidden = false, false
	l.strict = fn.Recover == nil // deferred calls read what some paths never define
	values := len(fn.Params) + len(fn.FreeVars)
	for _, b := range fn.Blocks {
		values += len(b.Instrs)
	}
	l.names.Enter(fn, values)
	l.beginOps(values + 8)
	l.sortBlocks()

	out := l.newFunc()
	*out = envs.Func{ID: f.ID, Name: f.Name, Results: fn.Signature.Results().Len()}
	out.Exported, out.Atomic, out.Contract = declared.Exported(f), declared.Marked(f), l.contractOf(f)
	out.Params = l.uses(len(fn.Params) + len(fn.FreeVars))
	for i, v := range fn.Params {
		out.Params[i] = l.def(v, 1)
	}
	for i, v := range fn.FreeVars {
		out.Params[len(fn.Params)+i] = l.def(v, 1)
	}
	if fn.Recover != nil {
		l.findDefers()
		l.hidden = slices.ContainsFunc(l.defers, func(d *deferred) bool { return d.inner || l.mayRecover(d) })
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
	out.Regs = int(l.regs.Next)
	out.Strict = l.strict
	return out
}

func newLowerer(p *lowering) *lowerer {
	names := paths.NewNamer(p.names)
	return &lowerer{
		p:     p,
		names: names, mem: names.Mem, regs: &names.Regs,
		followed: make(map[ssa.Value]*ssa.BasicBlock),
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
		l.isHead = make([]bool, n+n/2)
	}
	l.rank, l.blockPC, l.listOf, l.isHead = l.rank[:n], l.blockPC[:n], l.listOf[:n], l.isHead[:n]
	entry := l.fn.Blocks[0]
	if n == 1 {
		l.rank[0], l.blockPC[0], l.listOf[0], l.isHead[0] = 0, -1, -1, len(entry.Preds) > 0
		l.order = append(l.order[:0], entry)
		return
	}
	for i := range n {
		l.rank[i], l.blockPC[i], l.listOf[i], l.isHead[i] = -1, -1, -1, false
	}
	const open, done = 0, 1 // ranks until all are known
	l.order = l.order[:0]
	l.rank[entry.Index] = open
	l.dfs = append(l.dfs[:0], dfsFrame{entry, len(entry.Succs)})
	for len(l.dfs) > 0 {
		top := &l.dfs[len(l.dfs)-1]
		if top.next == 0 {
			l.order = append(l.order, top.b)
			l.rank[top.b.Index] = done
			l.dfs = l.dfs[:len(l.dfs)-1]
			continue
		}
		top.next--
		s := top.b.Succs[top.next]
		switch l.rank[s.Index] {
		case -1:
			l.rank[s.Index] = open
			l.dfs = append(l.dfs, dfsFrame{s, len(s.Succs)})
		case open:
			l.isHead[s.Index] = true
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
	l.block, l.instrs = b, b.Instrs
	l.recent.forget()
	l.ranDefers = false
	if l.isHead[b.Index] {
		l.loopRank = rank
	}
	last := len(b.Instrs) - 1
	for i, instr := range b.Instrs {
		if l.rec != nil {
			l.rec.Begin(instr, len(l.ops))
		}
		l.current = i
		from, throws := len(l.ops), l.acts && l.mayThrow(instr)
		if i == last {
			l.terminator(b, rank, instr)
		} else {
			l.instr(instr)
		}
		if throws && l.unwindsAt(b, i) {
			l.throws(from, -1)
		}
		if l.rec != nil {
			l.rec.End(len(l.ops))
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
