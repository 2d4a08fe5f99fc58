package paths

import (
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// leading says whether a lock can be reached from a value of a type.
type leading uint8

const (
	unknownLeading leading = iota
	leadsNowhere
	leadsToLock
)

// CanLead reports whether a lock can be reached from v by the steps of a path, so that a callee's paths have to be
// translated through v.
func (n *Namer) CanLead(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		return false
	case *ssa.MakeInterface:
		return n.CanLead(v.X)
	}
	return n.TypeLeads(v.Type())
}

// LeadsOf says, by bits, from which of a function's parameters a lock can be reached; the last bit stands for all
// that follow. Of a generic function's parameters it says that a lock may be.
func (n *Namer) LeadsOf(fn *ssa.Function) (leads uint64) {
	if local.IsGeneric(fn) {
		return math.MaxUint64
	}
	for i, v := range fn.Params {
		if n.TypeLeads(v.Type()) {
			leads |= 1 << min(i, 63)
		}
	}
	for i, v := range fn.FreeVars {
		if n.TypeLeads(v.Type()) {
			leads |= 1 << min(len(fn.Params)+i, 63)
		}
	}
	return leads
}

// TypeLeads is CanLead for values of type t.
func (n *Namer) TypeLeads(t types.Type) bool {
	switch u := t.(type) {
	case *types.Pointer:
		t = u.Elem() // go/ssa makes many pointer types
	case *types.Slice, *types.Map:
		return false
	}
	if _, ok := t.(*types.Basic); ok {
		return false
	}
	known := n.leads.Get(addrmap.Type(t))
	if known == unknownLeading {
		known = leadsNowhere
		if n.reaches(t, make(map[types.Type]bool)) {
			known = leadsToLock
		}
		n.leads.Set(addrmap.Type(t), known)
	}
	return known == leadsToLock
}

// reaches reports whether a lock lies in a value of type t, or in what it points to, or contains something of which
// the type does not tell. What was met before is in seen.
func (n *Namer) reaches(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	if _, ok := t.(*types.Named); ok {
		seen[t] = true
		if pkg, _ := shape.NameOf(t); pkg == "sync" {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return n.reaches(u.Elem(), seen)
	case *types.Pointer, *types.Slice, *types.Array, *types.Struct:
		return shape.AnyElem(u, func(e types.Type) bool { return n.reaches(e, seen) })
	case *types.Interface:
		return true
	}
	return false
}
