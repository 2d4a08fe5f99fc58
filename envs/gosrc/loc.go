package gosrc

import (
	"go/types"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// location is a class of memory and what has been seen of it.
type location struct {
	envs.Loc
	home     *types.Package // whose initialisation may write it
	written  atomic.Bool
	never    bool // can never be called final
	variable bool // one variable, by its name
	private  bool // only one thread can know it
}

// locTable holds the classes of a program. Fields and variables are known by their
// object, elements and cells by the text of their type, so that identical types are
// one class.
type locTable struct {
	byKey  sync.Map // *types.Var, *ssa.Global, *ssa.Alloc or string to *location
	owners sync.Map // *types.Package to map[*types.Var]string
}

func (t *locTable) get(key any, make func() *location) *location {
	if loc, ok := t.byKey.Load(key); ok {
		return loc.(*location)
	}
	loc, _ := t.byKey.LoadOrStore(key, make())
	return loc.(*location)
}

// known looks in the lowerer's own copy of the table, the latest entries first.
func (l *lowerer) known(key uintptr) *location {
	q := &l.quick[hash(key)%uintptr(len(l.quick))]
	if q.key == key {
		return q.loc
	}
	loc := l.locs[key]
	if loc != nil {
		q.key, q.loc = key, loc
	}
	return loc
}

func (l *lowerer) fieldLoc(x *ssa.FieldAddr) *location {
	// go/ssa makes a pointer type for every address, so what it points to is looked
	// up.
	t := x.X.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	key := typeAddress(t)
	q := &l.quickFields[hash(key+uintptr(x.Field)*8)%uintptr(len(l.quickFields))]
	if q.key == key && q.field == x.Field {
		return q.loc
	}
	s := structOf(t)
	if s == nil {
		return l.cellLoc(x.Type())
	}
	loc := l.fieldVarLoc(s.Field(x.Field))
	q.key, q.field, q.loc = key, x.Field, loc
	return loc
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

func (l *lowerer) fieldVarLoc(v *types.Var) *location {
	if loc := l.known(addressOf(v)); loc != nil {
		return loc
	}
	origin := v.Origin()
	loc := l.p.locs.get(origin, func() *location {
		return &location{
			Loc:   envs.Loc{Class: envs.Field, Name: l.p.locs.owner(origin) + "." + origin.Name()},
			home:  origin.Pkg(),
			never: !l.p.hasBodies(origin.Pkg()) || l.p.library && origin.Exported(),
		}
	})
	l.locs[addressOf(v)] = loc
	return loc
}

func (l *lowerer) globalLoc(g *ssa.Global) *location {
	if loc := l.known(addressOf(g)); loc != nil {
		return loc
	}
	loc := l.p.locs.get(g, func() *location {
		return &location{
			Loc:   envs.Loc{Class: envs.Global, Name: g.Pkg.Pkg.Path() + "." + g.Name()},
			home:  g.Pkg.Pkg,
			never: !l.p.hasBodies(g.Pkg.Pkg) || l.p.library && g.Object() != nil && g.Object().Exported(),
		}
	})
	l.locs[addressOf(g)] = loc
	return loc
}

// elemLoc is the class of the elements of a slice, an array, or what a pointer to
// an array points to.
func (l *lowerer) elemLoc(t types.Type) *location {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	key := typeAddress(t)
	if loc := l.known(key); loc != nil {
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
	l.locs[key] = loc
	return loc
}

func (l *lowerer) mapLoc(t types.Type) *location {
	key := typeAddress(t)
	if loc := l.known(key); loc != nil {
		return loc
	}
	loc := l.typeLoc(envs.Elem, "", t.Underlying())
	l.locs[key] = loc
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
	key := typeAddress(elem) + 1 // the type itself is the key of its elements
	if loc := l.known(key); loc != nil {
		return loc
	}
	loc := l.typeLoc(envs.Cell, "*", elem)
	l.locs[key] = loc
	return loc
}

func (l *lowerer) typeLoc(class envs.LocClass, prefix string, t types.Type) *location {
	name := prefix + types.TypeString(t, nil)
	return l.p.locs.get(name, func() *location {
		// Pointers reach fields and variables of their type, a type parameter stands
		// for types that have classes of their own, and what is made of types of
		// others may be written by these.
		return &location{
			Loc:   envs.Loc{Class: class, Name: name},
			never: class == envs.Cell || mentionsParam(t, 0) || !l.p.mentionsOwn(t, 0),
		}
	})
}

func mentionsParam(t types.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Slice:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Array:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Chan:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Map:
		return mentionsParam(t.Key(), depth+1) || mentionsParam(t.Elem(), depth+1)
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if mentionsParam(a, depth+1) {
				return true
			}
		}
		return false
	case *types.Basic:
		return false
	}
	return true
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
		return p.hasBodies(t.Obj().Pkg()) && !(p.library && t.Obj().Exported())
	}
	return false
}

// owner is the name of the type that declares field v.
func (t *locTable) owner(v *types.Var) string {
	pkg := v.Pkg()
	if pkg == nil {
		return "struct"
	}
	m, ok := t.owners.Load(pkg)
	if !ok {
		m, _ = t.owners.LoadOrStore(pkg, fieldOwners(pkg))
	}
	if name := m.(map[*types.Var]string)[v]; name != "" {
		return name
	}
	return pkg.Path() + ".struct"
}

func fieldOwners(pkg *types.Package) map[*types.Var]string {
	owners := make(map[*types.Var]string)
	var scope func(s *types.Scope, depth int)
	var fields func(s *types.Struct, name string, depth int)
	fields = func(s *types.Struct, name string, depth int) {
		for f := range s.Fields() {
			if owners[f] == "" {
				owners[f] = name
			}
			if inner, ok := f.Type().(*types.Struct); ok && depth < 8 {
				fields(inner, name+"."+f.Name(), depth+1)
			}
		}
	}
	scope = func(s *types.Scope, depth int) {
		for _, name := range s.Names() {
			tn, ok := s.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			if st, ok := tn.Type().Underlying().(*types.Struct); ok {
				fields(st, pkg.Path()+"."+name, 0)
			}
		}
		for _, name := range s.Names() {
			v, ok := s.Lookup(name).(*types.Var)
			if !ok {
				continue
			}
			if st, ok := v.Type().(*types.Struct); ok {
				fields(st, pkg.Path()+"."+name, 0)
			}
		}
		for i := range s.NumChildren() {
			scope(s.Child(i), depth+1)
		}
	}
	scope(pkg.Scope(), 0)
	return owners
}
