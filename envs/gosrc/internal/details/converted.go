package details

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A conversion of pointers makes what is of one type accessible as of another. It is of one of these kinds.
type convertedKind uint8

const (
	fieldsOf   convertedKind = iota // the fields of a struct type
	elementsOf                      // the elements of slices and arrays that have the type
	pointersTo                      // what pointers to the type point to
)

type converted struct {
	kind convertedKind
	typ  types.Type
}

// conversions are what the program makes accessible as of another type: by converting pointers to structs of
// different types, or by package unsafe. Accesses to these may be to anything.
type conversions map[converted]bool

func (e *effects) isConverted(kind convertedKind, t types.Type) bool {
	return len(e.other) > 0 && e.other[converted{kind, e.one(t)}]
}

// find searches the functions that have numbers. The functions of the standard library that do such things have
// parameters and results of other types.
func (c *conversions) find(e *effects) {
	*c = conversions{}
	for _, f := range e.src.Funcs {
		for in := range walk.Instrs(f.SSA) {
			switch x := in.(type) {
			case *ssa.ChangeType:
				c.pointer(e, x.X.Type(), x.Type())
			case *ssa.Convert:
				c.pointer(e, x.X.Type(), x.Type())
			case *ssa.MultiConvert:
				c.pointer(e, x.X.Type(), x.Type())
			case *ssa.Call:
				if s, ok := x.Type().Underlying().(*types.Slice); ok && walk.IsBuiltin(&x.Call, "Slice") {
					(*c)[converted{elementsOf, e.one(s.Elem())}] = true
					c.whole(e, s.Elem())
				}
			}
		}
	}
}

// pointer notes a conversion from one type to another.
func (c *conversions) pointer(e *effects, from, to types.Type) {
	p, ok := to.Underlying().(*types.Pointer)
	if !ok {
		return
	}
	q, ok := from.Underlying().(*types.Pointer)
	if !ok {
		c.whole(e, p.Elem())
		return
	}
	s, t := shape.StructOf(q), shape.StructOf(p)
	if s != nil && t != nil && s.NumFields() > 0 && e.field(nil, s, 0) != e.field(nil, t, 0) {
		(*c)[converted{fieldsOf, e.one(s)}] = true
		(*c)[converted{fieldsOf, e.one(t)}] = true
	}
}

// whole notes that a pointer to t may point to anything.
func (c *conversions) whole(e *effects, t types.Type) {
	(*c)[converted{pointersTo, e.one(t)}] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		(*c)[converted{fieldsOf, e.one(t)}] = true
		for f := range u.Fields() {
			if shape.HasParts(f.Type()) {
				c.whole(e, f.Type())
			}
		}
	case *types.Array:
		(*c)[converted{elementsOf, e.one(u.Elem())}] = true
		if shape.HasParts(u.Elem()) {
			c.whole(e, u.Elem())
		}
	}
}
