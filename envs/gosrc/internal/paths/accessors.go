package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// An accessor is a function that returns the address of one part of what one of its parameters points to, or of a
// package variable, whatever it does else. A call of it has the name of that:
//
//	func (s *S) lock() *sync.Mutex { return &s.mu }
//
// What is loaded does not count, though paths go by pointers: a function that takes the next element of a list
// returns another one each time.
type accessor struct {
	param  int // -1: it is no accessor, or of a package variable
	global *ssa.Global
	steps  string
}

// returnedPath is the path of what a call returns, nil if the callee is no accessor.
func (n *Namer) returnedPath(c *ssa.CallCommon, depth int) (path *envs.Path) {
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks == nil || fn.Signature.Results().Len() != 1 || len(fn.Params) != len(c.Args) {
		return nil
	}
	a := n.accessorOf(fn)
	switch {
	case a.global != nil:
		path = n.pathAt(a.global, depth+1)
	case a.param >= 0:
		path = n.pathAt(c.Args[a.param], depth+1)
	}
	if path == nil || a.steps == "" {
		return path
	}
	return path.Extend(a.steps)
}

func (n *Namer) accessorOf(fn *ssa.Function) accessor {
	a, ok := n.of.accessors.Load(fn)
	if !ok {
		a, _ = n.of.accessors.LoadOrStore(fn, newAccessor(fn))
	}
	return a.(accessor)
}

// newAccessor finds out whether all that a function returns is at one place.
func newAccessor(fn *ssa.Function) accessor {
	none := accessor{param: -1}
	of, first := none, true
	for r := range walk.Returns(fn) {
		a := placeOf(fn, r.Results[0])
		if !first && a != of {
			return none
		}
		of, first = a, false
	}
	return of
}

// placeOf is the accessor that returns v.
func placeOf(fn *ssa.Function, v ssa.Value) accessor {
	from, steps := walk.WayTo(v, func(v ssa.Value) ssa.Value { return local.Unconverted(v) })
	switch x := from.(type) {
	case *ssa.Global:
		return accessor{param: -1, global: x, steps: steps}
	case *ssa.Parameter:
		if shape.LeadsOn(x.Type()) {
			return accessor{param: slices.Index(fn.Params, x), steps: steps}
		}
	}
	return accessor{param: -1}
}
