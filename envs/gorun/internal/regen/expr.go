package regen

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Binding strengths of written expressions.
const (
	precBinary = iota
	precUnary
	precPrimary
)

// expr writes the value of v.
func (g *body) expr(v ssa.Value) string {
	s, _ := g.exprPrec(v)
	return s
}

// operand writes v so that a selector, index or operator may stand beside it.
func (g *body) operand(v ssa.Value) string {
	s, prec := g.exprPrec(v)
	if prec < precPrimary {
		return "(" + s + ")"
	}
	return s
}

func (g *body) exprPrec(v ssa.Value) (string, int) {
	switch v := v.(type) {
	case *ssa.Const:
		s := g.constant(v)
		if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "*") {
			return s, precUnary
		}
		return s, precPrimary
	case *ssa.Global:
		return "&" + g.global(v), precUnary
	case *ssa.FreeVar:
		if g.keeps(v) {
			return g.bound(v), precPrimary
		}
		return g.address(g.bound(v))
	case *ssa.Function:
		return g.function(v), precPrimary
	case *ssa.Builtin:
		giveUp("builtin %s as a value", v.Name())
	case *ssa.Parameter:
		return g.useName(g.paramName(v)), precPrimary
	case *ssa.Extract:
		return g.useName(g.comp(v.Tuple, v.Index)), precPrimary
	case *ssa.Alloc:
		return g.address(g.variable(v))
	case *ssa.Phi:
		return g.useName(g.name(v)), precPrimary
	}
	if g.fold[v] {
		if g.hidden(v) {
			giveUp("value of a field that may not be named")
		}
		s, prec := g.build(v)
		if _, call := v.(*ssa.Call); !call { // which has it already
			s = g.lineOf(v) + s
		}
		return s, prec
	}
	return g.useName(g.name(v)), precPrimary
}

// address turns the text of a variable into that of its address.
func (g *body) address(variable string) (string, int) {
	if strings.HasPrefix(variable, "(*") && isWord(variable[2:len(variable)-1]) {
		return variable[2 : len(variable)-1], precPrimary
	}
	return "&" + variable, precUnary
}

func (g *body) global(v *ssa.Global) string {
	if v.Object() == nil {
		giveUp("variable %s has no name", v.Name())
	}
	return g.object(v.Object())
}

// captured is the variable that a free variable stands for, where it is only handed on.
func (g *body) captured(v *ssa.FreeVar) string {
	s, ok := g.binds[v]
	if !ok {
		giveUp("free variable %s is not bound", v.Name())
	}
	return s
}

// bound is the variable that a free variable stands for.
func (g *body) bound(v *ssa.FreeVar) string {
	s := g.captured(v)
	g.read[strings.TrimSuffix(strings.TrimPrefix(s, "(*"), ")")] = true
	return s
}

// keeps reports whether a free variable is a value that the function keeps, and not the address of a variable that it
// has captured. So is the receiver of a method value, if it is no pointer.
func (g *body) keeps(v *ssa.FreeVar) bool {
	_, pointer := v.Type().Underlying().(*types.Pointer)
	return !pointer && isBound(g.fn)
}

func (g *body) paramName(v *ssa.Parameter) string {
	i := slices.Index(g.fn.Params, v)
	if i < 0 {
		giveUp("parameter %s is not this function's", v.Name())
	}
	return "a" + strconv.Itoa(i) + g.tag + g.suffix
}

func (g *body) resultName(i int) string { return "r" + strconv.Itoa(i) + g.tag + g.suffix }

// boxed reports whether the variable of an Alloc is held by a pointer. That is so if it is declared outside a loop that
// creates it anew each time, and may outlive a turn of the loop.
func (g *body) boxed(a *ssa.Alloc) bool { return g.hoist[a] && a.Heap }

// variable writes the variable that an Alloc creates.
func (g *body) variable(a *ssa.Alloc) string {
	if g.boxed(a) {
		return "(*" + g.useName(g.name(a)) + ")"
	}
	return g.useName(g.unboxed(a))
}

// unboxed is the name of the variable that an Alloc creates, which no pointer holds.
func (g *body) unboxed(a *ssa.Alloc) string {
	if i, ok := g.res[a]; ok {
		return g.resultName(i)
	}
	if p, ok := g.paramOf[a]; ok {
		return g.paramName(p)
	}
	return g.name(a)
}

// place writes the variable at address v.
func (g *body) place(v ssa.Value) string {
	if s := g.placeByName(v); s != "" {
		return s
	}
	return "*" + g.operand(v)
}

// placeByName writes the variable at address v by a name, "" if only a pointer leads to it.
func (g *body) placeByName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Alloc:
		return g.variable(v)
	case *ssa.Global:
		return g.global(v)
	case *ssa.FreeVar:
		return g.bound(v)
	case *ssa.FieldAddr:
		if g.fold[v] {
			return g.fieldPlace(v)
		}
	case *ssa.IndexAddr:
		if g.fold[v] {
			return g.element(v)
		}
	}
	return ""
}

// element writes the element at address v.
func (g *body) element(v *ssa.IndexAddr) string {
	return g.base(v.X) + g.lineOf(v) + "[" + g.index(v.X.Type(), v.Index) + "]"
}

func (g *body) lineOf(v ssa.Value) string {
	pos := v.Pos()
	if !pos.IsValid() {
		pos = loadPos(v)
	}
	return g.mark(pos)
}

func (g *body) fieldPlace(v *ssa.FieldAddr) string {
	if g.hidden(v) {
		return g.base(v.X)
	}
	return g.selector(v.X, structField(deref(v.X.Type()), v.Field))
}

// base writes what v points to, or v itself, so that a selector or index may follow.
func (g *body) base(v ssa.Value) string {
	if g.fold[v] && g.hidden(v) {
		switch x := v.(type) {
		case *ssa.UnOp:
			return g.base(x.X)
		case *ssa.Field:
			return g.base(x.X)
		}
	}
	s := g.placeByName(v)
	if a, ok := v.(*ssa.Alloc); ok && s != "" && g.boxed(a) {
		return g.name(a)
	}
	if s == "" {
		s = g.operand(v)
	}
	return s
}

// index writes an index into a value of type t. A constant that the compiler would reject is hidden from it: the fault
// belongs to the run.
func (g *body) index(t types.Type, i ssa.Value) string {
	c, ok := i.(*ssa.Const)
	if !ok {
		return g.expr(i)
	}
	n := int64(-1)
	u := core(t)
	if p, ok := u.(*types.Pointer); ok {
		u = core(p.Elem())
	}
	if a, ok := u.(*types.Array); ok {
		n = a.Len()
	}
	v, exact := constant.Int64Val(constant.ToInt(c.Value))
	if !exact || v < 0 || v > 1<<31-1 || n >= 0 && v >= n || u == nil {
		return g.runtime(i)
	}
	return strconv.FormatInt(v, 10)
}

// runtime writes v as an expression that is not constant, so that overflow, division by zero and the like happen when
// the program runs.
func (g *body) runtime(v ssa.Value) string {
	if !isConst(v) {
		return g.operand(v)
	}
	return g.temporary(token.NoPos, g.expr(v))
}

// temporary declares a variable for the value of an expression. The text that it is made for may be left
// out in the end, so that nothing reads the variable: then a use is made up.
func (g *body) temporary(pos token.Pos, init string) string {
	n := "c" + strconv.Itoa(g.temps) + g.tag + g.suffix
	g.temps++
	g.stmt(pos, n+" := "+init+used(n))
	return n
}
