package gosrc

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
)

// base is what the frame calls the object of which a Load or Store accesses a field or an element, or the channel of
// a Send, Receive or Close: the way to it, as the names of locks are ways to locks. A package variable is its own.
func (p *Program) base(pt envs.Point) *envs.Path {
	return p.bases.Of(p.NumFuncs(), pt.Func(), p.basesOf)[pt.PC()]
}

// basesOf lowers a function once more, for the registers from which paths start.
func (p *Program) basesOf(id envs.FuncID) []*envs.Path {
	ops := p.Func(id).Ops
	bases := make([]*envs.Path, len(ops))
	p.again(id, func(names *paths.Namer, m *Map) {
		for pc := range m.Func.Ops {
			src := m.Source(int32(pc))
			if op := &ops[pc]; op.IsPart() {
				bases[pc] = partBase(names, src, op, p.lowering.Part(id, op.PC))
				continue
			}
			object := channelOf(src)
			if op := &ops[pc]; op.Accesses() {
				object = accessed(src, op)
			}
			if object != nil {
				bases[pc] = names.Path(object)
			}
		}
	})
	return bases
}

// around is the class of the field of which a Load, Store or Atomic accesses a field, as in s.state.n.
func (p *Program) around(pt envs.Point) *envs.Loc {
	if !p.lowering.IsNested(pt.Func()) {
		return nil
	}
	return p.arounds.Of(p.NumFuncs(), pt.Func(), p.aroundsOf)[pt.PC()]
}

func (p *Program) aroundsOf(id envs.FuncID) map[int32]*envs.Loc {
	ops := p.Func(id).Ops
	around := map[int32]*envs.Loc{}
	p.again(id, func(names *paths.Namer, m *Map) {
		for pc := range m.Func.Ops {
			src := m.Source(int32(pc))
			op := &ops[pc]
			if !op.Accesses() || op.Loc == nil || op.Loc.Class != envs.Field {
				continue
			}
			object := accessed(src, op)
			if op.IsPart() {
				if object = whole(src); p.lowering.Part(id, op.PC).Within != "" {
					continue
				}
			}
			if field, ok := object.(*ssa.FieldAddr); ok {
				around[int32(pc)] = &names.Mem.FieldLoc(field).Loc
			}
		}
	})
	return around
}

// accessed is the object that an instruction accesses by op, nil if that is not known.
func accessed(instr ssa.Instruction, op *envs.Op) ssa.Value {
	var address ssa.Value
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return nil
		}
		address = x.X
	case *ssa.Store:
		address = x.Addr
	case *ssa.Lookup:
		return x.X
	case *ssa.MapUpdate:
		return x.Map
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok {
			return r.X
		}
		return nil
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok {
			return accessedBy(b.Name(), x.Call.Args, op)
		}
		if fn := x.Call.StaticCallee(); fn == nil || !op.Is(envs.Volatile) || len(x.Call.Args) == 0 {
			return nil
		}
		address = x.Call.Args[0] // of an atomic access
	default:
		return nil
	}
	switch a := address.(type) {
	case *ssa.FieldAddr:
		return a.X
	case *ssa.IndexAddr:
		return a.X
	}
	return address
}

// channelOf is the channel that an instruction sends to, receives from or closes, nil if it does nothing of that, or
// chooses one of several.
func channelOf(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		return x.Chan
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return x.X
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return x.Call.Args[0]
		}
	}
	return nil
}

// accessedBy is accessed for a predeclared function.
func accessedBy(name string, args []ssa.Value, op *envs.Op) ssa.Value {
	switch name {
	case "delete", "clear":
		return sliced(args[0])
	case "append", "copy":
		if op.Kind == envs.Store {
			return sliced(args[0])
		}
		return sliced(args[1])
	}
	return nil
}

// sliced is what has the elements of v, which may be a part of it.
func sliced(v ssa.Value) ssa.Value {
	for {
		s, ok := v.(*ssa.Slice)
		if !ok {
			return v
		}
		v = s.X
	}
}

// Offset is where the variable that a Part tells of begins in what the Split accesses, in bytes.
func (p *Program) Offset(pt envs.Point) int64 {
	if x := p.lowering.Part(pt.Func(), pt.PC()); x != nil {
		return x.Offset
	}
	return 0
}

// whole is the address of what an instruction loads or stores, nil if it does something else.
func whole(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		return x.X
	case *ssa.Store:
		return x.Addr
	}
	return nil
}

// partBase is what the frame calls the object of which part p is accessed by op, which is made for instr.
func partBase(names *paths.Namer, instr ssa.Instruction, op *envs.Op, p *memory.Part) *envs.Path {
	within, object := p.Within, whole(instr)
	if object == nil {
		object, within = accessed(instr, op), "[]"+within
	}
	if object == nil {
		return nil
	}
	base := names.Path(object)
	if base == nil || within == "" {
		return base
	}
	return base.Extend(within)
}
