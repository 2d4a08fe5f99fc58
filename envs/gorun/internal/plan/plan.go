package plan

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A plan says where probes go in one function.
type plan struct {
	wire.Records
	prog     *gosrc.Program
	opts     *Options
	id       envs.FuncID
	m        *ssamap.Map
	blocks   map[int]int32 // index of a block -> the operation it begins with
	before   map[ssa.Instruction][]statement
	after    map[ssa.Instruction][]statement
	bound    []*ssa.MakeClosure // whose receiver is kept
	defers   bool
	steady   bool                            // of many calls some may be passed over: see steady
	meets    bool                            // cases of a select have the identity of their channel
	selected map[*ssa.Select][]int32         // by case, the last is the default: its first operation
	values   map[envs.Reg]ssa.Value          // that checks are about
	leaves   map[*ssa.Return]int32           // the first operation of the deferred calls that it runs, if it has a record
	calls    map[envs.FuncID]int             // by callee, operations that call it; nil if branches have probes
	indices  map[ssa.Value][]*ssa.BasicBlock // that accessProbes read, and where
	count    Accesses
	delayed  []int32           // operations at which goroutines may be delayed
	ranges   int               // over maps, so far
	ranged   map[int]statement // block -> what was accessed to come there
}

// A statement is what a probe writes; "" if it cannot be written here.
type statement func(*prober, *regen.Cursor) string

func newPlan(prog *gosrc.Program, opts *Options, id envs.FuncID) *plan {
	p := &plan{
		prog: prog, opts: opts, id: id, m: prog.Map(id), blocks: map[int]int32{},
		before: map[ssa.Instruction][]statement{}, after: map[ssa.Instruction][]statement{},
		Records:  wire.Records{Silent: map[int32]bool{}, Recorded: map[int32]bool{}},
		selected: map[*ssa.Select][]int32{},
		steady:   opts.burst() > 0 && steady(prog.Func(id)),
	}
	sparse := opts.sparse()
	if sparse {
		p.calls = callsOf(p.m.Func)
	}
	for b := range p.reached() {
		for _, in := range b.Instrs {
			p.instr(in)
			if sparse {
				p.unnamed(in)
				p.leave(in)
			}
		}
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && !sparse {
			p.begins(b.Succs[0])
			p.begins(b.Succs[1])
		}
	}
	p.recordBlocks()
	if len(opts.Checks) > 0 {
		p.checks()
	}
	if opts.Accesses {
		p.accesses()
	}
	if opts.Meetings {
		p.meetings()
		p.awaits()
	}
	p.defers = p.deferring()
	if opts.Perturb {
		p.perturbs()
	}
	return p
}

// reached yields the blocks that control may come to, but for the one that a recovered panic goes on in.
func (p *plan) reached() iter.Seq[*ssa.BasicBlock] {
	return func(yield func(*ssa.BasicBlock) bool) {
		for _, b := range p.m.SSA.Blocks {
			if p.m.Block(b) >= 0 && b != p.m.SSA.Recover && !yield(b) {
				return
			}
		}
	}
}

// ops yields the operations of an instruction.
func (p *plan) ops(in ssa.Instruction) iter.Seq[*envs.Op] {
	return func(yield func(*envs.Op) bool) {
		for s := p.m.Instr(in); s.Lo < s.Hi && yield(&p.m.Func.Ops[s.Lo]); s.Lo++ {
		}
	}
}

// begins makes a block say when it is begun, or the one that an empty block leads to.
func (p *plan) begins(b *ssa.BasicBlock) {
	b = p.beginning(b)
	p.blocks[b.Index] = p.m.Block(b)
}

// beginning is a block, or the one that an empty block leads to.
func (p *plan) beginning(b *ssa.BasicBlock) *ssa.BasicBlock {
	for range len(p.m.SSA.Blocks) {
		if len(b.Succs) != 1 || !p.empty(b) {
			break
		}
		b = b.Succs[0]
	}
	return b
}

// recordBlocks notes the blocks that always have a record when they are begun. These are all but those to the beginning
// of which control comes back in the course of one statement.
func (p *plan) recordBlocks() {
	for _, b := range p.m.SSA.Blocks {
		if pc, ok := p.blocks[b.Index]; ok && !p.empty(b) && !p.comesBack(pc) {
			p.Recorded[pc] = true
		}
	}
}

// comesBack reports whether control comes back to the operation at pc without a record. It may come back to run the
// calls that a loop deferred, or while a callee calls what it is handed.
func (p *plan) comesBack(pc int32) bool {
	m, ops := p.m, p.m.Func.Ops
	if _, ok := m.Source(pc).(*ssa.Defer); ok {
		return ops[pc].Kind != envs.Defer
	}
	if _, ok := m.Source(pc).(ssa.CallInstruction); !ok || ops[pc].Kind != envs.Branch {
		return false
	}
	return slices.ContainsFunc(m.Func.Targets(&ops[pc]), func(to int32) bool {
		return to > pc && ops[to-1].Kind == envs.Jump && ops[to-1].To == pc
	})
}

func (p *plan) empty(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { return !p.m.Instr(in).Empty() })
}

func (p *plan) instr(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Call:
		p.call(in)
	case *ssa.Go:
		for op := range p.ops(in) {
			if op.Kind == envs.Fork {
				p.before[in] = append(p.before[in], frameCall("Fork", op.PC))
			}
		}
	case *ssa.Select:
		for op := range p.ops(in) {
			if op.Kind == envs.Switch || op.Kind == envs.Branch {
				p.selected[in] = p.m.Func.Targets(op)
			}
			break
		}
	}
}

