package regen

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// A gaveUp is the panic value with which code deep in an expression says that a function cannot be written.
type gaveUp struct{ reason string }

func giveUp(format string, args ...any) { panic(gaveUp{fmt.Sprintf(format, args...)}) }

// names writes types and objects as seen from one file.
type names struct {
	pkg     *types.Package
	std     bool              // the package is part of the standard library
	suffix  string            // ends every name made up here; no name of the package ends so
	imports map[string]string // import path -> name
	order   []string          // import paths in order of first use
	local   map[types.Object]string
	shadow  map[string]bool // names of type parameters and local types of the function being written
}

// importName returns the name under which the file imports path.
func (n *names) importName(path string) string {
	path = strings.TrimPrefix(path, "vendor/")
	if n.pkg.Path() != path && !n.mayImport(path) {
		giveUp("needs package %s, which may not be imported here", path)
	}
	a, ok := n.imports[path]
	if !ok {
		a = "p" + strconv.Itoa(len(n.imports)) + n.suffix
		n.imports[path] = a
		n.order = append(n.order, path)
	}
	return a
}

// mayImport applies the rule of internal packages.
func (n *names) mayImport(path string) bool {
	if path == "C" || path == "main" {
		return false
	}
	i := strings.LastIndex("/"+path+"/", "/internal/")
	if i < 0 {
		return true
	}
	if i == 0 {
		return n.std
	}
	root := path[:i-1]
	from := strings.TrimSuffix(n.pkg.Path(), "_test")
	return from == root || strings.HasPrefix(from, root+"/")
}

// object writes a package-level or universe object.
func (n *names) object(o types.Object) string {
	if s, ok := n.local[o]; ok {
		return s
	}
	switch {
	case o.Pkg() == nil:
		return n.universe(o.Name())
	case o.Pkg() == types.Unsafe:
		return n.importName("unsafe") + "." + o.Name()
	case o.Parent() != nil && o.Parent() != o.Pkg().Scope():
		giveUp("local object %s out of its scope", o.Name())
	}
	if o.Pkg() == n.pkg {
		if n.shadow[o.Name()] {
			giveUp("%s is hidden by a type parameter or a local type", o.Name())
		}
		return o.Name()
	}
	if !o.Exported() {
		giveUp("%s.%s is not exported", o.Pkg().Path(), o.Name())
	}
	return n.importName(o.Pkg().Path()) + "." + o.Name()
}

// universe writes a predeclared name.
func (n *names) universe(name string) string {
	if s, ok := n.local[types.Universe.Lookup(name)]; ok {
		return s
	}
	if n.shadow[name] || n.pkg.Scope().Lookup(name) != nil {
		giveUp("predeclared %s is hidden", name)
	}
	return name
}

func (n *names) typ(t types.Type) string {
	var b strings.Builder
	n.write(&b, t)
	return b.String()
}

// value writes the type of a variable, or one to which a value is converted. Values of an interface stay what they are
// if its methods stand in place of a name that this package may not use.
func (n *names) value(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.TypeArgs().Len() == 0 {
		o := named.Obj()
		foreign := o.Pkg() != nil && o.Pkg() != n.pkg && !o.Exported() && o.Parent() == o.Pkg().Scope()
		if i, ok := named.Underlying().(*types.Interface); ok && foreign {
			return n.typ(i)
		}
	}
	return n.typ(t)
}

// newOf writes a pointer to a new variable of a type.
func (n *names) newOf(t types.Type) string { return n.universe("new") + "(" + n.typ(t) + ")" }

// making writes the beginning of a call of make.
func (n *names) making(t types.Type) string { return n.universe("make") + "(" + n.typ(t) }

// conv writes a type so that it may be followed by a parenthesised operand.
func (n *names) conv(t types.Type) string {
	s := n.value(t)
	if isName(s) || strings.HasPrefix(s, "[") && !strings.Contains(s, "func") && !strings.Contains(s, "chan") {
		return s
	}
	return "(" + s + ")"
}

// isName reports whether s is an identifier, perhaps qualified or instantiated.
func isName(s string) bool {
	s, _, _ = strings.Cut(s, "[")
	pkg, name, qualified := strings.Cut(s, ".")
	return token.IsIdentifier(pkg) && (!qualified || token.IsIdentifier(name))
}

