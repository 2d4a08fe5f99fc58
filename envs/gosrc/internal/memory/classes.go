package memory

import (
	"go/types"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// Location is a class of memory and what has been seen of it.
type Location struct {
	envs.Loc
	home     *types.Package // whose initialisation may write it
	written  atomic.Bool
	channels atomic.Uint32 // see holds
	alone    atomic.Bool   // accessed otherwise than as a part of something, or the first part
	never    bool          // can never be called final
	Variable bool          // one variable, by its name
	Private  bool          // only one thread can know it
}

// AccessAlone notes that memory of the class is accessed otherwise than as a part of something.
func (loc *Location) AccessAlone() {
	if !loc.alone.Load() {
		loc.alone.Store(true)
	}
}

// IsAlone reports whether memory of the class is accessed otherwise than as a part of something.
func (loc *Location) IsAlone() bool { return loc.alone.Load() }

// IsWritten reports whether memory of the class may be written after publication.
func (loc *Location) IsWritten() bool { return loc.written.Load() }

// locTable holds the classes of a program. Fields and variables are known by their object, elements and cells by the
// text of their type, so that identical types are one class.
type locTable struct {
	byKey sync.Map // *types.Var, *ssa.Global, *ssa.Alloc or string to *location
}

func (t *locTable) get(key any, make func() *Location) *Location {
	if loc, ok := t.byKey.Load(key); ok {
		return loc.(*Location)
	}
	loc, _ := t.byKey.LoadOrStore(key, make())
	return loc.(*Location)
}

// Classes are the classes of memory of a program.
type Classes struct {
	src      *loading.Program
	calls    *calls.Graph
	declared *declared.Annotations
	locs     locTable
	fields   naming.Fields
	alike    alike
	conds    condTable
}

// New is to be told of all instructions of the source before it is asked.
func New(src *loading.Program, calls *calls.Graph, declared *declared.Annotations) *Classes {
	c := &Classes{src: src, calls: calls, declared: declared}
	c.alike = alike{src: src, fields: &c.fields, params: map[int]*types.TypeParam{},
		known: map[*types.Struct]*unnamedStruct{}, same: map[any]*types.Var{}}
	return c
}

// Note is told of an instruction of the source.
func (c *Classes) Note(i ssa.Instruction) { c.alike.instr(i) }

// Noted says that all was told.
func (c *Classes) Noted() { c.alike.settle() }

// View is what one goroutine sees of the classes. It keeps copies of what was needed of them, by the address of the
// field, variable or type.
type View struct {
	Of    *Classes
	fn    *ssa.Function // that is looked at
	locs  addrmap.Map[*Location]
	parts addrmap.Map[*[]Part]
	whole map[types.Type]bool // of which all parts are known to be written
}

func NewView(of *Classes) *View {
	return &View{Of: of, whole: make(map[types.Type]bool)}
}

// Enter says which function is looked at.
func (m *View) Enter(fn *ssa.Function) { m.fn = fn }

// cached is what the view has at a key, or what find finds.
func (m *View) cached(key uintptr, find func() *Location) *Location {
	loc := m.locs.Get(key)
	if loc == nil {
		loc = find()
		m.locs.Set(key, loc)
	}
	return loc
}

func (m *View) FieldLoc(x *ssa.FieldAddr) *Location {
	// go/ssa makes a pointer type for every address, so what it points to is looked up.
	t := x.X.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return m.cached(addrmap.Type(t)^uintptr(x.Field+1)<<fieldShift, func() *Location {
		if s := shape.StructOf(t); s != nil {
			return m.FieldVarLoc(s.Field(x.Field))
		}
		return m.CellLoc(x.Type())
	})
}

// fieldShift makes room for the index of a field above the address of a type.
const fieldShift = bits.UintSize * 3 / 4

func (m *View) FieldVarLoc(v *types.Var) *Location {
	return m.cached(addrmap.Pointer(v), func() *Location { return m.Of.field(v) })
}

func (c *Classes) field(v *types.Var) *Location {
	v = c.alike.of(v)
	home := c.src.Show(v.Pkg())
	return c.locs.get(c.src.KeyOf(v.Pkg(), v), func() *Location {
		return &Location{
			Loc: envs.Loc{
				Class: envs.Field, Name: c.fields.Name(v),
				Declared: c.declared.Memory[v.Pos()], Leads: c.declared.Leads[v.Pos()],
			},
			home:  home,
			never: !c.src.HasBodies(home) || c.src.Library && v.Exported(),
		}
	})
}

func (m *View) GlobalLoc(g *ssa.Global) *Location {
	return m.cached(addrmap.Pointer(g), func() *Location { return m.Of.global(g) })
}

func (c *Classes) global(g *ssa.Global) *Location {
	home := c.src.Show(g.Pkg.Pkg)
	return c.locs.get(c.src.KeyOf(g.Pkg.Pkg, g), func() *Location {
		return &Location{
			Loc: envs.Loc{
				Class: envs.Global, Name: g.Pkg.Pkg.Path() + "." + g.Name(), Variable: true,
				Declared: c.declared.Memory[g.Pos()], Leads: c.declared.Leads[g.Pos()],
			},
			home: home,
			// Whether a package is initialised is nobody else's business.
			Private: g.Name() == "init$guard",
			never:   !c.src.HasBodies(home) || c.src.Library && g.Object() != nil && g.Object().Exported(),
		}
	})
}

// ElemLoc is the class of the elements of a slice, an array, or what a pointer to an array points to.
func (m *View) ElemLoc(t types.Type) *Location {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return m.cached(addrmap.Type(t), func() *Location {
		elem := t // a type parameter, or a string in one of the alternatives
		switch u := shape.Deref(t).Underlying().(type) {
		case *types.Slice:
			elem = u.Elem()
		case *types.Array:
			elem = u.Elem()
		}
		return m.typeLoc(envs.Elem, "[]", elem)
	})
}

func (m *View) MapLoc(t types.Type) *Location {
	return m.cached(addrmap.Type(t), func() *Location { return m.typeLoc(envs.Elem, "", t.Underlying()) })
}

// CellLoc is the class of what pointers of type t point to.
func (m *View) CellLoc(t types.Type) *Location {
	elem := t
	if p, ok := t.(*types.Pointer); ok {
		elem = p.Elem()
	} else if p, ok := t.Underlying().(*types.Pointer); ok {
		elem = p.Elem()
	}
	// The type itself is the key of its elements.
	return m.cached(addrmap.Type(elem)+1, func() *Location { return m.typeLoc(envs.Cell, "*", elem) })
}

func (m *View) typeLoc(class envs.LocClass, prefix string, t types.Type) *Location {
	name := prefix + naming.Type(t)
	return m.Of.locs.get(name, func() *Location {
		// Pointers reach fields and variables of their type. A type parameter stands for types that have classes of their
		// own. What is made of types of others may be written by these.
		return &Location{
			Loc:   envs.Loc{Class: class, Name: name},
			never: class == envs.Cell || shape.MentionsParam(t, 0) || !m.Of.mentionsOwn(t, 0),
		}
	})
}

// mentionsOwn reports whether t is made of a type that only the program can name.
func (c *Classes) mentionsOwn(t types.Type, depth int) bool {
	if depth > 8 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer, *types.Slice, *types.Array, *types.Chan, *types.Map:
		return shape.AnyElem(t, func(e types.Type) bool { return c.mentionsOwn(e, depth+1) })
	case *types.Named:
		return c.src.HasBodies(c.src.Show(t.Obj().Pkg())) && !(c.src.Library && t.Obj().Exported())
	}
	return false
}

// All goes through the classes that were asked for.
func (c *Classes) All(yield func(*Location) bool) {
	c.locs.byKey.Range(func(_, v any) bool { return yield(v.(*Location)) })
}

// VariableLoc is the class of a variable that closures share, if it is only accessed under its name, and otherwise of
// what pointers of its type point to.
func (m *View) VariableLoc(v ssa.Value) *Location {
	if a, ok := v.(*ssa.Alloc); ok && (!a.Heap || !local.IsVariable(a.Comment)) {
		return m.CellLoc(v.Type())
	}
	return m.cached(addrmap.Value(v), func() *Location {
		a := local.CapturedVariable(v)
		if a == nil || !a.Heap || !local.IsNamed(a) {
			return m.CellLoc(v.Type())
		}
		return m.Of.locs.get(a, func() *Location {
			return &Location{
				Loc:      envs.Loc{Class: envs.Cell, Name: naming.Func(a.Parent()) + "." + a.Comment, Variable: true, Apart: true},
				Variable: true,
				Private:  local.Confined(a, 0) || local.HandedOver(a),
			}
		})
	})
}