func (p *plan) call(in *ssa.Call) {
	first := p.m.Instr(in).Lo
	for op := range p.ops(in) {
		switch op.Kind {
		case envs.Acquire, envs.Release, envs.TryAcquire, envs.Wait:
			p.lock(in, op)
		case envs.Fork:
			p.before[in] = append(p.before[in], frameCall("Fork", op.PC))
			p.after[in] = append(p.after[in], frameCall("Unfork", op.PC))
		case envs.Call:
			if p.tellsMap(in, op) {
				p.after[in] = append(p.after[in], p.about("Object", op.PC, lockRef{value: in.Call.Args[0]}))
				continue
			}
			// Of several calls that may call back, the frame says which it is at; otherwise a callback would be taken
			// for one of the first.
			if op.PC == first && (op.Callee.Open && mayCallBack(&in.Call) || p.several(op) || p.callsBound(op)) {
				p.before[in] = append(p.before[in], at(op.PC))
				p.Recorded[op.PC] = true
			}
		}
	}
}

// tellsMap reports whether an operation is to say which sync.Map it is about: one that calls nothing back.
func (p *plan) tellsMap(in *ssa.Call, op *envs.Op) bool {
	f := in.Call.StaticCallee()
	return p.opts.Accesses && p.opts.Selects == nil && ofMap(op) && f != nil && f.Name() != "Range"
}

// mayCallBack reports whether a call of unknown code is likely to enter observed
// functions: it goes through a value or an interface, or hands functions on.
func mayCallBack(c *ssa.CallCommon) bool {
	if c.StaticCallee() == nil {
		_, builtin := c.Value.(*ssa.Builtin)
		return !builtin
	}
	for _, a := range c.Args {
		switch a.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		}
	}
	return false
}

// callsBound reports whether an operation may call a method by what stands behind a method value, which does not say
// that it is entered.
func (p *plan) callsBound(op *envs.Op) bool {
	return slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool {
		return synthetic.IsBound(p.prog.SSA(f))
	})
}

func (p *plan) lock(in *ssa.Call, op *envs.Op) {
	ref, ok := lockOf(&in.Call)
	if !ok {
		p.Silent[op.PC] = true
		return
	}
	p.bind(ref)
	switch op.Kind {
	case envs.Release:
		p.before[in] = append(p.before[in], p.about("Unlock", op.PC, ref))
	case envs.Wait: // which gives the lock back, and has it again when the goroutine goes on
		p.before[in] = append(p.before[in], p.about("Wait", op.PC, ref))
	case envs.TryAcquire:
		p.after[in] = append(p.after[in], func(_ *prober, c *regen.Cursor) string {
			taken, ok := c.Value(in)
			if !ok {
				taken = "false"
			}
			return call(c, "Try", op.PC, p.address(c, ref), "bool("+taken+")")
		})
	default:
		p.after[in] = append(p.after[in], p.about("Lock", op.PC, ref))
	}
}

func (p *plan) bind(ref lockRef) {
	if ref.bound == nil {
		return
	}
	if slices.Contains(p.bound, ref.bound) {
		return
	}
	i, by := len(p.bound), ref.bound
	p.bound = append(p.bound, by)
	ref.bound = nil
	p.after[by] = []statement{func(_ *prober, c *regen.Cursor) string {
		return boundVar(c, i) + " = " + p.address(c, ref)
	}}
}

// deferring puts probes at the defer statements, and reports whether there are any.
func (p *plan) deferring() (any bool) {
	for in := range walk.Instrs(p.m.SSA) {
		if d, ok := in.(*ssa.Defer); ok && p.m.Block(d.Block()) >= 0 {
			p.deferred(d)
			any = any || d.Block() != p.m.SSA.Recover
		}
	}
	return any
}

// deferred is for an operation on a lock, or one at which threads meet, in a defer statement: a second defer statement
// records when it runs.
func (p *plan) deferred(d *ssa.Defer) {
	more, acquires := 0, false // how many times more the lock is held then
	var pcs []int32
	for pc := range p.deferredOps(d) {
		switch p.m.Func.Ops[pc].Kind {
		case envs.Acquire, envs.TryAcquire:
			acquires, more = true, 1
		case envs.Wait:
			acquires = true
		case envs.Release:
			more = -1
		case envs.Notify, envs.Close:
			if !p.opts.Meetings {
				continue
			}
		default:
			continue
		}
		pcs = append(pcs, pc)
	}
	if len(pcs) == 0 {
		return
	}
	ref, ok := metBy(&d.Call)
	if !ok {
		for _, pc := range pcs {
			p.Silent[pc] = true
		}
		return
	}
	p.bind(ref)
	site := len(p.Sites)
	begins := func(_ *prober, c *regen.Cursor) string {
		return "defer " + call(c, "Deferred", site, p.address(c, ref), more)
	}
	p.Sites = append(p.Sites, pcs)
	if acquires { // deferred before it, so that it runs after it
		p.before[d] = append(p.before[d], begins)
	} else {
		p.after[d] = append(p.after[d], begins)
	}
}

// deferredOps yields the operations of a deferred call, wherever the function runs it: before each return, and where a
// panic unwinds its frame.
func (p *plan) deferredOps(d *ssa.Defer) iter.Seq[int32] {
	var spans []ssamap.Span
	for in := range walk.Instrs(p.m.SSA) {
		switch in.(type) {
		case *ssa.RunDefers, *ssa.Return:
			spans = append(spans, p.m.Deferred(in, d))
		}
	}
	spans = append(spans, p.m.Deferred(nil, d))
	return func(yield func(int32) bool) {
		for _, s := range spans {
			for pc := s.Lo; pc < s.Hi; pc++ {
				if !yield(pc) {
					return
				}
			}
		}
	}
}
