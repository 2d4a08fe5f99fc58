package gosrc

import (
	"go/types"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
)

// location is a class of memory and what has been seen of it.
type location struct {
	envs.Loc
	home     *types.Package // whose initialisation may write it
	written  atomic.Bool
	channels atomic.Uint32 // see holds
	alone    atomic.Bool   // accessed otherwise than as a part of something, or the first part
	never    bool          // can never be called final
	variable bool          // one variable, by its name
	private  bool          // only one thread can know it
}

// accessAlone notes that memory of the class is accessed otherwise than as a part of something.
func (loc *location) accessAlone() {
	if !loc.alone.Load() {
		loc.alone.Store(true)
	}
}

// isAlone reports whether memory of the class is accessed otherwise than as a part of something.
func (loc *location) isAlone() bool { return loc.alone.Load() }

// isWritten reports whether memory of the class may be written after publication.
func (loc *location) isWritten() bool { return loc.written.Load() }

// locTable holds the classes of a program. Fields and variables are known by their
// object, elements and cells by the text of their type, so that identical types are
// one class.
type locTable struct {
	byKey sync.Map // *types.Var, *ssa.Global, *ssa.Alloc or string to *location
}

func (t *locTable) get(key any, make func() *location) *location {
	if loc, ok := t.byKey.Load(key); ok {
		return loc.(*location)
	}
	loc, _ := t.byKey.LoadOrStore(key, make())
	return loc.(*location)
}

// classes are the classes of memory of a program.
type classes struct {
	src      *loading.Program
	calls    *calls.Graph
	declared *declared.Annotations
	locs     locTable
	fields   naming.Fields
	alike    alike
	conds    condTable
}

// newClasses is to be told of all instructions of the source before it is asked.
func newClasses(src *loading.Program, calls *calls.Graph, declared *declared.Annotations) *classes {
	c := &classes{src: src, calls: calls, declared: declared}
	c.alike = alike{src: src, fields: &c.fields, same: map[any]*types.Var{}}
	return c
}

// note is told of an instruction of the source.
func (c *classes) note(i ssa.Instruction) { c.alike.instr(i) }

// noted says that all was told.
func (c *classes) noted() { c.alike.settle() }

// view is what one goroutine sees of the classes. It keeps copies of what was needed of them, by the address of the field,
// variable or type.
type view struct {
	of        *classes
	fn        *ssa.Function // that is looked at
	locs      addrmap.Map[*location]
	parts     addrmap.Map[*[]part]
	whole     map[types.Type]bool // of which all parts are known to be written
	selectors map[*types.Var]string
}

func newView(of *classes) *view {
	return &view{of: of, whole: make(map[types.Type]bool), selectors: make(map[*types.Var]string)}
}

// enter says which function is looked at.
func (m *view) enter(fn *ssa.Function) { m.fn = fn }

func (m *view) fieldLoc(x *ssa.FieldAddr) *location {
	// go/ssa makes a pointer type for every address, so what it points to is looked
	// up.
	t := x.X.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	key := addrmap.Type(t) ^ uintptr(x.Field+1)<<fieldShift
	if loc := m.locs.Get(key); loc != nil {
		return loc
	}
	s := shape.StructOf(t)
	if s == nil {
		return m.cellLoc(x.Type())
	}
	loc := m.fieldVarLoc(s.Field(x.Field))
	m.locs.Set(key, loc)
	return loc
}

// fieldShift makes room for the index of a field above the address of a type.
const fieldShift = bits.UintSize * 3 / 4

func (m *view) fieldVarLoc(v *types.Var) *location {
	if loc := m.locs.Get(addrmap.Pointer(v)); loc != nil {
		return loc
	}
	origin := m.of.alike.of(v)
	home := m.of.src.Show(origin.Pkg())
	loc := m.of.locs.get(m.of.src.KeyOf(origin.Pkg(), origin), func() *location {
		return &location{
			Loc: envs.Loc{
				Class: envs.Field, Name: m.of.fields.Name(origin),
				Declared: m.of.declared.Memory[origin.Pos()], Leads: m.of.declared.Leads[origin.Pos()],
			},
			home:  home,
			never: !m.of.src.HasBodies(home) || m.of.src.Library && origin.Exported(),
		}
	})
	m.locs.Set(addrmap.Pointer(v), loc)
	return loc
}

