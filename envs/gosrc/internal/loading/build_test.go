package loading

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
)

// A builder that panics has begun an instance that the packages after it need too. They would wait for it for ever.
func TestPanickingBuilderLocksNobody(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	for name, text := range map[string]string{
		"shared": "package shared\n\nfunc Of[T any](x T) T { return x }\n",
		"a": "package a\n\nimport \"m/shared\"\n\nfunc F() int { return shared.Of(1) }\n\n" +
			"func Broken(x int) int { return x }\n",
		"b": "package b\n\nimport \"m/shared\"\n\nfunc F() int { return shared.Of(2) }\n",
		"c": "package c\n\nimport (\n\t\"m/a\"\n\t\"m/shared\"\n)\n\nfunc F() int { return shared.Of(3) + a.F() }\n",
		"d": "package d\n\nfunc Broken(x int) int { return x }\n",
	} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		write(t, filepath.Join(dir, name), name+".go", text)
	}
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Fset: fset}, "./...")
	require.NoError(t, err)
	checked := make(map[*packages.Package]bool)
	for _, pkg := range pkgs {
		checked[pkg] = true
		forgetBody(pkg, "Broken")
	}

	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, procs := range []int{1, 4} {
		runtime.GOMAXPROCS(procs)
		requireBuilt(t, &Program{Fset: fset, names: naming.Files{Dir: dir}}, pkgs, checked)
	}
}

func requireBuilt(t *testing.T, p *Program, pkgs []*packages.Package, checked map[*packages.Package]bool) {
	t.Helper()
	whole := make(chan bool, 1)
	go func() { whole <- p.build(pkgs, checked, false) }()
	select {
	case got := <-whole:
		require.False(t, got)
	case <-time.After(30 * time.Second):
		t.Fatal("builders wait for one that has panicked")
	}

	var built []string
	for _, pkg := range p.Packages {
		built = append(built, pkg.Path)
	}
	require.Equal(t, []string{"m/b", "m/c", "m/shared"}, built)
	require.Len(t, p.Errors, 2)
	for i, name := range []string{"a", "d"} {
		e := p.Errors[i]
		require.Equal(t, "m/"+name, e.Package)
		require.Equal(t, name+"/"+name+".go:1:1", e.Pos.String())
		require.Contains(t, e.Msg,
			"m/"+name+" is not analysed, because go/ssa cannot build it: no types.Object for ast.Ident x")
	}
	call := p.Packages[1].SSA.Func("F").Blocks[0].Instrs[0].(*ssa.Call)
	require.NotNil(t, call.Call.StaticCallee().Blocks, "the instance is built for the packages that are left")
}

// forgetBody drops what is known of the names in a function's body.
func forgetBody(pkg *packages.Package, name string) {
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.Name != name {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					pkg.TypesInfo.Uses[id] = types.Object(nil)
				}
				return true
			})
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}
