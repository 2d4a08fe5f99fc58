package details

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

var arithmetic = map[token.Token]machine.Op{
	token.ADD: machine.Add, token.SUB: machine.Sub, token.MUL: machine.Mul, token.QUO: machine.Quo, token.REM: machine.Rem,
	token.AND: machine.And, token.OR: machine.Or, token.XOR: machine.Xor, token.AND_NOT: machine.AndNot,
	token.SHL: machine.Shl, token.SHR: machine.Shr,
}

var comparisons = map[token.Token]machine.Cmp{
	token.EQL: machine.Eq, token.NEQ: machine.Ne, token.LSS: machine.Lt,
	token.LEQ: machine.Le, token.GTR: machine.Gt, token.GEQ: machine.Ge,
}

func (d *detailer) binary(x *ssa.BinOp) {
	op, ok := arithmetic[x.Op]
	if !ok {
		return
	}
	r, k := d.m.Reg(x), kindOf(x.Type())
	if shape.IsString(x.Type()) {
		a, okA := d.length(x.X)
		b, okB := d.length(x.Y)
		if okA && okB {
			d.define(envs.Def{Reg: r, Of: envs.Len, Op: envs.Binary, Arith: machine.Add, Kind: machine.Int, X: a, Y: b})
		}
		return
	}
	a, okA := d.term(x.X)
	b, okB := d.term(x.Y)
	if okB && op.IsShift() && b.Kind.Signed() { // what is shifted may be of a type parameter
		d.check(envs.ShiftCheck, compare(b, machine.Ge, envs.ConstTerm(b.Kind.Of(0))))
	}
	if !k.Valid() || !okA || !okB {
		return
	}
	if op == machine.Quo || op == machine.Rem {
		d.check(envs.DivisionCheck, compare(b, machine.Ne, envs.ConstTerm(k.Of(0))))
	}
	if v := d.equal[x]; v != nil {
		d.mustBe(r, v)
		return
	}
	d.define(envs.Def{Reg: r, Op: envs.Binary, Arith: op, Kind: k, X: a, Y: b})
}

func (d *detailer) unary(op *envs.Op, x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		if op.Kind == envs.Load {
			d.address(x.X)
			if v := d.equal[x]; v != nil {
				d.mustBe(op.Dst, v)
			} else if v := d.constants.of(x.X); v != nil {
				d.lasting(op.Dst, v)
			}
		}
	case token.SUB, token.XOR:
		one := machine.Neg
		if x.Op == token.XOR {
			one = machine.Not
		}
		if v := d.equal[x]; v != nil {
			d.mustBe(op.Dst, v)
		} else if t, ok := d.term(x.X); ok && t.Int() {
			d.define(envs.Def{Reg: op.Dst, Op: envs.Unary, One: one, Kind: t.Kind, X: t})
		}
	}
}

// lasting says of r what is known of what a package variable was given for good.
func (d *detailer) lasting(r envs.Reg, v ssa.Value) {
	if c, ok := v.(*ssa.Const); ok {
		d.copyOf(r, c)
		return
	}
	if n, ok := constantLength(v); ok {
		d.measured(r, envs.Len, number(n))
	}
	if c, ok := v.(*ssa.Call); ok && library.ReturnsNotNil(c.Common()) {
		d.isNotNil(r)
	}
	switch v.(type) {
	case *ssa.Slice, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.Alloc, *ssa.MakeInterface, *ssa.MakeClosure,
		*ssa.Function:
		d.isNotNil(r)
	}
}

// mustBe defines r as a copy of v.
func (d *detailer) mustBe(r envs.Reg, v ssa.Value) {
	src := d.m.Reg(v)
	if src == 0 {
		d.copyOf(r, v)
		return
	}
	d.copyReg(r, src, v.Type())
}

func (d *detailer) convert(x *ssa.Convert) {
	r, k := d.m.Reg(x), kindOf(x.Type())
	if t, ok := d.term(x.X); ok && t.Int() && k.Valid() {
		if !subset(t.Kind, k) && !takesApart(x) {
			d.check(envs.ConversionCheck,
				compare(t, machine.Ge, envs.ConstTerm(k.Min())),
				compare(t, machine.Le, envs.ConstTerm(k.Max())))
		}
		if v := d.equal[x]; v != nil {
			d.mustBe(r, v)
		} else {
			d.define(envs.Def{Reg: r, Op: envs.Convert, Kind: k, X: t})
		}
		return
	}
	// Between strings and bytes: nothing is added or lost. Runes have other lengths.
	if n, ok := d.length(x.X); ok && isBytes(x.X.Type()) && isBytes(x.Type()) {
		d.measured(r, envs.Len, n)
	}
}

