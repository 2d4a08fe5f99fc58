package regen

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// build writes the expression that computes v.
func (g *body) build(v ssa.Value) (string, int) {
	switch v := v.(type) {
	case *ssa.UnOp:
		return g.unary(v)
	case *ssa.BinOp:
		return g.binary(v), precBinary
	case *ssa.Call:
		return g.call(&v.Call, callPos(v)), precPrimary
	case *ssa.ChangeInterface:
		if !types.AssignableTo(v.X.Type(), v.Type()) {
			return g.exprPrec(v.X) // go/ssa converts so only to compare interfaces of different types; Go does it directly
		}
		return g.converted(v, g.expr), precPrimary
	case *ssa.ChangeType, *ssa.MakeInterface, *ssa.SliceToArrayPointer:
		return g.converted(v, g.expr), precPrimary
	case *ssa.Convert, *ssa.MultiConvert:
		return g.converted(v, g.runtime), precPrimary
	case *ssa.Slice:
		return g.slice(v), precPrimary
	case *ssa.MakeChan:
		return g.making(v.Type()) + ", " + g.size(v.Size) + ")", precPrimary
	case *ssa.MakeSlice:
		s := g.making(v.Type()) + ", " + g.size(v.Len)
		if v.Cap != v.Len {
			s += ", " + g.size(v.Cap)
		}
		return s + ")", precPrimary
	case *ssa.MakeMap:
		s := g.making(v.Type())
		if v.Reserve != nil {
			s += ", " + g.size(v.Reserve)
		}
		return s + ")", precPrimary
	case *ssa.FieldAddr:
		return "&" + g.fieldPlace(v), precUnary
	case *ssa.Field:
		return g.selector(v.X, structField(v.X.Type(), v.Field)), precPrimary
	case *ssa.IndexAddr:
		return "&" + g.element(v), precUnary
	case *ssa.Index:
		if isConst(v.X) && isConst(v.Index) {
			return g.runtime(v.X) + "[" + g.runtime(v.Index) + "]", precPrimary
		}
		return g.operand(v.X) + g.lineOf(v) + "[" + g.index(v.X.Type(), v.Index) + "]", precPrimary
	case *ssa.Lookup:
		return g.operand(v.X) + g.lineOf(v) + "[" + g.expr(v.Index) + "]", precPrimary
	case *ssa.TypeAssert:
		return g.operand(v.X) + g.lineOf(v) + ".(" + g.typ(v.AssertedType) + ")", precPrimary
	case *ssa.MakeClosure:
		return g.closure(v), precPrimary
	}
	giveUp("cannot write %T", v)
	return "", 0
}

// converted writes the operand of the conversion v in its type.
func (g *body) converted(v ssa.Value, write func(ssa.Value) string) string {
	x := v.(ssa.Instruction).Operands(nil)[0]
	return g.conv(v.Type()) + "(" + write(*x) + ")"
}

// selector writes the selection of a field of x, or of what x points to.
func (g *body) selector(x ssa.Value, f *types.Var) string {
	name, ok := g.field(f)
	if !ok {
		giveUp("field %s may not be named", name)
	}
	return g.base(x) + "." + name
}

// size writes a length or capacity; a constant out of range is left to fail at run time.
func (g *body) size(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		if n, exact := constant.Int64Val(constant.ToInt(c.Value)); exact && n >= 0 && n < 1<<20 {
			return strconv.FormatInt(n, 10)
		}
	}
	return g.runtime(v)
}

func (g *body) unary(v *ssa.UnOp) (string, int) {
	switch v.Op {
	case token.MUL:
		s := g.place(v.X)
		if strings.HasPrefix(s, "*") {
			return s, precUnary
		}
		return s, precPrimary
	case token.ARROW:
		return "<-" + g.operand(v.X), precUnary
	}
	return v.Op.String() + g.runtime(v.X), precUnary
}