func (m *view) globalLoc(g *ssa.Global) *location {
	if loc := m.locs.Get(addrmap.Pointer(g)); loc != nil {
		return loc
	}
	home := m.of.src.Show(g.Pkg.Pkg)
	loc := m.of.locs.get(m.of.src.KeyOf(g.Pkg.Pkg, g), func() *location {
		return &location{
			Loc: envs.Loc{
				Class: envs.Global, Name: g.Pkg.Pkg.Path() + "." + g.Name(), Variable: true,
				Declared: m.of.declared.Memory[g.Pos()], Leads: m.of.declared.Leads[g.Pos()],
			},
			home: home,
			// Whether a package is initialised is nobody else's business.
			private: g.Name() == "init$guard",
			never:   !m.of.src.HasBodies(home) || m.of.src.Library && g.Object() != nil && g.Object().Exported(),
		}
	})
	m.locs.Set(addrmap.Pointer(g), loc)
	return loc
}

// elemLoc is the class of the elements of a slice, an array, or what a pointer to
// an array points to.
func (m *view) elemLoc(t types.Type) *location {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	key := addrmap.Type(t)
	if loc := m.locs.Get(key); loc != nil {
		return loc
	}
	u := t.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u = p.Elem().Underlying()
	}
	var elem types.Type
	switch u := u.(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	default:
		elem = t // a type parameter, or a string in one of the alternatives
	}
	loc := m.typeLoc(envs.Elem, "[]", elem)
	m.locs.Set(key, loc)
	return loc
}

func (m *view) mapLoc(t types.Type) *location {
	key := addrmap.Type(t)
	if loc := m.locs.Get(key); loc != nil {
		return loc
	}
	loc := m.typeLoc(envs.Elem, "", t.Underlying())
	m.locs.Set(key, loc)
	return loc
}

// cellLoc is the class of what pointers of type t point to.
func (m *view) cellLoc(t types.Type) *location {
	elem := t
	if p, ok := t.(*types.Pointer); ok {
		elem = p.Elem()
	} else if p, ok := t.Underlying().(*types.Pointer); ok {
		elem = p.Elem()
	}
	key := addrmap.Type(elem) + 1 // the type itself is the key of its elements
	if loc := m.locs.Get(key); loc != nil {
		return loc
	}
	loc := m.typeLoc(envs.Cell, "*", elem)
	m.locs.Set(key, loc)
	return loc
}

func (m *view) typeLoc(class envs.LocClass, prefix string, t types.Type) *location {
	name := prefix + naming.Type(t)
	return m.of.locs.get(name, func() *location {
		// Pointers reach fields and variables of their type, a type parameter stands
		// for types that have classes of their own, and what is made of types of
		// others may be written by these.
		return &location{
			Loc:   envs.Loc{Class: class, Name: name},
			never: class == envs.Cell || shape.MentionsParam(t, 0) || !m.of.mentionsOwn(t, 0),
		}
	})
}

// mentionsOwn reports whether t is made of a type that only the program can name.
func (c *classes) mentionsOwn(t types.Type, depth int) bool {
	if depth > 8 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return c.mentionsOwn(t.Elem(), depth+1)
	case *types.Slice:
		return c.mentionsOwn(t.Elem(), depth+1)
	case *types.Array:
		return c.mentionsOwn(t.Elem(), depth+1)
	case *types.Chan:
		return c.mentionsOwn(t.Elem(), depth+1)
	case *types.Map:
		return c.mentionsOwn(t.Key(), depth+1) || c.mentionsOwn(t.Elem(), depth+1)
	case *types.Named:
		return c.src.HasBodies(c.src.Show(t.Obj().Pkg())) && !(c.src.Library && t.Obj().Exported())
	}
	return false
}

// all goes through the classes that were asked for.
func (c *classes) all(yield func(*location) bool) {
	c.locs.byKey.Range(func(_, v any) bool { return yield(v.(*location)) })
}
