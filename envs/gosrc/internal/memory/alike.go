package memory

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// alike are the fields that an access may mistake for each other, since their structs have identical types that are
// declared in several places. Of two variables of type struct{ n int } a pointer may lead to either. Where no pointer
// does, each access names the variable that it is about, and the fields are told apart. Fields are alike, too, if a
// pointer to the struct of one is converted to a pointer to that of the other.
type alike struct {
	src     *loading.Program
	fields  *naming.Fields
	unnamed typeutil.Map             // *unnamedStruct, by identical types, which are General
	params  map[int]*types.TypeParam // of those types
	known   map[*types.Struct]*unnamedStruct
	same    map[any]*types.Var // what stands for the field with that key, if it is another one
}

// An unnamedStruct is a struct type without a name, in all places where it is written.
type unnamedStruct struct {
	written []*types.Struct
	led     bool // a pointer may lead to one
}

// instr notes what an instruction of the source does with structs without names.
func (a *alike) instr(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		a.access(local.PartOf(i.(ssa.Value)))
		a.address(i.(ssa.Value))
	case *ssa.UnOp:
		if i.Op == token.MUL {
			a.access(i.X)
		}
	case *ssa.Store:
		a.access(i.Addr)
	case *ssa.ChangeType:
		a.conversion(i.X.Type(), i.Type())
	}
}

// address notes an address that is computed.
func (a *alike) address(addr ssa.Value) {
	if p, ok := addr.Type().(*types.Pointer); ok {
		if s := structWithin(p.Elem()); s != nil {
			a.note(s, false)
		}
	}
}

// access notes an access of what is at an address, or of a field or an element of that.
func (a *alike) access(addr ssa.Value) {
	if p, ok := addr.Type().Underlying().(*types.Pointer); ok {
		if s := structWithin(p.Elem()); s != nil {
			a.note(s, !isDeclared(addr))
		}
	}
}

// note notes a struct type without a name, and those of its fields.
func (a *alike) note(s *types.Struct, led bool) {
	u := a.known[s]
	if u == nil {
		general := shape.General(s, a.params)
		if u, _ = a.unnamed.At(general).(*unnamedStruct); u == nil {
			u = &unnamedStruct{}
			a.unnamed.Set(general, u)
		}
		a.known[s] = u
	}
	seen := slices.Contains(u.written, s)
	if !seen {
		u.written = append(u.written, s)
	}
	if seen && (u.led || !led) {
		return
	}
	u.led = u.led || led
	for f := range s.Fields() {
		if s := structWithin(f.Type()); s != nil {
			a.note(s, led)
		}
	}
}

// structWithin is the struct type without a name that a type is, or of which it is an array.
func structWithin(t types.Type) *types.Struct {
	switch t := types.Unalias(t).(type) {
	case *types.Struct:
		return t
	case *types.Array:
		return structWithin(t.Elem())
	}
	return nil
}

// isDeclared reports whether it is seen where what is at an address is declared: it is of that very type.
func isDeclared(addr ssa.Value) bool {
	for {
		switch x := addr.(type) {
		case *ssa.Global, *ssa.Alloc:
			return true
		case *ssa.FreeVar:
			if addr = local.Binding(x); addr == nil {
				return false
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if addr = local.PartOf(addr); pointsToNamed(addr) {
				return true
			}
		case *ssa.Slice:
			addr = x.X
		default:
			return false
		}
	}
}

func pointsToNamed(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = types.Unalias(p.Elem()).(*types.Named)
	return ok
}

// conversion notes that a value is converted.
func (a *alike) conversion(from, to types.Type) {
	f, pointer := from.Underlying().(*types.Pointer)
	t, ok := to.Underlying().(*types.Pointer)
	if !pointer || !ok {
		return
	}
	for _, elem := range []types.Type{f.Elem(), t.Elem()} {
		if s := structWithin(elem); s != nil {
			a.note(s, true)
		}
	}
	if s, t := shape.StructOf(f), shape.StructOf(t); s != nil && t != nil {
		a.join(s, t)
	}
}

// join lets the fields of two structs be the same, and those of structs in them.
func (a *alike) join(s, t *types.Struct) {
	if s == t {
		return
	}
	for i := range min(s.NumFields(), t.NumFields()) {
		f, g := s.Field(i), t.Field(i)
		if f, g := a.of(f), a.of(g); a.src.KeyOf(f.Pkg(), f) != a.src.KeyOf(g.Pkg(), g) {
			if a.before(g, f) {
				f, g = g, f
			}
			a.same[a.src.KeyOf(g.Pkg(), g)] = f
		}
		if s, t := structWithin(f.Type()), structWithin(g.Type()); s != nil && t != nil {
			a.join(s, t)
		}
	}
}

// settle finds out what is alike when everything was noted.
func (a *alike) settle() {
	a.unnamed.Iterate(func(_ types.Type, v any) {
		u := v.(*unnamedStruct)
		for i := 1; u.led && i < len(u.written); i++ {
			a.join(u.written[0], u.written[i])
		}
	})
}

// of is what stands for a field: of those that are alike one.
func (a *alike) of(v *types.Var) *types.Var {
	v = v.Origin()
	for {
		next := a.same[a.src.KeyOf(v.Pkg(), v)]
		if next == nil {
			return v
		}
		v = next
	}
}

// before reports whether v stands for w if the two are alike. What belongs to a package without bodies may be written
// by others, and what belongs to a type or variable has a name. Among equals it is the one that is declared first.
func (a *alike) before(v, w *types.Var) bool {
	if x, y := a.src.HasBodies(a.src.Show(v.Pkg())), a.src.HasBodies(a.src.Show(w.Pkg())); x != y {
		return y
	}
	if x, y := a.fields.Owner(v) == "", a.fields.Owner(w) == ""; x != y {
		return y
	}
	at, other := a.src.Fset.Position(v.Pos()), a.src.Fset.Position(w.Pos())
	return cmp.Or(cmp.Compare(at.Filename, other.Filename), cmp.Compare(at.Offset, other.Offset)) < 0
}