func (g *body) binary(v *ssa.BinOp) string {
	if isNil(v.X) && isNil(v.Y) {
		return g.universe(strconv.FormatBool(v.Op == token.EQL))
	}
	x, y := "", ""
	both := isConst(v.X) && isConst(v.Y)
	equal := v.Op == token.EQL || v.Op == token.NEQ
	switch {
	case both:
		x = g.runtime(v.X)
	case equal && isNil(v.X) && nilComparable(v.Y.Type()):
		x = g.universe("nil")
	default:
		x = g.operand(v.X)
	}
	s, isInt := sign(v.Y)
	switch {
	case equal && isNil(v.Y) && nilComparable(v.X.Type()):
		y = g.universe("nil")
	case isInt && s <= 0 && (v.Op == token.QUO || v.Op == token.REM || v.Op == token.SHL || v.Op == token.SHR):
		y = g.runtime(v.Y)
	default:
		y = g.operand(v.Y)
	}
	if isConst(v.X) && !both && (v.Op == token.SHL || v.Op == token.SHR) {
		x = g.runtime(v.X)
	}
	e := x + " " + g.lineOf(v) + v.Op.String() + " " + y
	if b, ok := v.Type().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
		if _, basic := v.Type().Underlying().(*types.Basic); basic && isComparison(v.Op) {
			e = g.conv(v.Type()) + "(" + e + ")"
		}
	}
	return e
}

// nilComparable reports whether values of the type compare with nil only.
func nilComparable(t types.Type) bool {
	switch core(t).(type) {
	case *types.Slice, *types.Map, *types.Signature, *types.Pointer, *types.Chan, *types.Interface:
		return true
	}
	_, param := types.Unalias(t).(*types.TypeParam)
	return param
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func (g *body) slice(v *ssa.Slice) string {
	if a, ok := v.X.(*ssa.Alloc); ok && isMade(a) {
		return g.made(v, a)
	}
	x := ""
	if isConst(v.X) {
		x = g.runtime(v.X)
	} else if _, ptr := core(v.X.Type()).(*types.Pointer); ptr {
		x = g.base(v.X)
	} else {
		x = g.operand(v.X)
	}
	s := x + g.lineOf(v) + "["
	bound := func(i ssa.Value) string {
		if c, ok := i.(*ssa.Const); ok {
			if n, exact := constant.Int64Val(constant.ToInt(c.Value)); exact && n == 0 {
				return "0"
			}
			others := 0
			for _, o := range []ssa.Value{v.Low, v.High, v.Max} {
				if o != nil && isConst(o) {
					others++
				}
			}
			if _, isSlice := core(v.X.Type()).(*types.Slice); others == 1 && isSlice && c.Int64() > 0 {
				return strconv.FormatInt(c.Int64(), 10)
			}
			return g.constBound(v, c)
		}
		return g.expr(i)
	}
	if v.Low != nil {
		s += bound(v.Low)
	}
	s += ":"
	if v.High != nil {
		s += bound(v.High)
	}
	if v.Max != nil {
		s += ":" + bound(v.Max)
	}
	return s + "]"
}

// constBound writes a constant bound plainly if all constant bounds are in order and within the array.
func (g *body) constBound(v *ssa.Slice, c *ssa.Const) string {
	limit := int64(1<<31 - 1)
	if p, ok := core(v.X.Type()).(*types.Pointer); ok {
		if a, ok := core(p.Elem()).(*types.Array); ok {
			limit = a.Len()
		}
	}
	low := int64(0)
	for _, o := range []ssa.Value{v.Low, v.High, v.Max} {
		k, ok := o.(*ssa.Const)
		if !ok {
			continue
		}
		if n := k.Int64(); n < low || n > limit {
			return g.runtime(c)
		} else {
			low = n
		}
	}
	return strconv.FormatInt(c.Int64(), 10)
}

// made writes the call of make with a constant capacity.
func (g *body) made(v *ssa.Slice, a *ssa.Alloc) string {
	high, capacity := g.size(v.High), strconv.FormatInt(core(deref(a.Type())).(*types.Array).Len(), 10)
	s := g.making(v.Type()) + ", " + high
	if high != capacity {
		s += ", " + capacity
	}
	return s + ")"
}
