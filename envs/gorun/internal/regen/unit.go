package regen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// twice tries to write with local types under their own names, which programs can print. If that hides a name of the
// package that is needed, it writes with new names.
func (u *unit) twice(write func() (string, error)) (string, error) {
	text, err := write()
	if err != nil && len(u.types) > 0 {
		u.rename = true
		text, err = write()
	}
	return text, err
}

// writeDecl writes a function declaration anew, from its receiver or name to its closing brace.
// An example ends with the comment that says what it prints.
func (u *unit) writeDecl(fd *ast.FuncDecl, fn *ssa.Function, info *types.Info, output *ast.CommentGroup,
	src func(from, to token.Pos) string) (text string, err error) {
	defer u.recoverGiveUp(&err)
	u.enter(fn, fd.Body, info)
	g := u.newBody(fn, nil)
	g.write()
	var b strings.Builder
	at := fd.Type.Func
	replace := func(from, to token.Pos, s string) {
		b.WriteString(src(at, from))
		b.WriteString(s)
		at = to
	}
	n := 0
	rename := func(list *ast.FieldList, name func(int) string) {
		i := 0
		for _, f := range list.List {
			for _, id := range f.Names {
				replace(id.Pos(), id.End(), name(i))
				i++
			}
			if len(f.Names) == 0 {
				i++
			}
		}
	}
	param := func(i int) string { return g.paramName(fn.Params[n+i]) }
	if fd.Recv != nil {
		f := fd.Recv.List[0]
		if len(f.Names) > 0 {
			replace(f.Names[0].Pos(), f.Names[0].End(), param(0))
		}
		n = 1
		blankParams(f.Type, u.local, info, replace)
	}
	rename(fd.Type.Params, param)
	if r := fd.Type.Results; r != nil {
		switch {
		case len(r.List[0].Names) > 0:
			rename(r, g.resultName)
		case len(g.res) > 0:
			open, end := "", ""
			if !r.Opening.IsValid() {
				open, end = "(", ")"
			}
			for i, f := range r.List {
				replace(f.Type.Pos(), f.Type.Pos(), open+g.resultName(i)+" ")
				open = ""
			}
			if end != "" {
				replace(r.End(), r.End(), end)
			}
		}
	}
	replace(fd.Body.Lbrace, fd.Body.End(), "")
	head := "{\n" + u.decls + string(g.out)
	if output != nil {
		head += u.close + u.expected(output, src)
		b.WriteString(u.resolve(head+"}"+lastMark(fd.Body.Rbrace+1), fd.Body.Lbrace))
		return b.String(), nil
	}
	b.WriteString(u.resolve(head+g.mark(fd.Body.Rbrace)+u.close+lastMark(fd.Body.Rbrace)+"}", fd.Body.Lbrace))
	return b.String(), nil
}

// blankParams gives blank type parameters of a receiver the names chosen for them.
func blankParams(
	recv ast.Expr, local map[types.Object]string, info *types.Info, replace func(from, to token.Pos, s string),
) {
	ast.Inspect(recv, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if s, ok := local[info.Defs[id]]; ok && info.Defs[id] != nil {
				replace(id.Pos(), id.End(), s)
			}
		}
		return true
	})
}

// writeLit writes a function literal of a package-level initialiser anew.
func (u *unit) writeLit(lit *ast.FuncLit, fn *ssa.Function, info *types.Info) (text string, err error) {
	defer u.recoverGiveUp(&err)
	u.enter(fn, lit.Body, info)
	g := u.newBody(fn, nil)
	text = g.literal()
	return u.resolve(text, lit.Pos()), nil
}

// recoverGiveUp makes a panic the reason why a function keeps its body. One that nobody meant is a defect, but costs no
// more than that function.
func (u *unit) recoverGiveUp(err *error) {
	switch r := recover().(type) {
	case nil:
	case gaveUp:
		*err = errors.New(r.reason)
	default:
		*err = fmt.Errorf("writing it panicked (please report): %v", r)
	}
}

