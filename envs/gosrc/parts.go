package gosrc

import (
	"go/types"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
)

// A struct or an array lies in several variables. Who loads or stores it accesses them all,
// and each has the class and the address that it has when it is accessed alone.

// part is a variable of a struct or array.
type part struct {
	loc    *location
	offset int64
	within string // the steps to the object that it is a field or an element of
}

const (
	maxSplit    = 32 // parts of a value that are accessed with it: the first ones
	maxElements = 8  // elements of an array among them
)

var sizes = types.SizesFor("gc", runtime.GOARCH)

// partsOf are the variables that a value of type t lies in, none if it is a single one: it has
// no parts, or the program has no way to access them alone.
func (m *view) partsOf(t types.Type) []part {
	if !shape.HasParts(t) || m.fn.TypeParams().Len() > 0 {
		return nil // of a generic function every instance would have others
	}
	key := addrmap.Type(t)
	if known := m.parts.Get(key); known != nil {
		return *known
	}
	var list []part
	if !library.IsOpaque(t) {
		list = m.addParts(nil, t, 0, "")
	}
	m.parts.Set(key, &list)
	return list
}

// addParts adds the parts of a value of type t that lies at an offset in another one.
func (m *view) addParts(list []part, t types.Type, at int64, within string) []part {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		fields := make([]*types.Var, u.NumFields())
		for i := range fields {
			fields[i] = u.Field(i)
		}
		offsets := sizes.Offsetsof(fields)
		for i, f := range fields {
			if m.isHidden(f) {
				continue
			}
			list = m.addPart(list, part{m.fieldVarLoc(f), at + offsets[i], within}, f.Type(), within+m.selector(f))
		}
	case *types.Array:
		size := sizes.Sizeof(u.Elem())
		for i := range min(u.Len(), maxElements) {
			list = m.addPart(list, part{m.elemLoc(t), at + i*size, within}, u.Elem(), within+"["+strconv.Itoa(int(i))+"]")
		}
	}
	return list
}

// addPart adds a field or element of type t, or what it consists of; as an object by itself
// it is reached by the given steps.
func (m *view) addPart(list []part, p part, t types.Type, steps string) []part {
	if len(list) >= maxSplit || sizes.Sizeof(t) == 0 {
		return list
	}
	if shape.HasParts(t) && !library.IsOpaque(t) {
		if more := m.addParts(list, t, p.offset, steps); len(more) > len(list) {
			return more
		}
	}
	return append(list, p)
}

// isHidden reports whether the program cannot access a field alone.
func (m *view) isHidden(f *types.Var) bool {
	return f.Name() == "_" || !f.Exported() && !f.Embedded() && !m.of.src.HasBodies(m.of.src.Show(f.Pkg()))
}

// A division is an operation that Splits, and the parts of which those after it tell.
type division struct {
	pc    int32
	parts []part
}

// split has the operation at pc, a Load or Store of a value of type t in memory of class loc,
// followed by one for each variable that it accesses, if it accesses several.
func (l *lowerer) split(pc int32, loc *location, t types.Type) {
	whole := &l.ops[pc]
	if whole.Is(envs.Local) {
		return
	}
	var parts []part
	if !loc.Apart {
		parts = l.mem.partsOf(t)
	}
	if len(parts) == 0 {
		l.accessAlone(loc)
		return
	}
	l.accessAlone(parts[0].loc) // which stands for those that nobody accesses alone
	whole.Flags |= envs.Split
	kind, uses := whole.Kind, whole.Uses
	if kind == envs.Store && whole.Value() != 0 {
		uses = l.uses(len(whole.Uses))
		copy(uses, whole.Uses)
		uses[len(uses)-1] = 0
	}
	for i := range parts {
		op := l.emit(kind)
		op.Uses, op.Loc, op.Flags = uses, &parts[i].loc.Loc, envs.Part
	}
	l.divisions = append(l.divisions, division{pc, parts})
	l.nested = l.nested || loc.Class == envs.Field
}

// accessAlone notes that memory of a class is accessed otherwise than as a part of something.
func (l *lowerer) accessAlone(loc *location) {
	if l.caller >= 0 {
		loc.accessAlone()
	}
}

// settleParts leaves nothing of the parts that are only ever accessed with the first one: what
// there is to know of them is known of that.
func (p *Program) settleParts() {
	for _, f := range p.code {
		for _, d := range f.divisions {
			for i := range d.parts {
				if pc := d.pc + 1 + int32(i); !d.parts[i].loc.isAlone() {
					f.ops.Ops[pc] = envs.Op{PC: pc}
				}
			}
		}
	}
}

// part is the part that the operation at pc tells of, nil if it is none.
func (f *lowered) part(pc int32) *part {
	i, found := slices.BinarySearchFunc(f.divisions, pc, func(d division, pc int32) int { return int(d.pc - pc) })
	if found || i == 0 {
		return nil
	}
	d := &f.divisions[i-1]
	if n := int(pc - d.pc - 1); n < len(d.parts) {
		return &d.parts[n]
	}
	return nil
}

// Offset is where the variable that a Part tells of begins in what the Split accesses, in bytes.
func (p *Program) Offset(pt envs.Point) int64 {
	if x := p.code[pt.Func()].part(pt.PC()); x != nil {
		return x.offset
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

// partBase is what the frame calls the object of which part p is accessed by op, which is
// made for instr.
func (l *lowerer) partBase(instr ssa.Instruction, op *envs.Op, p *part) *envs.Path {
	within, object := p.within, whole(instr)
	if object == nil {
		object, within = accessed(instr, op), "[]"+within
	}
	if object == nil {
		return nil
	}
	base := l.names.path(object)
	if base == nil || within == "" {
		return base
	}
	q := l.names.copyPath(base)
	q.Steps += within
	q.Text += within
	return q
}