// takesApart reports whether a conversion takes a part of a number, as byte(n>>8) does: it is meant to lose what
// stands above.
func takesApart(x *ssa.Convert) bool {
	shifted, ok := x.X.(*ssa.BinOp)
	if !ok || shifted.Op != token.SHR {
		return false
	}
	_, fixed := shifted.Y.(*ssa.Const)
	return fixed && !kindOf(x.Type()).Signed()
}

// subset reports whether every integer of kind a is one of kind b.
func subset(a, b machine.Kind) bool { return a.Min().Fits(b) && a.Max().Fits(b) }

func isBytes(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return kindOf(s.Elem()) == machine.Uint8
	}
	return shape.IsString(t)
}

func (d *detailer) sized(n ssa.Value) {
	if t, ok := d.term(n); ok {
		d.check(envs.SizeCheck, compare(t, machine.Ge, number(0)))
	}
}

func (d *detailer) makeSlice(x *ssa.MakeSlice) {
	r := d.m.Reg(x)
	n, okN := d.term(x.Len)
	c, okC := d.term(x.Cap)
	if okN && okC {
		conds := []envs.Condition{compare(n, machine.Ge, number(0))}
		if x.Len != x.Cap && n != c {
			conds = append(conds, compare(n, machine.Le, c))
		}
		d.check(envs.SizeCheck, conds...)
		d.measured(r, envs.Len, n)
		d.measured(r, envs.Cap, c)
	}
	d.notNil(x)
}

// slice is x[low:high:max] of a slice, a string or what a pointer to an array points to.
func (d *detailer) slice(x *ssa.Slice) {
	n, ok := d.length(x.X)
	if !ok {
		return
	}
	limit := n // of what may be taken
	switch t := x.X.Type().Underlying().(type) {
	case *types.Slice:
		limit = envs.Term{Reg: n.Reg, Of: envs.Cap, Kind: n.Kind, Const: n.Const}
		if n.Reg == 0 {
			limit = n // of nil
		}
	case *types.Pointer:
		if _, isArray := t.Elem().Underlying().(*types.Array); isArray {
			d.address(x.X)
		}
	}
	low, high, most := number(0), n, limit
	given := []envs.Term{}
	for _, b := range []struct {
		v    ssa.Value
		into *envs.Term
	}{{x.Low, &low}, {x.High, &high}, {x.Max, &most}} {
		if b.v == nil {
			continue
		}
		t, ok := d.term(b.v)
		if !ok {
			return
		}
		*b.into = t
		given = append(given, t)
	}
	var conds []envs.Condition
	if len(given) > 0 {
		conds = append(conds, compare(given[0], machine.Ge, number(0)))
	}
	for i := 1; i < len(given); i++ {
		conds = append(conds, compare(given[i-1], machine.Le, given[i]))
	}
	if len(given) > 0 {
		last := limit
		if x.High == nil && x.Max == nil {
			last = n // s[i:] ends at the length
		}
		conds = append(conds, compare(given[len(given)-1], machine.Le, last))
		d.check(envs.SliceCheck, conds...)
	}
	r := d.m.Reg(x)
	d.difference(r, envs.Len, high, low)
	if _, isSlice := x.Type().Underlying().(*types.Slice); isSlice {
		d.difference(r, envs.Cap, most, low)
	}
	if _, isPointer := x.X.Type().Underlying().(*types.Pointer); isPointer {
		d.notNil(x)
	}
}

func (d *detailer) difference(r envs.Reg, of envs.Measure, x, y envs.Term) {
	def := envs.Def{Reg: r, Of: of, Op: envs.Binary, Arith: machine.Sub, Kind: machine.Int, X: x, Y: y}
	if y == number(0) {
		def.Op, def.Arith, def.Y = envs.Copy, 0, envs.Term{}
	}
	d.define(def)
}

// index is x[i] of an array or string.
func (d *detailer) index(x, i ssa.Value) {
	n, okN := d.length(x)
	t, okI := d.term(i)
	if okN && okI {
		d.check(envs.IndexCheck, compare(t, machine.Ge, number(0)), compare(t, machine.Lt, n))
	}
}

// address is what following an address takes for granted: the pointer or slice from which it starts, and the indices
// on the way.
func (d *detailer) address(a ssa.Value) {
	switch x := a.(type) {
	case *ssa.FieldAddr:
		d.address(x.X)
	case *ssa.IndexAddr:
		if _, ok := x.X.Type().Underlying().(*types.Pointer); ok {
			d.address(x.X)
		}
		d.index(x.X, x.Index)
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		// There always is a variable.
	default:
		d.notNilCheck(envs.NilCheck, a)
	}
}

func (d *detailer) notNilCheck(kind envs.CheckKind, v ssa.Value) {
	if t, ok := d.term(v); ok && !t.Int() {
		d.check(kind, compare(t, machine.Ne, envs.Term{}))
	}
}
