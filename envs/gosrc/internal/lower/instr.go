package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// instr lowers an instruction that is not the last of its block.
func (l *lowerer) instr(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Store:
		l.store(x)
	case *ssa.IndexAddr, *ssa.FieldAddr:
		if addr := x.(ssa.Value); !l.folds(addr) {
			l.takenAddr(addr)
		}
	case *ssa.UnOp:
		l.unop(x)
	case *ssa.Call:
		l.call(x, x.Common(), x, asCall)
	case *ssa.BinOp, *ssa.Convert, *ssa.MultiConvert, *ssa.Field, *ssa.Index:
		l.result(envs.Compute, x.(ssa.Value), l.operands(x))
	case *ssa.Alloc:
		l.alloc(x)
	case *ssa.Extract, *ssa.Phi, *ssa.DebugRef:
		// An Extract's value is a register of the tuple; phis are moves on edges.
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface:
		l.copyOf(x.(ssa.Value), local.Unconverted(x))
	case *ssa.SliceToArrayPointer:
		l.result(envs.Addr, x, l.use(l.reg(x.X)))
	case *ssa.TypeAssert:
		l.results(envs.Compute, x, l.use(l.reg(x.X)))
	case *ssa.Slice:
		l.slice(x)
	case *ssa.Lookup:
		l.lookup(x)
	case *ssa.MapUpdate:
		l.storeEntry(x.Map, l.reg(x.Map), l.reg(x.Key), l.reg(x.Value))
		l.overwritten(x.Map, x.Key, nil)
	case *ssa.MakeClosure:
		l.result(envs.New, x, l.regsOf(x.Bindings, nil))
		l.handOn(x)
	case *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice:
		l.result(envs.New, x.(ssa.Value), l.operands(x))
	case *ssa.Range:
		l.copyOf(x, x.X)
	case *ssa.Next:
		l.nextPair(x)
	case *ssa.Send:
		l.emitSend(x.Chan, x.X)
	case *ssa.Select:
		l.selects(x)
	case *ssa.Go:
		l.call(x, x.Common(), nil, asFork)
	case *ssa.Defer:
		from := len(l.ops)
		l.call(x, x.Common(), nil, asDefer)
		at := slices.IndexFunc(l.defers, func(d *deferred) bool { return d.instr == x })
		l.deferring(from, at+1, 0)
	case *ssa.RunDefers:
		l.runDefers(x)
		l.ranDefers = true
	default:
		l.emit(envs.Nop)
	}
}

// operands are the registers of an instruction's operands.
func (l *lowerer) operands(in ssa.Instruction) []envs.Reg {
	var buf [4]envs.Reg
	regs := buf[:0]
	for v := range walk.Operands(in) {
		regs = append(regs, l.reg(v))
	}
	return l.use(regs...)
}

// copyOf lowers an instruction whose value is that of x under another type.
func (l *lowerer) copyOf(v, x ssa.Value) {
	r := l.reg(x)
	if r == 0 {
		l.result(envs.Const, v, nil)
		return
	}
	l.result(envs.Move, v, l.use(r))
}

func (l *lowerer) unop(x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		l.load(x)
	case token.ARROW:
		l.recent.forget()
		l.results(envs.Receive, x, l.use(l.reg(x.X))).Loc = l.mem.Meeting(x.X, 0)
	case token.NOT:
		for _, r := range *x.Referrers() {
			if !onlyCondition(r) {
				l.result(envs.Compute, x, l.use(l.reg(x.X)))
				return
			}
		}
	default:
		l.result(envs.Compute, x, l.use(l.reg(x.X)))
	}
}

// onlyCondition reports whether the instruction is a branch, or a negation that only branches use, and which they
// look through.
func onlyCondition(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.If, *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return i.Op == token.NOT &&
			!slices.ContainsFunc(*i.Referrers(), func(r ssa.Instruction) bool { return !onlyCondition(r) })
	}
	return false
}

