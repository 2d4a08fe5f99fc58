package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
)

// lowerer turns one function after the other into operations. It belongs to one goroutine and keeps its buffers from
// function to function.
type lowerer struct {
	p     *Program
	names *paths.Namer
	mem   *memory.View
	regs  *ssamap.Registers
	fn    *ssa.Function

	writer
	layout
	callees
	jumps []int32 // operations that jump to a block

	block   *ssa.BasicBlock
	current int // index in the instructions of the block
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

	divisions []division // of the current function
	nested    bool       // it accesses fields of fields

	loopRank int32 // of the last block at which a loop begins

	rec *ssamap.Recorder // nil unless someone asks
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
	l.sortBlocks(fn)

	out := &envs.Func{ID: f.ID, Name: f.Name, Results: fn.Signature.Results().Len()}
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
	out.Lists = append([][]int32(nil), l.lists...)
	out.Regs = int(l.regs.Next)
	out.Strict = l.strict
	return out
}

func newLowerer(p *Program) *lowerer {
	names := paths.NewNamer(p.names)
	l := &lowerer{
		p: p, names: names, mem: names.Mem, regs: &names.Regs,
		followed: make(map[ssa.Value]*ssa.BasicBlock),
	}
	l.callees = callees{src: p.src, names: names, code: &l.writer}
	return l
}

func (l *lowerer) lowerBlock(b *ssa.BasicBlock, rank int32) {
	l.block = b
	l.recent.forget()
	l.ranDefers = false
	if l.isHead(b) {
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
		cond, negated := local.Unnegated(x.Cond)
		op := l.using(envs.Branch, l.reg(cond))
		if negated {
			op.Flags = envs.Negated
		}
		op.To = l.list(toBlock+int32(b.Succs[0].Index), toBlock+int32(b.Succs[1].Index))
		l.listOf[b.Index] = op.To
		l.stubsAfter(b, rank)
	case *ssa.Return:
		l.ret(x)
	case *ssa.Panic:
		l.using(envs.Throw, l.reg(x.X))
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
	l.emit(envs.Return).Uses = l.regsOf(x.Results, nil)
}

// contractOf is what is declared of a function, in terms of the classes of memory that l knows.
func (l *lowerer) contractOf(f *loading.Function) *envs.Contract {
	c := l.p.declared.ContractOf(f)
	if c == nil {
		return nil
	}
	out := c.Contract
	for _, list := range []*[]envs.Guard{&out.Requires, &out.Acquires, &out.Releases, &out.Excludes} {
		guards := append([]envs.Guard(nil), *list...)
		for i, g := range guards {
			if at := c.Locks[g.Path]; at.Field != nil {
				guards[i].Loc = &l.mem.FieldVarLoc(at.Field).Loc
			} else if v := l.p.src.GlobalVar(at.Global); v != nil {
				guards[i].Loc = &l.mem.GlobalLoc(v).Loc
			}
		}
		*list = guards
	}
	return &out
}
