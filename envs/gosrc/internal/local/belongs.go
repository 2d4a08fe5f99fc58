package local

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Belongs is the instruction by which an object came to belong to its frame. Either the instruction makes the object,
// or it declares a variable that holds nothing but what is made for it. It is nil if the object does not belong to
// the frame.
func (object Reached) Belongs() ssa.Instruction {
	switch x := object.Root.(type) {
	case *ssa.Alloc:
		if object.Self || !shape.LeadsOn(shape.Deref(x.Type())) || holdsMade(x) {
			return x
		}
	case *ssa.Call:
		if callMakes(x) {
			return x
		}
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return x.(ssa.Instruction)
	}
	return nil
}

// holdsMade reports whether all that is put into a variable is made after it was declared, each time that it is.
func holdsMade(a *ssa.Alloc) bool {
	all, ok := Stores(a)
	m := making{of: a}
	return ok && !slices.ContainsFunc(all, func(s *ssa.Store) bool { return !m.made(s.Val) })
}

// making follows what is put into a variable.
type making struct {
	of   *ssa.Alloc
	seen []ssa.Value
}

// maxMade is how many values are followed to what makes them.
const maxMade = 32

// made reports whether a value leads to nothing but objects that are made for the variable. A value of the frame that
// declares the variable has to come after that: what an earlier round of a loop has made may be in two variables.
func (m *making) made(v ssa.Value) bool {
	if slices.Contains(m.seen, v) {
		return true
	}
	if m.seen = append(m.seen, v); len(m.seen) > maxMade {
		return false
	}
	if i, ok := v.(ssa.Instruction); ok && i.Parent() == m.of.Parent() && !comesAfter(i, m.of) {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Phi:
		return !slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return !m.made(e) })
	case *ssa.UnOp:
		return CapturedVariable(x.X) == m.of
	case *ssa.Slice:
		return m.made(x.X)
	case *ssa.ChangeType:
		return m.made(x.X)
	case *ssa.Call:
		if walk.IsBuiltin(&x.Call, "append") {
			return m.made(x.Call.Args[0])
		}
		return callMakes(x)
	}
	return isAllocated(v)
}

// comesAfter reports whether control always goes through a to i.
func comesAfter(i ssa.Instruction, a *ssa.Alloc) bool {
	if b := i.Block(); b != a.Block() {
		return a.Block().Dominates(b)
	}
	instrs := a.Block().Instrs
	return slices.Index(instrs, i) >= slices.Index(instrs, ssa.Instruction(a))
}

// callMakes reports whether a call returns an object that it makes, or nil.
func callMakes(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || fn.Signature.Results().Len() != 1 {
		return false
	}
	for r := range walk.Returns(fn) {
		if _, none := r.Results[0].(*ssa.Const); none {
			continue
		}
		if of := ReachedFrom(r.Results[0], false); of.Steps != "" || of.Root == nil || !isAllocated(of.Root) {
			return false
		}
	}
	return true
}

// isAllocated reports whether a value is an object that its instruction makes.
func isAllocated(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Alloc:
		return !shape.LeadsOn(shape.Deref(x.Type()))
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return true
	}
	return false
}
