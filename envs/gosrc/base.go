package gosrc

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
)

// base is what the frame calls the object of which a Load or Store accesses a field or an element. Of a Send, Receive
// or Close it is the channel. It is the way to the object, as the names of locks are ways to locks. A package variable
// is its own.
func (p *Program) base(pt envs.Point) *envs.Path {
	return p.bases.Of(p.NumFuncs(), pt.Func(), p.basesOf)[pt.PC()]
}

func (p *Program) basesOf(id envs.FuncID) []*envs.Path {
	bases := make([]*envs.Path, len(p.Func(id).Ops))
	for at := range p.sites(id) {
		if at.op.IsPart() {
			bases[at.op.PC] = partBase(at, p.lowering.Part(id, at.op.PC))
			continue
		}
		object := channelOf(at.src)
		if at.op.Accesses() {
			object = accessed(at.src, at.op)
		}
		if object != nil {
			bases[at.op.PC] = at.names.Path(object)
		}
	}
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
	around := map[int32]*envs.Loc{}
	for at := range p.sites(id) {
		op := at.op
		if !op.Accesses() || op.Loc == nil || op.Loc.Class != envs.Field {
			continue
		}
		object := accessed(at.src, op)
		if op.IsPart() {
			if object = local.AddressIn(at.src); p.lowering.Part(id, op.PC).Within != "" {
				continue
			}
		}
		if field, ok := object.(*ssa.FieldAddr); ok {
			around[op.PC] = &at.names.Mem.FieldLoc(field).Loc
		}
	}
	return around
}

// accessed is the object that an instruction accesses by op, nil if that is not known.
func accessed(instr ssa.Instruction, op *envs.Op) ssa.Value {
	address := local.AddressIn(instr)
	switch x := instr.(type) {
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
	}
	if whole := local.PartOf(address); whole != nil {
		return whole
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

// partBase is what the frame calls the object of which part p is accessed.
func partBase(at site, p *memory.Part) *envs.Path {
	within, object := p.Within, local.AddressIn(at.src)
	if object == nil {
		object, within = accessed(at.src, at.op), "[]"+within
	}
	if object == nil {
		return nil
	}
	base := at.names.Path(object)
	if base == nil || within == "" {
		return base
	}
	return base.Extend(within)
}
