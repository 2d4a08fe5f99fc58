package memory

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// TakeAddress notes that a global's address is used as a value.
func (m *View) TakeAddress(g *ssa.Global) {
	m.Written(m.GlobalLoc(g))
	if t, ok := g.Type().Underlying().(*types.Pointer); ok {
		m.WrittenWhole(t.Elem())
	}
}

// Written notes that memory of a class may be written after publication.
func (m *View) Written(loc *Location) {
	if loc.written.Load() || m.InitialisingHome(loc) {
		return
	}
	loc.written.Store(true)
}

// InitialisingHome reports whether the current function is the initialisation of the package that has memory of a
// class.
func (m *View) InitialisingHome(loc *Location) bool {
	return loc.home != nil && m.fn.Pkg != nil && m.Of.src.Show(m.fn.Pkg.Pkg) == loc.home && local.IsInitialisation(m.fn)
}

// WrittenWhole notes that all parts of a value of type t may be written.
func (m *View) WrittenWhole(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if m.whole[t] {
			return
		}
		m.whole[t] = true
		for f := range u.Fields() {
			loc := m.FieldVarLoc(f)
			loc.written.Store(true)
			m.WrittenWhole(f.Type())
		}
	case *types.Array:
		m.ElemLoc(t).written.Store(true)
		m.WrittenWhole(u.Elem())
	}
}

// WrittenAround notes that the objects of which address a is a part may be written.
func (m *View) WrittenAround(a ssa.Value) {
	for a = local.PartOf(a); a != nil; a = local.PartOf(a) {
		switch x := a.(type) {
		case *ssa.FieldAddr:
			m.Written(m.FieldLoc(x))
		case *ssa.IndexAddr:
			m.Written(m.ElemLoc(x.X.Type()))
		case *ssa.Global:
			m.Written(m.GlobalLoc(x))
		case *ssa.FreeVar, *ssa.Alloc:
			m.Written(m.VariableLoc(x))
		}
	}
}

// SettleFinal marks the classes that nothing writes after publication, and those that hold no channels with a buffer.
func (c *Classes) SettleFinal() {
	for loc := range c.All {
		loc.Final = !loc.never && !loc.written.Load()
		loc.Unbuffered = loc.Unbuffered || !loc.never && loc.channels.Load() == holdsUnbuffered
	}
}

// IsFinal reports whether a field is only written while its object is made.
func (c *Classes) IsFinal(v *types.Var) bool {
	v = c.alike.of(v)
	loc, ok := c.locs.byKey.Load(c.src.KeyOf(v.Pkg(), v))
	return ok && loc.(*Location).Final
}
