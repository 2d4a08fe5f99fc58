package patch

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
)

// RenameAtomics makes the calls of functions of sync/atomic visible in a file: it has them call those of the package
// to, since the compiler makes instructions of them. It changes nothing else, and no line.
func RenameAtomics(name string, text []byte, to string) ([]byte, error) {
	if !bytes.Contains(text, []byte(`"sync/atomic"`)) || bytes.Contains(text, []byte(to)) {
		return text, nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("%s does not parse: %w", name, err)
	}
	names := importsOfAtomic(f)
	const local = "zzatomic"
	var edits []edit
	offset := func(p token.Pos) int { return int(p) - fset.File(p).Base() }
	used := map[*ast.ImportSpec]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok || x.Obj != nil || names[x.Name] == nil || !atomicFunc.MatchString(sel.Sel.Name) {
			return true
		}
		edits = append(edits, edit{offset(x.Pos()), offset(x.End()), local})
		used[names[x.Name]] = x.Name
		return true
	})
	if len(edits) == 0 {
		return text, nil
	}
	end := ""
	for _, s := range f.Imports {
		n, ok := used[s]
		if !ok {
			continue
		}
		if end == "" { // the first import brings the other package
			at := offset(s.End())
			edits = append(edits, edit{at, at, fmt.Sprintf("; %s%s %q", keyword(f, s), local, to)})
		}
		end += "var _ " + n + ".Bool\n"
	}
	return append(apply(text, edits), "\n"+end...), nil
}

// atomicFunc finds the functions that such a package has.
var atomicFunc = regexp.MustCompile(`^((Load|Store|Swap|CompareAndSwap)(Int32|Int64|Uint32|Uint64|Uintptr|Pointer)|` +
	`(Add|And|Or)(Int32|Int64|Uint32|Uint64|Uintptr))$`)

// importsOfAtomic are the imports of sync/atomic by the names that they give it.
func importsOfAtomic(f *ast.File) map[string]*ast.ImportSpec {
	names := map[string]*ast.ImportSpec{}
	for _, s := range f.Imports {
		if path, _ := strconv.Unquote(s.Path.Value); path != "sync/atomic" {
			continue
		}
		switch {
		case s.Name == nil:
			names["atomic"] = s
		case s.Name.Name != "_" && s.Name.Name != ".":
			names[s.Name.Name] = s
		}
	}
	return names
}

// keyword is what an import behind another one needs: none in a list.
func keyword(f *ast.File, s *ast.ImportSpec) string {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Lparen.IsValid() && slices.Contains(g.Specs, ast.Spec(s)) {
			return ""
		}
	}
	return "import "
}

// An edit puts a text in the place of another one.
type edit struct {
	at, end int
	text    string
}

func apply(text []byte, edits []edit) (out []byte) {
	slices.SortFunc(edits, func(x, y edit) int { return cmp.Compare(x.at, y.at) })
	last := 0
	for _, e := range edits {
		out = append(append(out, text[last:e.at]...), e.text...)
		last = e.end
	}
	return append(out, text[last:]...)
}
