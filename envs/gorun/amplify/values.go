package amplify

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

// maxDepth is how deep a value is made of others.
const maxDepth = 3

// value writes a value of a type, as an argument.
func (s *speller) value(t types.Type, depth int) (string, error) {
	if depth > maxDepth {
		return "", fmt.Errorf("a value of %s is too deep", t)
	}
	switch t.String() {
	case "context.Context":
		return s.imported("context", "context") + ".Background()", nil
	case "error":
		return "nil", nil
	case "time.Duration":
		return []string{"0", "1"}[s.choose(2)], nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return s.basic(u)
	case *types.Pointer:
		if made := s.made(t); made != "" {
			return made, nil
		}
		of, err := s.spell(u.Elem())
		return "new(" + of + ")", err
	case *types.Struct, *types.Array:
		of, err := s.spell(t)
		return of + "{}", err
	case *types.Chan:
		of, err := s.spell(types.NewChan(types.SendRecv, u.Elem()))
		return "make(" + of + ", 1)", err
	case *types.Slice:
		return s.slice(t, u, depth)
	case *types.Map:
		of, err := s.spell(t)
		if plain(u.Key()) && plain(u.Elem()) && s.choose(2) == 1 {
			key, _ := s.value(u.Key(), depth+1)
			elem, _ := s.value(u.Elem(), depth+1)
			of += "{" + key + ": " + elem + "}"
		} else {
			of += "{}"
		}
		return of, err
	case *types.Signature:
		return s.function(u)
	case *types.Interface:
		return s.implementation(t, u)
	}
	return "", fmt.Errorf("no value of %s can be written", t)
}

func (s *speller) basic(b *types.Basic) (string, error) {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return []string{"false", "true"}[s.choose(2)], nil
	case info&types.IsString != 0:
		return []string{`"a"`, `"b"`, `""`}[s.choose(3)], nil
	case info&types.IsNumeric != 0:
		return []string{"1", "0", "2"}[s.choose(3)], nil
	}
	return "nil", nil // unsafe.Pointer
}

// slice writes a slice of at most two elements.
func (s *speller) slice(t types.Type, u *types.Slice, depth int) (string, error) {
	of, err := s.spell(t)
	var list []string
	if plain(u.Elem()) {
		for range s.choose(3) {
			elem, err := s.value(u.Elem(), depth+1)
			if err != nil {
				return "", err
			}
			list = append(list, elem)
		}
	}
	return of + "{" + strings.Join(list, ", ") + "}", err
}

// plain reports whether the values of a type have no parts.
func plain(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// function writes a function that does nothing and returns zero values.
func (s *speller) function(sig *types.Signature) (string, error) {
	var params, results []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		of, err := s.spell(t)
		if err != nil {
			return "", err
		}
		if slice, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			of, _ = s.spell(slice.Elem())
			of = "..." + of
		}
		params = append(params, of)
	}
	for i := range sig.Results().Len() {
		of, err := s.spell(sig.Results().At(i).Type())
		if err != nil {
			return "", err
		}
		results = append(results, fmt.Sprintf("r%d %s", i, of))
	}
	text := "func(" + strings.Join(params, ", ") + ")"
	if len(results) > 0 {
		return text + " (" + strings.Join(results, ", ") + ") { return }", nil
	}
	return text + " {}", nil
}

// common are values of interfaces of the standard library, by type.
var common = map[string]struct{ path, value string }{
	"io.Reader": {"strings", `.NewReader("a")`},
	"io.Writer": {"io", ".Discard"},
}

// implementation writes a value of an interface, nil never.
func (s *speller) implementation(t types.Type, u *types.Interface) (string, error) {
	if u.Empty() {
		return []string{`"a"`, "1", "false"}[s.choose(3)], nil
	}
	if c, ok := common[t.String()]; ok && strings.Contains(s.pkg.Path(), ".") {
		return s.imported(c.path, c.path) + c.value, nil
	}
	scope := s.pkg.Scope()
	best, least := "", 0
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !s.sees(obj) || types.IsInterface(obj.Type()) || isGeneric(obj.Type()) ||
			!types.Implements(types.NewPointer(obj.Type()), u) || embedsInterface(obj.Type()) {
			continue
		}
		if cost := s.cost(obj); best == "" || cost < least {
			best, least = name, cost
		}
	}
	if best == "" {
		return "", fmt.Errorf("no type of package %s is known to implement %s", s.pkg.Name(), t)
	}
	if made := s.made(types.NewPointer(scope.Lookup(best).Type())); made != "" {
		return made, nil
	}
	return "new(" + best + ")", nil
}

var stub = regexp.MustCompile(`(?i)^(fake|mock|stub|no|nop|noop|discard|test)`)

// cost says how little a type is made to be used as its zero value: first come those that tests make for that, and then
// those with few fields.
func (s *speller) cost(obj *types.TypeName) (cost int) {
	if !stub.MatchString(obj.Name()) {
		cost = 1000
	}
	if of, ok := obj.Type().Underlying().(*types.Struct); ok && s.made(types.NewPointer(obj.Type())) == "" {
		cost += of.NumFields()
	}
	return cost
}

func isGeneric(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.TypeParams().Len() > 0
}

// embedsInterface reports whether methods of a type's zero value are those of nil.
func embedsInterface(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() && (types.IsInterface(f.Type()) || embedsInterface(f.Type())) {
			return true
		}
	}
	return false
}

// made is a call, without arguments, of a function of the package that returns the type and nothing else, or "".
func (s *speller) made(t types.Type) string {
	scope := s.pkg.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || !s.sees(fn) || !constructs(name) {
			continue
		}
		sig := fn.Signature()
		if sig.TypeParams().Len() == 0 && sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
			types.Identical(sig.Results().At(0).Type(), t) {
			return name + "()"
		}
	}
	return ""
}

// constructs reports whether a function has the name of one that makes something.
func constructs(name string) bool {
	for _, begin := range []string{"New", "new", "Make", "make", "Open", "open", "Create", "create"} {
		if rest, ok := strings.CutPrefix(name, begin); ok && (rest == "" || ast.IsExported(rest)) {
			return true
		}
	}
	return false
}