func (l *lowerer) alloc(x *ssa.Alloc) {
	if !x.Heap && local.IsScalarCell(x) {
		l.result(envs.Const, x, nil)
		l.regs.Mark(x, ssamap.IsVar)
		return
	}
	l.result(envs.New, x, nil)
	// go/ssa puts a variable on the heap if its address is used as a value.
	if !x.Heap || local.StaysInFrame(x, 0) {
		l.regs.Mark(x, ssamap.IsLocal)
	}
}

func (l *lowerer) slice(x *ssa.Slice) {
	uses := l.operands(x)
	for i, last := range []ssa.Value{x.Max, x.High, x.Low} {
		if last != nil {
			break
		}
		uses = uses[:3-i]
	}
	if shape.IsString(x.X.Type()) {
		l.result(envs.Compute, x, uses)
		return
	}
	l.result(envs.Addr, x, uses).Loc = &l.mem.ElemLoc(x.Type()).Loc
}

func (l *lowerer) lookup(x *ssa.Lookup) {
	uses := l.use(l.reg(x.X), l.reg(x.Index))
	if shape.IsString(x.X.Type()) {
		l.results(envs.Compute, x, uses)
		return
	}
	op := l.results(envs.Load, x, uses)
	op.Loc = &l.mem.MapLoc(x.X.Type()).Loc
	if m, ok := x.X.Type().Underlying().(*types.Map); ok {
		op.Flags = l.copiesLock(m.Elem(), x.X)
	}
	l.recent.add(op.PC, x)
}

func (l *lowerer) nextPair(x *ssa.Next) {
	iter := x.Iter.(*ssa.Range)
	uses := l.use(l.reg(iter))
	if x.IsString {
		l.results(envs.Compute, x, uses)
		return
	}
	op := l.results(envs.Load, x, uses)
	op.Loc = &l.mem.MapLoc(iter.X.Type()).Loc
	l.recent.add(op.PC, x)
}

func (l *lowerer) emitSend(ch, v ssa.Value) {
	l.using(envs.Send, l.reg(ch), l.reg(v)).Loc = l.mem.Meeting(ch, 0)
	l.recent.forget()
}

// selects lowers a select: a choice without a reason, an operation on a channel, and the number of the case.
func (l *lowerer) selects(x *ssa.Select) {
	n := ssamap.Width(x)
	dst := l.def(x, n)
	l.recent.forget()
	l.strict = false // each case defines its own results only
	if len(x.States) == 0 && x.Blocking {
		l.halt()
		return
	}
	ways := len(x.States)
	if !x.Blocking {
		ways++
	}
	var list int32 = -1
	var chosen envs.Flags
	if ways > 1 {
		chosen = envs.Chosen
		kind := envs.Switch
		if ways == 2 {
			kind = envs.Branch
		}
		targets := make([]int32, ways)
		list = l.list(targets...)
		l.emit(kind).To = list
	}
	var exits []int32
	recv := envs.Reg(2)
	for i := range ways {
		if list >= 0 {
			l.lists[list][i] = int32(len(l.ops))
		}
		if i < len(x.States) {
			s := x.States[i]
			if s.Dir == types.SendOnly {
				op := l.using(envs.Send, l.reg(s.Chan), l.reg(s.Send))
				op.Loc, op.Flags = l.mem.Meeting(s.Chan, 0), chosen
			} else {
				t := l.regs.Temp(2)
				op := l.defining(envs.Receive, t, l.reg(s.Chan))
				op.Results, op.Loc, op.Flags = 2, l.mem.Meeting(s.Chan, 0), chosen
				l.move(dst+recv, t)
				l.move(dst+1, t+1)
				recv++
			}
		}
		l.defining(envs.Const, dst)
		if i < ways-1 {
			exits = append(exits, int32(len(l.ops)))
			l.emit(envs.Jump)
		}
	}
	for _, pc := range exits {
		l.ops[pc].To = int32(len(l.ops))
	}
}
