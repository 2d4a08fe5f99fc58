package local

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Reached is the object that a value leads to by fields. As in a path, following a pointer is no step.
type Reached struct {
	Root  ssa.Value
	Steps string
	Self  bool // it is variable root itself, and not what that leads to
}

// ReachedFrom is the object that a value of a frame is or leads to.
func ReachedFrom(v ssa.Value, variable bool) Reached {
	if variable {
		return Reached{Root: v, Self: true}
	}
	root, steps := walk.WayTo(v, func(v ssa.Value) ssa.Value {
		switch x := v.(type) {
		case *ssa.Alloc:
			if s := SoleStore(x); s != nil && shape.LeadsOn(s.Type()) {
				return s
			}
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return x.X
			}
		case *ssa.Slice:
			return x.X
		}
		return Unconverted(v)
	})
	return Reached{Root: root, Steps: steps}
}

// Outside is what a closure has captured, as the frame knows it that makes the closure; nothing if that is not what
// it leads to.
func (r Reached) Outside() Reached {
	v, ok := r.Root.(*ssa.FreeVar)
	if !ok {
		return Reached{}
	}
	b := Binding(v)
	if b == nil {
		return Reached{}
	}
	o := ReachedFrom(b, r.Self)
	o.Steps += r.Steps
	return o
}

// Passed is what a parameter leads to, as the frame knows it that calls; nothing if it leads from no parameter.
func (r Reached) Passed(args []ssa.Value) Reached {
	v, ok := r.Root.(*ssa.Parameter)
	if !ok {
		return Reached{}
	}
	i := slices.Index(v.Parent().Params, v)
	if i >= len(args) {
		return Reached{}
	}
	o := ReachedFrom(args[i], false)
	o.Steps += r.Steps
	return o
}

// IsFixed reports whether a captured variable leads to one object as long as it is there.
func IsFixed(v *ssa.FreeVar) bool {
	a := CapturedVariable(v)
	return a != nil && (!shape.LeadsOn(shape.Deref(a.Type())) || SetOnce(a))
}

// Stays is StaysFor for an object that belongs to a frame since a block.
func Stays(v ssa.Value, since *ssa.BasicBlock) bool {
	i, ok := v.(ssa.Instruction)
	return !ok || i.Block().Dominates(since) || !ComesRound(i.Block(), since)
}

const MaxSteps = 8

// Outermost is the address or the slice from which an address starts by fields and elements.
func Outermost(addr ssa.Value) ssa.Value {
	for of := PartOf(addr); of != nil; of = PartOf(addr) {
		addr = of
	}
	return addr
}

// PartOf is what an address is a part of: the address of the struct or array, or the slice. It is nil if the address is
// of no field and no element.
func PartOf(addr ssa.Value) ssa.Value {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		return x.X
	case *ssa.IndexAddr:
		return x.X
	}
	return nil
}
