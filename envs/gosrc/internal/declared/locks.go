package declared

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// lockScope is where the name of a lock in an annotation is looked up.
type lockScope struct {
	pkg *types.Package
	of  *types.Struct // that has the annotated field
	fn  types.Object  // that is annotated
}

// A namedLock is a lock of an annotation.
type namedLock struct {
	path *envs.Path // nil if frames have no name for it
	at   place
}

// place is the variable in which a lock lies, if it lies in one and is not pointed to.
type place struct {
	Field  *types.Var
	Global *types.Var
}

// lock finds the lock that an annotation names.
func (r *reader) lock(a annotation, name string, scope lockScope) (namedLock, error) {
	if !a.args || name == "" {
		return namedLock{}, fmt.Errorf("want a lock after it, as in +%s:mu", a.word)
	}
	parts := strings.Split(name, ".")
	for _, part := range parts {
		if !token.IsIdentifier(part) {
			return namedLock{}, fmt.Errorf("%q is no way to a lock: want names with points between them", name)
		}
	}
	var l namedLock
	var t types.Type
	var way []*types.Var
	rest := parts[1:]
	start, root, found := scope.lookUp(parts[0])
	switch {
	case !found:
		return namedLock{}, fmt.Errorf("there is no %s here: want %sa package variable", parts[0], scope.wants())
	case scope.of != nil && root == nil:
		t, rest, l.path = scope.of, parts, &envs.Path{Root: envs.AtParam, Text: name}
	case start.Root == envs.AtGlobal:
		t, l.path = root.Type(), &start
		l.at.Global, way = root, append(way, root)
	default:
		t, l.path = root.Type(), &start
		if start.Reg < 0 { // a result
			l.path = nil
		}
	}
	var steps strings.Builder
	for _, part := range rest {
		fields, err := fieldsTo(t, scope.pkg, part)
		if err != nil {
			return namedLock{}, err
		}
		for _, f := range fields {
			steps.WriteString("." + f.Name())
			way = append(way, f)
			t, l.at = f.Type(), place{Field: f.Origin()}
		}
	}
	inner, err := lockWithin(t, 0)
	if err != nil {
		return namedLock{}, fmt.Errorf("%s is %w", name, err)
	}
	for _, f := range inner {
		steps.WriteString("." + f.Name())
		t, l.at = f.Type(), place{Field: f.Origin()}
	}
	if _, pointed := types.Unalias(t).(*types.Pointer); pointed || types.IsInterface(t) {
		l.at = place{}
	}
	for _, v := range way {
		r.into.Leads[v.Origin().Pos()] = true
	}
	if l.path != nil {
		l.path.Steps, l.path.Text = steps.String(), name
	}
	return l, nil
}

// lookUp finds the first name of a way: a path without steps, and the variable; none for a field. A result is
// parameter -1.
func (s lockScope) lookUp(name string) (start envs.Path, root *types.Var, found bool) {
	if s.of != nil {
		if v, _, _ := types.LookupFieldOrMethod(s.of, true, s.pkg, name); v != nil {
			_, isField := v.(*types.Var)
			return start, nil, isField
		}
	}
	if fn, ok := s.fn.(*types.Func); ok && name != "_" {
		sig := fn.Signature()
		i := envs.Reg(0)
		if v := sig.Recv(); v != nil {
			if v.Name() == name {
				return envs.Path{Root: envs.AtParam}, v, true
			}
			i++
		}
		for v := range sig.Params().Variables() {
			if v.Name() == name {
				return envs.Path{Root: envs.AtParam, Reg: i}, v, true
			}
			i++
		}
		for v := range sig.Results().Variables() {
			if v.Name() == name {
				return envs.Path{Root: envs.AtParam, Reg: -1}, v, true
			}
		}
	}
	if v, ok := s.pkg.Scope().Lookup(name).(*types.Var); ok {
		return envs.Path{Root: envs.AtGlobal, Global: s.pkg.Path() + "." + name}, v, true
	}
	return start, nil, false
}

// wants is what a way may start with beside package variables.
func (s lockScope) wants() string {
	switch {
	case s.fn != nil:
		return "the receiver, a parameter, a result or "
	case s.of != nil:
		return "a field of the struct or "
	}
	return ""
}

// fieldsTo are the fields that are followed from a value of type t for one name: several if it is promoted.
func fieldsTo(t types.Type, pkg *types.Package, name string) ([]*types.Var, error) {
	v, index, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	if _, ok := v.(*types.Var); !ok {
		return nil, fmt.Errorf("%s has no field %s", types.TypeString(t, types.RelativeTo(pkg)), name)
	}
	var fields []*types.Var
	for _, i := range index {
		s := shape.StructOf(t)
		if s == nil {
			return nil, fmt.Errorf("%s is no struct", types.TypeString(t, types.RelativeTo(pkg)))
		}
		fields = append(fields, s.Field(i))
		t = s.Field(i).Type()
	}
	return fields, nil
}

// lockWithin are the fields that are followed from a value of type t to the lock that it is. A lock that is known as
// one has none. Otherwise, if the type has a method Lock, they are those to the one lock in it.
func lockWithin(t types.Type, depth int) ([]*types.Var, error) {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if m, _, _ := types.LookupFieldOrMethod(t, true, nil, "Lock"); m == nil {
		return nil, errors.New("of type " + naming.Type(t) + ", which is no lock: want one with a method Lock")
	}
	if library.IsLockType(t) || types.IsInterface(t) {
		return nil, nil
	}
	s := shape.StructOf(t)
	if s == nil || depth > local.MaxSteps {
		return nil, nil
	}
	var found []*types.Var
	for f := range s.Fields() {
		if inner, err := lockWithin(f.Type(), depth+1); err == nil {
			if found != nil {
				return nil, nil // which of them it is cannot be told
			}
			found = append([]*types.Var{f}, inner...)
		}
	}
	return found, nil
}
