package gosrc

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// leading says whether a lock can be reached from a value of a type.
type leading uint8

const (
	unknownLeading leading = iota
	leadsNowhere
	leadsToLock
)

// canLead reports whether a lock can be reached from v by the steps of a path, so
// that a callee's paths have to be translated through v.
func (l *lowerer) canLead(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		return false
	case *ssa.MakeInterface:
		return l.canLead(v.X)
	}
	t := v.Type()
	switch u := t.(type) {
	case *types.Pointer:
		t = u.Elem() // go/ssa makes many pointer types
	case *types.Slice, *types.Map:
		return false
	}
	if _, ok := t.(*types.Basic); ok {
		return false
	}
	known := l.leads.get(typeAddress(t))
	if known == unknownLeading {
		known = leadsNowhere
		if l.reaches(t, make(map[types.Type]bool)) {
			known = leadsToLock
		}
		l.leads.set(typeAddress(t), known)
	}
	return known == leadsToLock
}

// reaches reports whether a lock lies in a value of type t, or in what it points
// to, or contains something of which the type does not tell. What was met before is
// in seen.
func (l *lowerer) reaches(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	if n, ok := t.(*types.Named); ok {
		seen[t] = true
		if pkg := n.Obj().Pkg(); pkg != nil && pkg.Path() == "sync" {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return l.reaches(u.Elem(), seen)
	case *types.Slice:
		return l.reaches(u.Elem(), seen)
	case *types.Array:
		return l.reaches(u.Elem(), seen)
	case *types.Map:
		return l.reaches(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if l.reaches(f.Type(), seen) {
				return true
			}
		}
	case *types.Interface:
		return true
	}
	return false
}
