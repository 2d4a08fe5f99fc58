package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// CondLock is the path of the lock of a condition variable, nil if it is not known.
func (n *Namer) CondLock(cond ssa.Value, depth int) *envs.Path {
	cond = local.StripLoads(cond)
	if c, ok := cond.(*ssa.Call); ok && library.IsNewCond(c) {
		return n.pathAt(c.Call.Args[0], depth+1)
	}
	f, ok := cond.(*ssa.FieldAddr)
	if !ok {
		if a, ok := cond.(*ssa.Alloc); ok {
			if c, ok := local.SoleStore(a).(*ssa.Call); ok && library.IsNewCond(c) {
				return n.pathAt(c.Call.Args[0], depth+1)
			}
		}
		return nil
	}
	s := shape.StructOf(f.X.Type())
	if s == nil {
		return nil
	}
	steps := n.Mem.Of.CondSteps(s.Field(f.Field))
	base := n.pathAt(f.X, depth+1)
	if steps == "" || base == nil {
		return nil
	}
	return base.Extend(steps)
}

// OuterPath is the path that this frame has for a value of the body of one of its range-over-func loops.
func (n *Namer) OuterPath(v ssa.Value) *envs.Path {
	from, steps := walk.WayTo(v, func(v ssa.Value) ssa.Value {
		switch x := v.(type) {
		case *ssa.UnOp:
			return x.X
		case *ssa.MakeInterface:
			return x.X
		case *ssa.FreeVar:
			return local.Binding(x)
		}
		return nil
	})
	a, variable := from.(*ssa.Alloc)
	if _, global := from.(*ssa.Global); !global && !(variable && a.Parent() == n.fn) {
		return nil
	}
	if p := n.Path(from); p != nil {
		return p.Extend(steps)
	}
	return nil
}
