package memory

import (
	"go/types"
	"runtime"
	"strconv"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// Part is a variable of a struct or array.
type Part struct {
	Loc    *Location
	Offset int64
	Within string // the steps to the object that it is a field or an element of
}

const (
	MaxSplit    = 32 // parts of a value that are accessed with it: the first ones
	MaxElements = 8  // elements of an array among them
)

var sizes = types.SizesFor("gc", runtime.GOARCH)

// PartsOf are the variables that a value of type t lies in. There are none if it is a single one, which has no parts,
// or whose parts the program has no way to access alone.
func (m *View) PartsOf(t types.Type) []Part {
	if !shape.HasParts(t) || m.fn.TypeParams().Len() > 0 {
		return nil // of a generic function every instance would have others
	}
	key := addrmap.Type(t)
	if known := m.parts.Get(key); known != nil {
		return *known
	}
	var list []Part
	if !library.IsOpaque(t) {
		list = m.addParts(nil, t, 0, "")
	}
	m.parts.Set(key, &list)
	return list
}

// addParts adds the parts of a value of type t that lies at an offset in another one.
func (m *View) addParts(list []Part, t types.Type, at int64, within string) []Part {
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
			list = m.addPart(list, Part{m.FieldVarLoc(f), at + offsets[i], within}, f.Type(), within+"."+f.Name())
		}
	case *types.Array:
		size := sizes.Sizeof(u.Elem())
		for i := range min(u.Len(), MaxElements) {
			list = m.addPart(list, Part{m.ElemLoc(t), at + i*size, within}, u.Elem(), within+"["+strconv.Itoa(int(i))+"]")
		}
	}
	return list
}

// addPart adds a field or element of type t, or what it consists of; as an object by itself it is reached by the
// given steps.
func (m *View) addPart(list []Part, p Part, t types.Type, steps string) []Part {
	if len(list) >= MaxSplit || sizes.Sizeof(t) == 0 {
		return list
	}
	if shape.HasParts(t) && !library.IsOpaque(t) {
		if more := m.addParts(list, t, p.Offset, steps); len(more) > len(list) {
			return more
		}
	}
	return append(list, p)
}

// isHidden reports whether the program cannot access a field alone.
func (m *View) isHidden(f *types.Var) bool {
	return f.Name() == "_" || !f.Exported() && !f.Embedded() && !m.Of.src.HasBodies(m.Of.src.Show(f.Pkg()))
}
