package details

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// term is v as a term: an integer, or something that may be nil. It is false for what is neither, and for what has no
// register.
func (d *detailer) term(v ssa.Value) (envs.Term, bool) {
	k := kindOf(v.Type())
	if c, ok := v.(*ssa.Const); ok {
		switch {
		case c.Value != nil && c.Value.Kind() == constant.Bool:
			return truth(constant.BoolVal(c.Value)), true
		case k.Signed():
			return envs.ConstTerm(k.Of(c.Int64())), true
		case k.Valid():
			return envs.ConstTerm(k.Bitwise(c.Uint64())), true
		}
		return envs.Term{}, c.IsNil() && mayBeNil(c.Type())
	}
	r := d.m.Reg(v)
	return envs.RegTerm(r, k), r != 0 && (k.Valid() || mayBeNil(v.Type()))
}

// length is the length of v as a term.
func (d *detailer) length(v ssa.Value) (envs.Term, bool) {
	t := v.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Array:
		return number(t.Len()), true
	case *types.Slice:
	case *types.Basic:
		if t.Info()&types.IsString == 0 {
			return envs.Term{}, false
		}
	default:
		return envs.Term{}, false
	}
	if c, ok := v.(*ssa.Const); ok {
		if c.Value == nil {
			return number(0), true
		}
		return number(int64(len(constantText(c)))), true
	}
	r := d.m.Reg(v)
	return envs.Len.Of(r), r != 0
}

// holds decides a condition between constants.
func holds(c envs.Condition) bool {
	if !c.X.Int() || !c.Y.Int() {
		return (c.X == c.Y) == (c.Cmp == machine.Eq)
	}
	return c.Cmp.HoldsNumbers(c.X.Const, c.Y.Const)
}

func compare(x envs.Term, c machine.Cmp, y envs.Term) envs.Condition {
	return envs.Condition{X: x, Cmp: c, Y: y}
}

func number(n int64) envs.Term { return envs.ConstTerm(machine.Int.Of(n)) }

// truth is a boolean as an integer.
func truth(b bool) envs.Term {
	if b {
		return envs.ConstTerm(machine.Uint8.Of(1))
	}
	return envs.ConstTerm(machine.Uint8.Of(0))
}

// kindOf is the kind of a type of integers, uint8 for booleans, and NoKind for any other type.
func kindOf(t types.Type) machine.Kind {
	if t == nil {
		return machine.NoKind
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return machine.NoKind
	}
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		return machine.Uint8
	case types.Int8:
		return machine.Int8
	case types.Int16:
		return machine.Int16
	case types.Int32, types.UntypedRune:
		return machine.Int32
	case types.Int64:
		return machine.Int64
	case types.Int, types.UntypedInt:
		return machine.Int
	case types.Uint8:
		return machine.Uint8
	case types.Uint16:
		return machine.Uint16
	case types.Uint32:
		return machine.Uint32
	case types.Uint64:
		return machine.Uint64
	case types.Uint:
		return machine.Uint
	case types.Uintptr:
		return machine.Uintptr
	}
	return machine.NoKind
}

func mayBeNil(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return t.Kind() == types.UnsafePointer || t.Kind() == types.UntypedNil
	}
	return false
}
