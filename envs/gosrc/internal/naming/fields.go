package naming

import (
	"go/types"
	"sync"
)

// Owners knows the fields of a package's types: first of those at its top level,
// and of the others when there is a field that none of these has.
type Owners struct {
	Pkg   *types.Package
	mu    sync.Mutex
	names map[*types.Var]string
	all   bool
}

func (o *Owners) Of(v *types.Var) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.names == nil {
		o.names = make(map[*types.Var]string)
		o.scope(o.Pkg.Scope())
	}
	if o.names[v] == "" && !o.all {
		o.all = true
		o.inner(o.Pkg.Scope())
	}
	return o.names[v]
}

func (o *Owners) inner(s *types.Scope) {
	for i := range s.NumChildren() {
		c := s.Child(i)
		if c.Len() > 0 {
			o.scope(c)
		}
		o.inner(c)
	}
}

// scope adds the types that are declared in s, and the unnamed types of variables.
func (o *Owners) scope(s *types.Scope) {
	names := s.Names()
	for _, name := range names {
		tn, ok := s.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if st, ok := tn.Type().Underlying().(*types.Struct); ok {
			o.fields(st, o.Pkg.Path()+"."+name, 0)
		}
	}
	for _, name := range names {
		v, ok := s.Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		if st, ok := v.Type().(*types.Struct); ok {
			o.fields(st, o.Pkg.Path()+"."+name, 0)
		}
	}
}

func (o *Owners) fields(s *types.Struct, name string, depth int) {
	for f := range s.Fields() {
		if o.names[f] == "" {
			o.names[f] = name
		}
		if inner, ok := f.Type().(*types.Struct); ok && depth < 8 {
			o.fields(inner, name+"."+f.Name(), depth+1)
		}
	}
}
