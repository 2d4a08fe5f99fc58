package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
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
	fields []*ssa.FieldAddr // outermost first
}

// returnedPath is the path of what a call returns, nil if the callee is no accessor.
func (n *Namer) returnedPath(c *ssa.CallCommon, depth int) *envs.Path {
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks == nil || fn.Signature.Results().Len() != 1 || len(fn.Params) != len(c.Args) {
		return nil
	}
	a := n.accessorOf(fn)
	var path *envs.Path
	switch {
	case a.global != nil:
		path = n.pathAt(a.global, depth+1)
	case a.param >= 0:
		path = n.pathAt(c.Args[a.param], depth+1)
	}
	for _, f := range a.fields {
		path = n.step(path, shape.StructOf(f.X.Type()), f.Field)
	}
	return path
}

func (n *Namer) accessorOf(fn *ssa.Function) *accessor {
	if a, ok := n.of.accessors.Load(fn); ok {
		return a.(*accessor)
	}
	a, _ := n.of.accessors.LoadOrStore(fn, newAccessor(fn))
	return a.(*accessor)
}

// newAccessor finds out whether all that a function returns is at one place.
func newAccessor(fn *ssa.Function) *accessor {
	none := &accessor{param: -1}
	var of *accessor
	for r := range walk.Returns(fn) {
		a := placeOf(fn, r.Results[0])
		if a == nil || of != nil && !of.same(a) {
			return none
		}
		of = a
	}
	if of == nil {
		return none
	}
	return of
}

func (a *accessor) same(b *accessor) bool {
	if a.param != b.param || a.global != b.global || len(a.fields) != len(b.fields) {
		return false
	}
	for i := range a.fields {
		if a.fields[i].Field != b.fields[i].Field {
			return false
		}
	}
	return true
}

// placeOf is the accessor that returns v, nil if v is something else.
func placeOf(fn *ssa.Function, v ssa.Value) *accessor {
	a := &accessor{param: -1}
	for range local.MaxSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			if library.IsCondLock(x) || shape.StructOf(x.X.Type()) == nil {
				return nil
			}
			a.fields = append([]*ssa.FieldAddr{x}, a.fields...)
			v = x.X
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
			v = local.Unconverted(x)
		case *ssa.Global:
			a.global = x
			return a
		case *ssa.Parameter:
			for i, q := range fn.Params {
				if q == x {
					a.param = i
				}
			}
			if !shape.LeadsOn(x.Type()) {
				return nil
			}
			return a
		default:
			return nil
		}
	}
	return nil
}
