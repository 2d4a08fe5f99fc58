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
func (l *lowerer) written(loc *location) {
	if loc.written.Load() || loc.home != nil && l.initialising(loc.home) {
		return
	}
	loc.written.Store(true)
}

// initialising reports whether the current function is the initialisation of pkg.
func (l *lowerer) initialising(pkg *types.Package) bool {
	return l.fn.Pkg != nil && l.p.src.Show(l.fn.Pkg.Pkg) == pkg && local.IsInitialisation(l.fn)
}

// writtenWhole notes that all parts of a value of type t may be written.
func (l *lowerer) writtenWhole(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if l.whole[t] {
			return
		}
		l.whole[t] = true
		for f := range u.Fields() {
			loc := l.fieldVarLoc(f)
			loc.written.Store(true)
			l.writtenWhole(f.Type())
		}
	case *types.Array:
		l.elemLoc(t).written.Store(true)
		l.writtenWhole(u.Elem())
	}
}

// wrote notes a store of a value of type t to place p at address addr.
func (l *lowerer) wrote(p *place, addr ssa.Value, t types.Type) {
	if l.initialises(p) {
		return
	}
	parts := shape.HasParts(t)
	if !parts && !p.deep && p.loc.written.Load() {
		return
	}
	l.written(p.loc)
	if p.deep {
		l.writtenAround(addr)
	}
	if parts && !(p.loc.home != nil && l.initialising(p.loc.home)) {
		l.writtenWhole(t)
	}
}

// writtenAround notes that the objects of which address a is a part may be written.
func (l *lowerer) writtenAround(a ssa.Value) {
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
			l.written(l.fieldLoc(x))
		case *ssa.IndexAddr:
			l.written(l.elemLoc(x.X.Type()))
		case *ssa.Global:
			l.written(l.globalLoc(x))
		case *ssa.FreeVar:
			l.written(l.variableLoc(x))
		case *ssa.Alloc:
			l.written(l.variableLoc(x))
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
func (p *Program) settleFinal() {
	p.locs.byKey.Range(func(_, v any) bool {
		loc := v.(*location)
		loc.Final = !loc.never && !loc.written.Load()
		loc.Unbuffered = loc.Unbuffered || !loc.never && loc.channels.Load() == holdsUnbuffered
		return true
	})
}
