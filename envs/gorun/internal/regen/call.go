package regen

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// call writes a call without the go or defer before it.
func (g *body) call(c *ssa.CallCommon, pos token.Pos) string {
	at := g.mark(pos)
	switch f := c.Value.(type) {
	case *ssa.Builtin:
		if !c.IsInvoke() {
			return g.builtin(f, c, at)
		}
	case *ssa.Function:
		if !c.IsInvoke() && f.Signature.Recv() != nil {
			return g.method(f, c, at)
		}
	}
	if c.IsInvoke() {
		if !c.Method.Exported() && c.Method.Pkg() != g.pkg {
			giveUp("method %s of another package", c.Method.Name())
		}
		return g.base(c.Value) + at + "." + c.Method.Name() + g.args(c, c.Args)
	}
	f := g.operand(c.Value)
	if isConst(c.Value) {
		f = g.runtime(c.Value)
	}
	if strings.Contains(f, "\n") {
		return f + at + g.args(c, c.Args) // a call of a literal has the line of the literal's end
	}
	return at + f + g.args(c, c.Args)
}

func (g *body) method(f *ssa.Function, c *ssa.CallCommon, at string) string {
	o := f.Object()
	if o == nil {
		giveUp("method %s has no name", f)
	}
	if !o.Exported() && o.Pkg() != g.pkg {
		giveUp("method %s of another package", o.Name())
	}
	recv := g.base(c.Args[0])
	if isConst(c.Args[0]) {
		recv = g.runtime(c.Args[0])
	}
	return recv + at + "." + o.Name() + g.args(c, c.Args[1:])
}

