package gosrc

import (
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
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
	return l.typeLeads(v.Type())
}

// argLeads is canLead for the i-th argument of a call of t, whose type is that of the
// parameter unless t is generic.
func (l *lowerer) argLeads(t *target, i int, a ssa.Value) bool {
	if t.leads>>min(i, 63)&1 == 0 {
		return false
	}
	switch a := a.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		return false
	case *ssa.MakeInterface:
		return l.canLead(a.X)
	}
	return i < 63 && !t.generic || l.typeLeads(a.Type())
}

// leadsOf says, by bits, from which of a function's parameters a lock can be reached;
// the last bit stands for all that follow. Of a generic function's parameters it says
// that a lock may be.
func (l *lowerer) leadsOf(fn *ssa.Function) (leads uint64) {
	if local.IsGeneric(fn) {
		return math.MaxUint64
	}
	for i, v := range fn.Params {
		if l.typeLeads(v.Type()) {
			leads |= 1 << min(i, 63)
		}
	}
	for i, v := range fn.FreeVars {
		if l.typeLeads(v.Type()) {
			leads |= 1 << min(len(fn.Params)+i, 63)
		}
	}
	return leads
}

// typeLeads is canLead for values of type t.
func (l *lowerer) typeLeads(t types.Type) bool {
	switch u := t.(type) {
	case *types.Pointer:
		t = u.Elem() // go/ssa makes many pointer types
	case *types.Slice, *types.Map:
		return false
	}
	if _, ok := t.(*types.Basic); ok {
		return false
	}
	known := l.leads.Get(addrmap.Type(t))
	if known == unknownLeading {
		known = leadsNowhere
		if l.reaches(t, make(map[types.Type]bool)) {
			known = leadsToLock
		}
		l.leads.Set(addrmap.Type(t), known)
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
