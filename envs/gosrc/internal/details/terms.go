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
	return r.Term(k), r != 0 && (k.Valid() || mayBeNil(v.Type()))
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

// kinds are the kinds of basic types; of those that are left out it is NoKind.
var kinds = [...]machine.Kind{
	types.Bool: machine.Uint8, types.UntypedBool: machine.Uint8,
	types.Int: machine.Int, types.UntypedInt: machine.Int, types.UntypedRune: machine.Int32,
	types.Int8: machine.Int8, types.Int16: machine.Int16, types.Int32: machine.Int32, types.Int64: machine.Int64,
	types.Uint: machine.Uint, types.Uint8: machine.Uint8, types.Uint16: machine.Uint16, types.Uint32: machine.Uint32,
	types.Uint64: machine.Uint64, types.Uintptr: machine.Uintptr,
	types.UntypedNil: machine.NoKind, // the last one
}

// kindOf is the kind of a type of integers, uint8 for booleans, and NoKind for any other type.
func kindOf(t types.Type) machine.Kind {
	if t == nil {
		return machine.NoKind
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return kinds[b.Kind()]
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
