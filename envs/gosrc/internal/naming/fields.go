package naming

import (
	"go/types"
	"sync"
)

// Fields names the fields of structs.
type Fields struct{ owners sync.Map } // *types.Package to *owners

// Name is the name of field v with that of the type or variable that declares it.
func (t *Fields) Name(v *types.Var) string {
	owner := t.Owner(v)
	if owner == "" {
		owner = "struct"
		if pkg := v.Pkg(); pkg != nil {
			owner = pkg.Path() + ".struct"
		}
	}
	return owner + "." + v.Name()
}

// Owner is the name of the type or variable that declares field v, empty if that has none.
func (t *Fields) Owner(v *types.Var) string {
	pkg := v.Pkg()
	if pkg == nil {
		return ""
	}
	m, ok := t.owners.Load(pkg)
	if !ok {
		m, _ = t.owners.LoadOrStore(pkg, &owners{pkg: pkg})
	}
	return m.(*owners).of(v)
}

// owners knows the fields of a package's types: first of those at its top level, and of the others when there is a
// field that none of these has.
type owners struct {
	pkg   *types.Package
	mu    sync.Mutex
	names map[*types.Var]string
	all   bool
}

func (o *owners) of(v *types.Var) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.names == nil {
		o.names = make(map[*types.Var]string)
		o.scope(o.pkg.Scope())
	}
	if o.names[v] == "" && !o.all {
		o.all = true
		o.inner(o.pkg.Scope())
	}
	return o.names[v]
}

func (o *owners) inner(s *types.Scope) {
	for i := range s.NumChildren() {
		c := s.Child(i)
		if c.Len() > 0 {
			o.scope(c)
		}
		o.inner(c)
	}
}

// scope adds the types that are declared in s, and the unnamed types of variables.
func (o *owners) scope(s *types.Scope) {
	names := s.Names()
	for _, name := range names {
		tn, ok := s.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if st, ok := tn.Type().Underlying().(*types.Struct); ok {
			o.fields(st, o.pkg.Path()+"."+name, 0)
		}
	}
	for _, name := range names {
		v, ok := s.Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		if st, ok := v.Type().(*types.Struct); ok {
			o.fields(st, o.pkg.Path()+"."+name, 0)
		}
	}
}

func (o *owners) fields(s *types.Struct, name string, depth int) {
	for f := range s.Fields() {
		if o.names[f] == "" {
			o.names[f] = name
		}
		if inner, ok := f.Type().(*types.Struct); ok && depth < 8 {
			o.fields(inner, name+"."+f.Name(), depth+1)
		}
	}
}
