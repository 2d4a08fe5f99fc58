package gosrc

import (
	"go/types"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
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

func (l *lowerer) fieldLoc(x *ssa.FieldAddr) *location {
	// go/ssa makes a pointer type for every address, so what it points to is looked
	// up.
	t := x.X.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	key := addrmap.Type(t) ^ uintptr(x.Field+1)<<fieldShift
	if loc := l.locs.Get(key); loc != nil {
		return loc
	}
	s := shape.StructOf(t)
	if s == nil {
		return l.cellLoc(x.Type())
	}
	loc := l.fieldVarLoc(s.Field(x.Field))
	l.locs.Set(key, loc)
	return loc
}

// fieldShift makes room for the index of a field above the address of a type.
const fieldShift = bits.UintSize * 3 / 4

func (l *lowerer) fieldVarLoc(v *types.Var) *location {
	if loc := l.locs.Get(addrmap.Pointer(v)); loc != nil {
		return loc
	}
	origin := l.p.alike.of(v)
	home := l.p.src.Show(origin.Pkg())
	loc := l.p.locs.get(l.p.src.KeyOf(origin.Pkg(), origin), func() *location {
		return &location{
			Loc: envs.Loc{
				Class: envs.Field, Name: l.p.fields.Name(origin),
				Declared: l.p.annotated.Memory[origin.Pos()], Leads: l.p.annotated.Leads[origin.Pos()],
			},
			home:  home,
			never: !l.p.src.HasBodies(home) || l.p.src.Library && origin.Exported(),
		}
	})
	l.locs.Set(addrmap.Pointer(v), loc)
	return loc
}

func (l *lowerer) globalLoc(g *ssa.Global) *location {
	if loc := l.locs.Get(addrmap.Pointer(g)); loc != nil {
		return loc
	}
	home := l.p.src.Show(g.Pkg.Pkg)
	loc := l.p.locs.get(l.p.src.KeyOf(g.Pkg.Pkg, g), func() *location {
		return &location{
			Loc: envs.Loc{
				Class: envs.Global, Name: g.Pkg.Pkg.Path() + "." + g.Name(), Variable: true,
				Declared: l.p.annotated.Memory[g.Pos()], Leads: l.p.annotated.Leads[g.Pos()],
			},
			home: home,
			// Whether a package is initialised is nobody else's business.
			private: g.Name() == "init$guard",
			never:   !l.p.src.HasBodies(home) || l.p.src.Library && g.Object() != nil && g.Object().Exported(),
		}
	})
	l.locs.Set(addrmap.Pointer(g), loc)
	return loc
}

// elemLoc is the class of the elements of a slice, an array, or what a pointer to
// an array points to.
func (l *lowerer) elemLoc(t types.Type) *location {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	key := addrmap.Type(t)
	if loc := l.locs.Get(key); loc != nil {
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
	loc := l.typeLoc(envs.Elem, "[]", elem)
	l.locs.Set(key, loc)
	return loc
}

func (l *lowerer) mapLoc(t types.Type) *location {
	key := addrmap.Type(t)
	if loc := l.locs.Get(key); loc != nil {
		return loc
	}
	loc := l.typeLoc(envs.Elem, "", t.Underlying())
	l.locs.Set(key, loc)
	return loc
}

// cellLoc is the class of what pointers of type t point to.
func (l *lowerer) cellLoc(t types.Type) *location {
	elem := t
	if p, ok := t.(*types.Pointer); ok {
		elem = p.Elem()
	} else if p, ok := t.Underlying().(*types.Pointer); ok {
		elem = p.Elem()
	}
	key := addrmap.Type(elem) + 1 // the type itself is the key of its elements
	if loc := l.locs.Get(key); loc != nil {
		return loc
	}
	loc := l.typeLoc(envs.Cell, "*", elem)
	l.locs.Set(key, loc)
	return loc
}

func (l *lowerer) typeLoc(class envs.LocClass, prefix string, t types.Type) *location {
	name := prefix + naming.Type(t)
	return l.p.locs.get(name, func() *location {
		// Pointers reach fields and variables of their type, a type parameter stands
		// for types that have classes of their own, and what is made of types of
		// others may be written by these.
		return &location{
			Loc:   envs.Loc{Class: class, Name: name},
			never: class == envs.Cell || shape.MentionsParam(t, 0) || !l.p.mentionsOwn(t, 0),
		}
	})
}

// mentionsOwn reports whether t is made of a type that only the program can name.
func (p *Program) mentionsOwn(t types.Type, depth int) bool {
	if depth > 8 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return p.mentionsOwn(t.Elem(), depth+1)
	case *types.Slice:
		return p.mentionsOwn(t.Elem(), depth+1)
	case *types.Array:
		return p.mentionsOwn(t.Elem(), depth+1)
	case *types.Chan:
		return p.mentionsOwn(t.Elem(), depth+1)
	case *types.Map:
		return p.mentionsOwn(t.Key(), depth+1) || p.mentionsOwn(t.Elem(), depth+1)
	case *types.Named:
		return p.src.HasBodies(p.src.Show(t.Obj().Pkg())) && !(p.src.Library && t.Obj().Exported())
	}
	return false
}
