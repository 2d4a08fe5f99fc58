package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// place is what an address says: the object it starts from, the indices on the way, and the class of memory it leads
// to.
type place struct {
	root  ssa.Value
	entry uint32 // the root's register, with flags
	index [3]ssa.Value
	n     int
	loc   *memory.Location
	deep  bool // it is a part of a part, or of a variable

	private bool // only one thread can know the variable that it is
}

// at follows an address to its root, through the fields and elements of one object.
func (l *lowerer) at(p *place, a ssa.Value) {
	for {
		part := p.loc != nil
		switch a.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.FreeVar:
			p.deep = p.deep || part
		}
		switch x := a.(type) {
		case *ssa.FieldAddr:
			if !part {
				p.loc = l.mem.FieldLoc(x)
			} else {
				l.nested = l.nested || p.loc.Class == envs.Field
			}
			a = x.X
			continue
		case *ssa.IndexAddr:
			if !part {
				p.loc = l.mem.ElemLoc(x.X.Type())
			}
			if p.n < len(p.index) {
				copy(p.index[1:], p.index[:p.n])
				p.index[0] = x.Index
				p.n++
			}
			a = x.X
			continue
		case *ssa.Global:
			p.root = x
			if !part {
				p.is(l.mem.GlobalLoc(x))
			}
			return
		case *ssa.Const, *ssa.Function:
			p.root = x
		case *ssa.Extract:
			p.root = x
			p.entry = uint32(l.reg(x))
		case *ssa.Alloc:
			p.root = x
			p.entry = l.regs.Define(x, 1)
			if !part && p.entry&ssamap.IsVar == 0 {
				p.is(l.mem.VariableLoc(x))
			}
			return
		case *ssa.FreeVar:
			p.root = x
			p.entry = l.regs.Define(x, 1)
			if !part {
				p.is(l.mem.VariableLoc(x))
			}
			return
		default:
			p.root = x
			p.entry = l.regs.Define(x, 1)
		}
		if !part {
			p.loc = l.mem.CellLoc(a.Type())
		}
		return
	}
}

// is notes the class of a variable.
func (p *place) is(loc *memory.Location) { p.loc, p.private = loc, loc.Private }

// access gives the base and indices of a place, and room for more operands.
func (l *lowerer) access(p *place, more int) []envs.Reg {
	u := l.uses(1 + p.n + more)
	u[0] = envs.Reg(p.entry & ssamap.RegMask)
	for i := range p.n {
		u[1+i] = l.reg(p.index[i])
	}
	return u
}

// accessWith is access with the registers of the other operands.
func (l *lowerer) accessWith(p *place, others []ssa.Value) []envs.Reg {
	u := l.access(p, len(others))
	for i, v := range others {
		u[1+p.n+i] = l.reg(v)
	}
	return u
}

func (p *place) flags() envs.Flags {
	if p.entry&ssamap.IsLocal != 0 || p.private {
		return envs.Local
	}
	return 0
}

func (l *lowerer) load(x *ssa.UnOp) {
	if _, array := x.Type().Underlying().(*types.Array); array && !local.Used(x) && walk.IsVariable(x.X) {
		l.result(envs.Const, x, nil) // as for i := range array, which is about its length
		return
	}
	var p place
	l.at(&p, x.X)
	if p.entry&ssamap.IsVar != 0 {
		l.result(envs.Move, x, l.use(envs.Reg(p.entry&ssamap.RegMask)))
		return
	}
	op := l.result(envs.Load, x, l.access(&p, 0))
	op.Loc = &p.loc.Loc
	op.Flags = p.flags()
	pc := op.PC
	l.recent.add(pc, x)
	if shape.HasParts(x.Type()) && local.Used(x) {
		op.Flags |= l.copiesLock(x.Type(), x.X)
		l.split(pc, p.loc, x.Type())
	} else if op.Flags&envs.Local == 0 {
		l.accessAlone(p.loc)
	}
}

func (l *lowerer) store(x *ssa.Store) {
	var p place
	l.at(&p, x.Addr)
	v := l.reg(x.Val)
	if p.entry&ssamap.IsVar != 0 {
		dst := envs.Reg(p.entry & ssamap.RegMask)
		if v == 0 {
			l.defining(envs.Const, dst)
		} else {
			l.move(dst, v)
		}
		return
	}
	u := l.access(&p, 1)
	u[len(u)-1] = v
	op := l.emit(envs.Store)
	op.Uses = u
	op.Loc = &p.loc.Loc
	p.loc.Holds(x.Val)
	op.Flags = p.flags()
	if op.Flags&envs.Local == 0 {
		l.wrote(&p, x.Addr, x.Val.Type())
	}
	l.overwritten(x.Addr, nil, x.Val)
	if !l.makes(&p) {
		l.split(op.PC, p.loc, x.Val.Type())
	}
}

// makes reports whether a store to p is a part of making an object: nothing can be done with it before.
func (l *lowerer) makes(p *place) bool {
	a, ok := p.root.(*ssa.Alloc)
	return ok && a.Block() == l.block && l.initialises(p)
}

// folds reports whether an address is only used to access memory or a lock, so that no operation is needed to compute
// it.
func (l *lowerer) folds(a ssa.Value) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == a {
				return false
			}
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return false
			}
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		case ssa.CallInstruction:
			if !l.accesses(r.Common(), a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// takenAddr lowers an address that is used as a value.
func (l *lowerer) takenAddr(x ssa.Value) {
	var p place
	l.at(&p, x)
	if a, ok := p.root.(*ssa.Alloc); ok {
		l.regs.Mark(a, ssamap.IsPublished)
	}
	uses := l.access(&p, 0)
	op := l.result(envs.Addr, x, uses)
	op.Loc = &p.loc.Loc
	op.Flags = p.flags()
	if op.Flags&envs.Local == 0 {
		l.mem.Written(p.loc)
		l.mem.WrittenAround(x)
		if t, ok := x.Type().Underlying().(*types.Pointer); ok {
			l.mem.WrittenWhole(t.Elem())
		}
	}
}

// A lock that is copied is another lock, in the state in which the first one was. That does no harm before it is
// used, and so a variable may be made in one place and put into another.

// copiesLock gives a load of type t its flag if a lock is copied with it that may have been used. That is any lock that
// does not lie in a variable of this frame, or in one of which a call or another function may have had the address.
func (l *lowerer) copiesLock(t types.Type, addr ssa.Value) envs.Flags {
	if !l.p.locked.Holds(t) {
		return 0
	}
	if a, ok := local.Outermost(addr).(*ssa.Alloc); ok && local.StaysInFrame(a, 0) {
		return 0
	}
	return envs.Copied
}