// enter prepares the names that are visible in one function: its type parameters and the types declared in it.
func (u *unit) enter(fn *ssa.Function, b *ast.BlockStmt, info *types.Info) {
	u.labels, u.read = map[string]bool{}, map[string]bool{}
	u.pinned = map[ssa.Instruction]bool{}
	u.local = map[types.Object]string{}
	u.shadow = map[string]bool{}
	u.types, u.decls, u.close = nil, "", ""
	u.lits = 0
	params := fn.Signature.TypeParams()
	if fn.Signature.RecvTypeParams().Len() > 0 {
		params = fn.Signature.RecvTypeParams()
	}
	for i := range params.Len() {
		o := params.At(i).Obj()
		if o.Name() == "_" {
			u.local[o] = "P" + strconv.Itoa(i) + u.suffix
			continue
		}
		u.shadow[o.Name()] = true
	}
	ast.Inspect(b, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		o, _ := info.Defs[spec.Name].(*types.TypeName)
		if o == nil || o.Name() == "_" {
			return true
		}
		u.types = append(u.types, o)
		return true
	})
	u.localTypes()
	u.pinAll(fn)
	if badDefer(fn) {
		giveUp(lostDefer)
	}
}

const lostDefer = "defer in the body of a range over a function (go/ssa loses it)"

func badDefer(fn *ssa.Function) bool {
	for in := range walk.Instrs(fn) {
		if d, ok := in.(*ssa.Defer); ok && d.DeferStack != nil {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, badDefer)
}

// localTypes writes the declarations of the function's types, which come first in its body, and prepares their names.
//
// Programs can print a type's name, so each keeps its own. Where two have the same, or one hides a name of the package
// that is needed, the body stands in a nested block and refers to them by aliases.
func (u *unit) localTypes() {
	var b strings.Builder
	count := map[string]int{}
	for _, o := range u.types {
		count[o.Name()]++
	}
	alias := func(name string, i int) string { return fmt.Sprintf("%s_%d%s", name, i, u.suffix) }
	hides := func(name string) types.Object {
		if o := u.pkg.Scope().Lookup(name); o != nil {
			return o
		}
		return types.Universe.Lookup(name)
	}
	if u.rename {
		done := map[string]bool{}
		for i, o := range u.types {
			if h, ok := hides(o.Name()).(*types.TypeName); ok && !done[o.Name()] && !isGeneric(h) {
				done[o.Name()] = true
				fmt.Fprintf(&b, "type %sp = %s\n", alias(o.Name(), i), o.Name())
				u.local[h] = alias(o.Name(), i) + "p"
			}
		}
	}
	final := map[types.Object]string{}
	for i, o := range u.types {
		name := o.Name()
		for p, s := range final { // an earlier type of this name is reached by its alias from here on
			if p.Name() == name {
				u.local[p] = s
			}
		}
		final[o] = name
		nest := count[name] > 1 || u.rename && hides(name) != nil
		u.local[o] = name
		u.shadow[name] = true
		b.WriteString("type " + name + " ")
		if o.IsAlias() {
			b.WriteString("= ")
			if a, ok := o.Type().(*types.Alias); ok {
				u.write(&b, a.Rhs())
			} else {
				u.write(&b, o.Type())
			}
		} else {
			u.write(&b, o.Type().Underlying())
		}
		b.WriteByte('\n')
		if nest {
			final[o] = alias(name, i)
			fmt.Fprintf(&b, "type %s = %s\n{\n", final[o], name)
			u.close += "}"
		}
	}
	for o, s := range final {
		u.local[o] = s
	}
	u.decls = b.String()
}

func isGeneric(o *types.TypeName) bool {
	n, ok := o.Type().(*types.Named)
	return ok && n.TypeParams().Len() > 0
}

// resolve replaces the marks in a text that starts at the source position from.
func (u *unit) resolve(text string, from token.Pos) string {
	var b strings.Builder
	line := u.fset.PositionFor(from, false).Line
	own := u.fset.Position(from)
	directives := own.Filename != u.fset.File(from).Name() || own.Line != line
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != markLine && c != markLabel && c != markUse && c != markLast {
			if c == '\n' {
				line++
			}
			b.WriteByte(c)
			continue
		}
		end := i + strings.IndexByte(text[i:], markEnd)
		arg := text[i+1 : end]
		i = end
		switch c {
		case markLabel:
			if u.labels[arg] {
				b.WriteString(arg + ": ")
			}
		case markUse:
			if !u.read[arg] {
				b.WriteString("; _ = " + arg)
			}
		case markLine, markLast:
			n, _ := strconv.Atoi(arg)
			p := u.fset.Position(token.Pos(n))
			switch {
			case directives:
				if p.Line != line || c == markLast {
					fmt.Fprintf(&b, "/*line %s:%d:%d*/", p.Filename, p.Line, max(p.Column, 1))
				}
			case p.Line != line:
				fmt.Fprintf(&b, "/*line :%d:%d*/", p.Line, max(p.Column, 1))
			}
			line = p.Line
		}
	}
	return b.String()
}
