package gosrc

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// written notes that memory of a class may be written after publication.
func (m *view) written(loc *location) {
	if loc.written.Load() || m.initialisingHome(loc) {
		return
	}
	loc.written.Store(true)
}

// initialisingHome reports whether the current function is the initialisation of the package that has memory of a class.
func (m *view) initialisingHome(loc *location) bool {
	return loc.home != nil && m.fn.Pkg != nil && m.of.src.Show(m.fn.Pkg.Pkg) == loc.home && local.IsInitialisation(m.fn)
}

// writtenWhole notes that all parts of a value of type t may be written.
func (m *view) writtenWhole(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if m.whole[t] {
			return
		}
		m.whole[t] = true
		for f := range u.Fields() {
			loc := m.fieldVarLoc(f)
			loc.written.Store(true)
			m.writtenWhole(f.Type())
		}
	case *types.Array:
		m.elemLoc(t).written.Store(true)
		m.writtenWhole(u.Elem())
	}
}

// wrote notes a store of a value of type t to place p at address addr.
func (l *lowerer) wrote(p *place, addr ssa.Value, t types.Type) {
	if l.initialises(p) {
		return
	}
	parts := shape.HasParts(t)
	if !parts && !p.deep && p.loc.isWritten() {
		return
	}
	l.mem.written(p.loc)
	if p.deep {
		l.mem.writtenAround(addr)
	}
	if parts && !(l.mem.initialisingHome(p.loc)) {
		l.mem.writtenWhole(t)
	}
}

// writtenAround notes that the objects of which address a is a part may be written.
func (m *view) writtenAround(a ssa.Value) {
	for {
		switch x := a.(type) {
		case *ssa.FieldAddr:
			a = x.X
		case *ssa.IndexAddr:
			a = x.X
		default:
			return
		}
		switch x := a.(type) {
		case *ssa.FieldAddr:
			m.written(m.fieldLoc(x))
		case *ssa.IndexAddr:
			m.written(m.elemLoc(x.X.Type()))
		case *ssa.Global:
			m.written(m.globalLoc(x))
		case *ssa.FreeVar:
			m.written(m.variableLoc(x))
		case *ssa.Alloc:
			m.written(m.variableLoc(x))
		}
	}
}

// initialises reports whether a store to p initialises an object that this function
// has made and not yet published: in reverse postorder nothing before the store
// uses the object as a value, and no loop begins between its allocation and the
// store, by which control could come back from a later use.
func (l *lowerer) initialises(p *place) bool {
	a, ok := p.root.(*ssa.Alloc)
	return ok && (p.loc.variable || p.loc.Class != envs.Cell) && p.entry&ssamap.IsPublished == 0 && l.loopRank <= l.rank[a.Block().Index]
}

// settleFinal marks the classes that nothing writes after publication, and those that hold
// no channels with a buffer.
func (c *classes) settleFinal() {
	for loc := range c.all {
		loc.Final = !loc.never && !loc.written.Load()
		loc.Unbuffered = loc.Unbuffered || !loc.never && loc.channels.Load() == holdsUnbuffered
	}
}
