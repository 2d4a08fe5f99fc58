package regen

import (
	"go/constant"
	"go/types"
	"math"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

func isConst(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }
func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// constant writes a constant with its type.
func (n *names) constant(c *ssa.Const) string {
	t := c.Type()
	_, param := types.Unalias(t).(*types.TypeParam)
	if c.Value == nil {
		if b, ok := t.(*types.Basic); ok && b.Kind() == types.UntypedNil {
			return n.universe("nil")
		}
		if param {
			return "*" + n.newOf(t)
		}
		switch t.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface, *types.Basic:
			return n.conv(t) + "(" + n.universe("nil") + ")"
		case *types.Struct, *types.Array:
			return n.typ(t) + "{}"
		}
		giveUp("zero constant of type %v", t)
	}
	if param {
		return n.typ(t) + "(" + c.Value.ExactString() + ")"
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		giveUp("constant of type %v", t)
	}
	text := n.literal(c.Value, b)
	switch b.Kind() {
	case types.UntypedBool, types.UntypedString:
		return text
	case types.Bool, types.String, types.Int:
		if t == types.Typ[b.Kind()] {
			return text
		}
	}
	return n.conv(t) + "(" + text + ")"
}

// literal writes a constant's value without its type.
func (n *names) literal(v constant.Value, b *types.Basic) string {
	switch info := b.Info(); {
	case info&types.IsString != 0:
		if v.Kind() != constant.String {
			giveUp("string constant %v", v)
		}
		return strconv.Quote(constant.StringVal(v))
	case info&types.IsBoolean != 0:
		return n.universe(v.String())
	case info&types.IsFloat != 0:
		return floating(v)
	case info&types.IsComplex != 0:
		return n.universe("complex") + "(" + floating(constant.Real(v)) + ", " + floating(constant.Imag(v)) + ")"
	case b.Kind() == types.UnsafePointer:
		return n.universe("uintptr") + "(" + constant.ToInt(v).ExactString() + ")"
	}
	i := constant.ToInt(v)
	if i.Kind() != constant.Int {
		giveUp("integer constant %v", v)
	}
	return i.ExactString()
}

func floating(v constant.Value) string {
	f, _ := constant.Float64Val(constant.ToFloat(v))
	if math.IsInf(f, 0) {
		giveUp("constant %v overflows", v)
	}
	return strconv.FormatFloat(f, 'x', -1, 64)
}

// sign is -1, 0 or 1 for a numeric constant, and ok is false for anything else.
func sign(v ssa.Value) (s int, ok bool) {
	c, isc := v.(*ssa.Const)
	if !isc || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Sign(c.Value), true
}
