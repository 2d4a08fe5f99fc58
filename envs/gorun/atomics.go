package gorun

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
)

// renameAtomics has files call the functions that tell of atomic operations in place of those of sync/atomic, of which the
// compiler makes instructions. It changes nothing else, and no line: functions that keep their body tell, too. Files that
// the go command does not replace are left as they are; methods of the types of sync/atomic tell by themselves.
func (b *Build) renameAtomics(files map[string][]byte) error {
	for _, p := range b.prog.Packages {
		if p.Load == nil || slices.Contains(belowAtomics, p.Load.PkgPath) {
			continue
		}
		std := p.Load.Module == nil
		if std && !p.Root || p.Load.Module != nil && !p.Load.Module.Main && !p.Root {
			continue
		}
		for _, name := range p.Load.GoFiles {
			text, ok := files[name]
			if !ok {
				if b.modcache != "" && strings.HasPrefix(name, b.modcache+string(filepath.Separator)) {
					continue
				}
				var err error
				if text, err = os.ReadFile(name); err != nil {
					continue // the go command made it
				}
			}
			if !bytes.Contains(text, []byte(`"sync/atomic"`)) || bytes.Contains(text, []byte(probe.AtomicPath)) {
				continue
			}
			renamed, err := renameAtomics(name, text)
			if err != nil {
				return err
			}
			files[name] = renamed
		}
	}
	return nil
}

// belowAtomics are packages that the functions that tell of atomic operations need, or that say what they order by other
// means.
var belowAtomics = []string{"sync", "sync/atomic", "internal/sync", "internal/race", "runtime", "unsafe"}

func renameAtomics(name string, text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("%s does not parse: %w", name, err)
	}
	const local = "zzatomic"
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
	type edit struct {
		at, end int
		text    string
	}
	var edits []edit
	offset := func(p token.Pos) int { return int(p) - fset.File(p).Base() }
	used := map[*ast.ImportSpec]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok || x.Obj != nil || names[x.Name] == nil || !probe.IsAtomic(sel.Sel.Name) {
			return true
		}
		edits = append(edits, edit{offset(x.Pos()), offset(x.End()), local})
		used[names[x.Name]] = x.Name
		return true
	})
	if len(edits) == 0 {
		return text, nil
	}
	end := "\n"
	for _, s := range f.Imports {
		n, ok := used[s]
		if !ok {
			continue
		}
		keyword := "import "
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Lparen.IsValid() && slices.Contains(g.Specs, ast.Spec(s)) {
				keyword = ""
			}
		}
		if len(end) == 1 {
			edits = append(edits, edit{offset(s.End()), offset(s.End()), fmt.Sprintf("; %s%s %q", keyword, local, probe.AtomicPath)})
		}
		end += "var _ " + n + ".Bool\n"
	}
	slices.SortFunc(edits, func(x, y edit) int { return x.at - y.at })
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(append(out, text[last:e.at]...), e.text...)
		last = e.end
	}
	return append(append(out, text[last:]...), end...), nil
}