func (g *body) args(c *ssa.CallCommon, args []ssa.Value) string {
	var list []string
	variadic := c.Signature().Variadic()
	for i, a := range args {
		if variadic && i == len(args)-1 {
			list = append(list, g.spread(a)...)
			break
		}
		list = append(list, g.expr(a))
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// spread writes the last argument of a variadic call as the user did: element by element if it was made for the call.
func (g *body) spread(a ssa.Value) []string {
	if isNil(a) {
		return nil
	}
	s, _ := a.(*ssa.Slice)
	elems, ok := g.variadic[s]
	if !ok {
		return []string{g.expr(a) + "..."}
	}
	var list []string
	for _, e := range elems {
		list = append(list, g.expr(e))
	}
	return list
}

func (g *body) builtin(f *ssa.Builtin, c *ssa.CallCommon, at string) string {
	name := f.Name()
	switch name {
	case "ssa:deferstack":
		giveUp(lostDefer) // control does not come to it, so that it is not found otherwise
	case "ssa:wrapnilchk":
		giveUp("%s", name)
	case "Add", "Slice", "String", "SliceData", "StringData", "Sizeof", "Alignof", "Offsetof":
		name = g.importName("unsafe") + "." + name
	default:
		name = g.universe(name)
	}
	var list []string
	for i, a := range c.Args {
		if f.Name() == "append" && i == 1 {
			list = append(list, g.spread(a)...)
			if _, str := core(a.Type()).(*types.Basic); str && isNil(a) {
				giveUp("append of %v", a)
			}
			break
		}
		switch f.Name() {
		case "print", "println", "panic", "append", "delete", "copy":
			list = append(list, g.expr(a))
		default:
			list = append(list, g.runtimeArg(a))
		}
	}
	return at + name + "(" + strings.Join(list, ", ") + ")"
}

func (g *body) runtimeArg(a ssa.Value) string {
	if isConst(a) {
		return g.runtime(a)
	}
	return g.expr(a)
}

// function writes a function that is used as a value or called.
func (g *body) function(f *ssa.Function) string {
	if f.Parent() != nil && f.Object() == nil {
		if n, ok := g.shareN[f]; ok {
			return g.useName(n)
		}
		for o := g.outer; o != nil; o = o.outer {
			if n, ok := o.shareN[f]; ok {
				return g.useName(n)
			}
		}
		if f.Parent() != g.fn {
			giveUp("function literal %s out of its scope", f.Name())
		}
		return g.literalFunc(f)
	}
	o := f.Object()
	if synthetic.IsThunk(f) {
		return "(" + g.typ(f.Signature.Params().At(0).Type()) + ")." + g.methodName(o)
	}
	if f.Origin() != nil {
		o = f.Origin().Object()
	}
	if f.Signature.Recv() != nil || o == nil {
		giveUp("%s as a value", f)
	}
	s := g.object(o)
	for i, t := range f.TypeArgs() {
		s += []string{"[", ", "}[min(i, 1)] + g.typ(t)
	}
	if len(f.TypeArgs()) > 0 {
		s += "]"
	}
	return s
}

func (g *body) methodName(o types.Object) string {
	if o == nil || !o.Exported() && o.Pkg() != g.pkg {
		giveUp("method of another package as a value")
	}
	return o.Name()
}

// literalFunc writes a function without free variables as a literal.
func (g *body) literalFunc(f *ssa.Function) string {
	sub := g.newBody(f, g)
	return sub.literal()
}

// end is where the source of the function ends, if it has any.
func (g *body) end() token.Pos {
	if syn := g.fn.Syntax(); syn != nil {
		return syn.End() - 1
	}
	return token.NoPos
}

// closure writes a function literal in its place, where it may name the variables it captures.
func (g *body) closure(v *ssa.MakeClosure) string {
	f := v.Fn.(*ssa.Function)
	if isBound(f) && !g.bindsLiteral(v) {
		x := v.Bindings[0]
		if isConst(x) {
			return g.runtime(x) + "." + g.methodName(f.Object())
		}
		return g.base(x) + "." + g.methodName(f.Object())
	}
	sub := g.newBody(f, g)
	for i, fv := range f.FreeVars {
		if sub.keeps(fv) {
			sub.binds[fv] = g.keep(f, v.Bindings[i])
		} else {
			sub.binds[fv] = g.binding(v.Bindings[i])
		}
	}
	return sub.literal()
}

// binding is the variable that a literal captures. It is not used by that: the literal may not name it.
func (g *body) binding(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.FreeVar:
		return g.captured(v)
	case *ssa.Alloc:
		if !g.boxed(v) {
			return g.unboxed(v)
		}
	}
	return "(*" + g.handed(v) + ")"
}

// keep copies the receiver of a method value, and fails as the method value does if that is a nil interface.
func (g *body) keep(f *ssa.Function, recv ssa.Value) string {
	n := g.handed(recv)
	g.stmt(token.NoPos, "_ = "+n+"."+g.methodName(f.Object()))
	return n
}

// handed evaluates what is handed on, once, into a variable of its own.
func (g *body) handed(v ssa.Value) string {
	return g.temporary(token.NoPos, g.expr(v))
}

// literal writes the whole function as a function literal.
func (g *body) literal() string {
	s := g.fn.Signature
	var b strings.Builder
	b.WriteString("func(")
	for i, p := range g.fn.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(g.paramName(p) + " ")
		g.param(&b, p.Type(), s.Variadic() && i == len(g.fn.Params)-1)
	}
	b.WriteString(")")
	if n := s.Results().Len(); n > 0 {
		b.WriteString(" (")
		for i := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			if len(g.res) > 0 {
				b.WriteString(g.resultName(i) + " ")
			}
			b.WriteString(g.typ(s.Results().At(i).Type()))
		}
		b.WriteString(")")
	}
	g.write()
	end := g.end()
	first, last := "", ""
	if g.outer == nil {
		first, last = g.decls, g.close
	}
	text := b.String() + " {\n" + first + string(g.out) + g.mark(end) + last
	if g.outer == nil && end.IsValid() {
		text += lastMark(end)
	}
	return text + "}"
}