func (n *names) write(b *strings.Builder, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		if n.aliasNamed(t) {
			b.WriteString(n.object(t.Obj()))
			n.typeArgs(b, t.TypeArgs())
			return
		}
		n.write(b, t.Rhs())
	case *types.Named:
		b.WriteString(n.object(t.Obj()))
		n.typeArgs(b, t.TypeArgs())
	case *types.TypeParam:
		if s, ok := n.local[t.Obj()]; ok {
			b.WriteString(s)
			return
		}
		b.WriteString(t.Obj().Name())
	case *types.Basic:
		switch {
		case t.Kind() == types.UnsafePointer:
			b.WriteString(n.importName("unsafe") + ".Pointer")
		case t.Info()&types.IsUntyped != 0:
			b.WriteString(n.universe(types.Default(t).String()))
		default:
			b.WriteString(n.universe(t.Name()))
		}
	case *types.Pointer:
		b.WriteByte('*')
		n.write(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		n.write(b, t.Elem())
	case *types.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		n.write(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		n.write(b, t.Key())
		b.WriteByte(']')
		n.write(b, t.Elem())
	case *types.Chan:
		n.channel(b, t)
	case *types.Struct:
		n.structure(b, t)
	case *types.Signature:
		b.WriteString("func")
		n.signature(b, t)
	case *types.Interface:
		n.iface(b, t)
	case *types.Union:
		for i := range t.Len() {
			if i > 0 {
				b.WriteByte('|')
			}
			if t.Term(i).Tilde() {
				b.WriteByte('~')
			}
			n.write(b, t.Term(i).Type())
		}
	default:
		giveUp("type %v has no written form", t)
	}
}

// aliasNamed reports whether an alias can be written by its name here.
func (n *names) aliasNamed(t *types.Alias) bool {
	o := t.Obj()
	if _, ok := n.local[o]; ok {
		return true
	}
	if o.Pkg() == nil {
		return false // any, which packages for Go before 1.18 do not have
	}
	if o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
		return false
	}
	if o.Pkg() == n.pkg {
		return !n.shadow[o.Name()]
	}
	// The SSA program shares type arguments between a package and its test variant, so the alias may be the other's.
	return o.Exported() && o.Pkg().Path() != n.pkg.Path() && n.mayImport(o.Pkg().Path())
}

func (n *names) typeArgs(b *strings.Builder, list *types.TypeList) {
	if list.Len() == 0 {
		return
	}
	for i := range list.Len() {
		b.WriteString([]string{"[", ", "}[min(i, 1)])
		n.write(b, list.At(i))
	}
	b.WriteByte(']')
}

func (n *names) channel(b *strings.Builder, t *types.Chan) {
	switch t.Dir() {
	case types.SendOnly:
		b.WriteString("chan<- ")
	case types.RecvOnly:
		b.WriteString("<-chan ")
	default:
		b.WriteString("chan ")
	}
	if c, ok := types.Unalias(t.Elem()).(*types.Chan); ok && c.Dir() == types.RecvOnly {
		b.WriteByte('(')
		n.write(b, t.Elem())
		b.WriteByte(')')
		return
	}
	n.write(b, t.Elem())
}

func (n *names) structure(b *strings.Builder, t *types.Struct) {
	b.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		if !f.Exported() && f.Pkg() != n.pkg {
			giveUp("struct type with field %s of another package", f.Name())
		}
		if i > 0 {
			b.WriteString("; ")
		}
		if !f.Embedded() {
			b.WriteString(f.Name() + " ")
		}
		n.write(b, f.Type())
		if tag := t.Tag(i); tag != "" {
			b.WriteString(" " + strconv.Quote(tag))
		}
	}
	b.WriteByte('}')
}

func (n *names) iface(b *strings.Builder, t *types.Interface) {
	b.WriteString("interface{")
	sep := ""
	for i := range t.NumExplicitMethods() {
		m := t.ExplicitMethod(i)
		if !m.Exported() && m.Pkg() != n.pkg {
			giveUp("interface type with method %s of another package", m.Name())
		}
		b.WriteString(sep + m.Name())
		n.signature(b, m.Type().(*types.Signature))
		sep = "; "
	}
	for i := range t.NumEmbeddeds() {
		b.WriteString(sep)
		n.write(b, t.EmbeddedType(i))
		sep = "; "
	}
	b.WriteByte('}')
}

// signature writes parameters and results without names.
func (n *names) signature(b *strings.Builder, s *types.Signature) {
	n.tuple(b, s.Params(), s.Variadic())
	switch s.Results().Len() {
	case 0:
	case 1:
		b.WriteByte(' ')
		n.write(b, s.Results().At(0).Type())
	default:
		b.WriteByte(' ')
		n.tuple(b, s.Results(), false)
	}
}

func (n *names) tuple(b *strings.Builder, t *types.Tuple, variadic bool) {
	b.WriteByte('(')
	for i := range t.Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		n.param(b, t.At(i).Type(), variadic && i == t.Len()-1)
	}
	b.WriteByte(')')
}

func (n *names) param(b *strings.Builder, t types.Type, variadic bool) {
	if !variadic {
		n.write(b, t)
		return
	}
	s, ok := types.Unalias(t).(*types.Slice)
	if !ok {
		giveUp("variadic parameter of type %v", t)
	}
	b.WriteString("...")
	n.write(b, s.Elem())
}

// field returns the name of a field if it may be selected in this package.
func (n *names) field(f *types.Var) (string, bool) {
	return f.Name(), f.Name() != "_" && (f.Exported() || f.Pkg() == n.pkg)
}

// freshSuffix returns an ending that no identifier of the package scope, and no import name, has.
func freshSuffix(pkg *types.Package, infoNames map[string]bool) string {
	suffix := "_"
	for {
		clash := false
		for name := range infoNames {
			clash = clash || strings.HasSuffix(name, suffix) && token.IsIdentifier(name)
		}
		for _, name := range pkg.Scope().Names() {
			clash = clash || strings.HasSuffix(name, suffix)
		}
		if !clash {
			return suffix
		}
		suffix += "_"
	}
}
