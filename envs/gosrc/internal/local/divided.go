package local

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// A Portion is what an access is of: an element of a captured slice or array at an index, or a captured variable
// itself if there is no index. It has no base if that is not known.
type Portion struct{ Base, index ssa.Value }

// AddressIn is the address of what an instruction loads or stores, nil if it does not.
func AddressIn(in ssa.Instruction) ssa.Value {
	switch x := in.(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return x.X
		}
	case *ssa.Store:
		return x.Addr
	}
	return nil
}

// PortionAt is the portion in which an address lies.
func PortionAt(address ssa.Value) Portion {
	for range MaxSteps {
		switch x := address.(type) {
		case *ssa.FieldAddr:
			address = x.X
		case *ssa.FreeVar:
			return Portion{Base: x}
		case *ssa.IndexAddr:
			if base := cell(x.X); base != nil {
				if index := cell(x.Index); index != nil {
					return Portion{base, index}
				}
			}
			address = x.X // of an array
			if _, slice := x.X.Type().Underlying().(*types.Slice); slice {
				return Portion{}
			}
		default:
			return Portion{}
		}
	}
	return Portion{}
}

// cell is the captured variable or the parameter whose value v is, or the captured variable whose address it is.
func cell(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.FreeVar, *ssa.Parameter:
		return x
	case *ssa.UnOp:
		if free, ok := x.X.(*ssa.FreeVar); ok && x.Op == token.MUL {
			return free
		}
	}
	return nil
}

// IsOwn reports whether each closure that c makes has a portion of its own.
func IsOwn(c *ssa.MakeClosure, x Portion) bool {
	base := given(c, x.Base)
	if x.index == nil {
		a, ok := base.(*ssa.Alloc)
		return ok && !ComesRound(c.Block(), a.Block())
	}
	made, ok := wholeOf(base).(ssa.Instruction)
	if !ok {
		return false
	}
	index, taken := given(c, x.index), ssa.Instruction(c)
	if a, ok := index.(*ssa.Alloc); ok {
		if ComesRound(c.Block(), a.Block()) {
			return false // several closures may have one index
		}
		index, taken = SoleStore(a), storeTo(a)
	}
	head := counterOf(settled(index))
	return head != nil && !ComesRound(taken.Block(), head) && enteredOnce(head, made)
}

// storeTo is the first instruction that sets a variable.
func storeTo(a *ssa.Alloc) ssa.Instruction {
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			return s
		}
	}
	return nil
}

// settled is v, or the one value that the variable is set to from which v is loaded.
func settled(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a, ok := load.X.(*ssa.Alloc); ok {
			return SoleStore(a)
		}
	}
	return v
}

// given is what a captured variable is bound to where a closure is made, or what a parameter is where it is started;
// nil if that is not known.
func given(c *ssa.MakeClosure, v ssa.Value) ssa.Value {
	fn := c.Fn.(*ssa.Function)
	for i, free := range fn.FreeVars {
		if v == ssa.Value(free) {
			return c.Bindings[i]
		}
	}
	for _, r := range *c.Referrers() {
		if g, ok := r.(*ssa.Go); ok && g.Call.Value == ssa.Value(c) {
			for i, p := range fn.Params {
				if v == ssa.Value(p) {
					return g.Call.Args[i]
				}
			}
		}
	}
	return nil
}

// wholeOf is what makes the slice or array that a value or variable certainly is, nil if it may be a part of another
// one.
func wholeOf(v ssa.Value) ssa.Value {
	if a, ok := v.(*ssa.Alloc); ok {
		if _, array := shape.Deref(a.Type()).Underlying().(*types.Array); array {
			return a
		}
		v = SoleStore(a)
	}
	switch x := settled(v).(type) {
	case *ssa.MakeSlice:
		return x
	case *ssa.Slice:
		if a, ok := x.X.(*ssa.Alloc); ok && a.Comment == "makeslice" {
			return a
		}
	}
	return nil
}

// enteredOnce reports whether control comes into a loop from outside at most once after an instruction, until that is
// executed again.
func enteredOnce(head *ssa.BasicBlock, made ssa.Instruction) bool {
	if !made.Block().Dominates(head) {
		return false
	}
	entries := 0
	for _, e := range head.Preds {
		if head.Dominates(e) {
			continue
		}
		if entries++; ComesRound(e, made.Block()) {
			return false
		}
	}
	return entries == 1
}

// counterOf is the head of the loop that counts up a value, so that it is another one each time that control comes to
// the head. The value is the variable of the loop, before or after it was counted up. It is nil if there is none.
func counterOf(v ssa.Value) (head *ssa.BasicBlock) {
	phi, ok := v.(*ssa.Phi)
	if sum, added := v.(*ssa.BinOp); added {
		phi, ok = sum.X.(*ssa.Phi)
		ok = ok && Counts(sum, phi)
	}
	if !ok {
		return nil
	}
	for i, e := range phi.Edges {
		if phi.Block().Dominates(phi.Block().Preds[i]) && !Counts(e, phi) {
			return nil
		}
	}
	return phi.Block()
}

// Counts reports whether a value is more than a phi by a constant.
func Counts(v ssa.Value, phi *ssa.Phi) bool {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD || sum.X != ssa.Value(phi) {
		return false
	}
	by, ok := sum.Y.(*ssa.Const)
	return ok && by.Value != nil && by.Int64() > 0
}

// IsRangeIndex reports whether v counts the rounds of a loop over a slice, an array or a string.
func IsRangeIndex(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	return ok && phi.Comment == "rangeindex"
}
