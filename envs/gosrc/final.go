package gosrc

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// freshStore is a store to an object made in the same function, which counts as
// initialisation if the object was not published before.
type freshStore struct {
	obj *ssa.Alloc
	loc *location
	typ types.Type // of the value, if it has parts
	pc  int32
	at  *ssa.Store
}

// written notes that memory of a class may be written after publication.
func (l *lowerer) written(loc *location) {
	if loc.written.Load() || loc.home != nil && l.initialising(loc.home) {
		return
	}
	loc.written.Store(true)
}

// initialising reports whether the current function is the initialisation of pkg.
func (l *lowerer) initialising(pkg *types.Package) bool {
	fn := l.fn
	return fn.Pkg != nil && fn.Pkg.Pkg == pkg && fn.Parent() == nil && fn.Signature.Recv() == nil &&
		(fn.Synthetic == "package initializer" || len(fn.Name()) > 5 && fn.Name()[:5] == "init#")
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

func hasParts(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// wrote notes a store to place p at pc.
func (l *lowerer) wrote(p *place, x *ssa.Store, pc int32) {
	t := x.Val.Type()
	parts := hasParts(t)
	if p.loc.written.Load() && !parts {
		return
	}
	if a, ok := p.root.(*ssa.Alloc); ok && p.loc.Class != envs.Cell {
		s := freshStore{obj: a, loc: p.loc, pc: pc, at: x}
		if parts {
			s.typ = t
		}
		l.fresh = append(l.fresh, s)
		return
	}
	l.written(p.loc)
	if parts && !(p.loc.home != nil && l.initialising(p.loc.home)) {
		l.writtenWhole(t)
	}
}

// settleFresh decides the stores to objects of this function. A store is
// initialisation if no instruction that publishes the object can come before it:
// none precedes it in reverse postorder, and no loop leads back to it past the
// object's allocation.
func (l *lowerer) settleFresh() {
	for i := range l.fresh {
		s := &l.fresh[i]
		if l.publishedBefore(s) {
			l.written(s.loc)
			if s.typ != nil {
				l.writtenWhole(s.typ)
			}
		}
	}
}

func (l *lowerer) publishedBefore(s *freshStore) bool {
	made, pc := l.blockPC[s.obj.Block().Index], s.pc
	// A loop that begins between the allocation and the store may bring control
	// back from a later publication.
	for _, b := range l.order {
		at := l.blockPC[b.Index]
		if at > made && at <= pc {
			for _, p := range b.Preds {
				if l.rank[p.Index] >= l.rank[b.Index] {
					return true
				}
			}
		}
	}
	return l.publishes(s.obj, s.at, 0)
}

// publishes reports whether an instruction that comes before the store in reverse
// postorder lets the address v out of the frame.
func (l *lowerer) publishes(v ssa.Value, store *ssa.Store, depth int) bool {
	if depth > 4 {
		return true
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == v && l.precedes(r, store) {
				return true
			}
		case *ssa.UnOp, *ssa.DebugRef, *ssa.Return:
		case *ssa.FieldAddr:
			if l.publishes(r, store, depth+1) {
				return true
			}
		case *ssa.IndexAddr:
			if l.publishes(r, store, depth+1) {
				return true
			}
		case *ssa.Slice:
			if l.publishes(r, store, depth+1) {
				return true
			}
		default:
			if l.precedes(r, store) {
				return true
			}
		}
	}
	return false
}

func (l *lowerer) precedes(r, s ssa.Instruction) bool {
	if r.Block() != s.Block() {
		return l.rank[r.Block().Index] >= 0 && l.rank[r.Block().Index] < l.rank[s.Block().Index]
	}
	for _, i := range r.Block().Instrs {
		switch i {
		case r:
			return true
		case s:
			return false
		}
	}
	return false
}

func (p *Program) hasBodies(pkg *types.Package) bool { return pkg != nil && p.bodies[pkg] }

// settleFinal marks the classes that nothing writes after publication.
func (p *Program) settleFinal() {
	p.locs.byKey.Range(func(_, v any) bool {
		loc := v.(*location)
		loc.Final = !loc.never && !loc.written.Load()
		return true
	})
}
