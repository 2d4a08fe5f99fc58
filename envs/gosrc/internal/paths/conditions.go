package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
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
	steps := ""
	for range 2 * local.MaxSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			object, f := local.FieldOf(x)
			if f == nil {
				return nil
			}
			steps, v = "."+f.Name()+steps, object
		case *ssa.UnOp:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.FreeVar:
			b := local.Binding(x)
			if b == nil {
				return nil
			}
			v = b
		case *ssa.Global:
			return n.Path(x).Extend(steps)
		case *ssa.Alloc:
			if x.Parent() == n.fn {
				if p := n.Path(x); p != nil {
					return p.Extend(steps)
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}
