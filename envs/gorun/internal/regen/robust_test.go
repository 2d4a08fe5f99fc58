package regen

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// module writes a module with one package and returns its folder. A file may have its name before its text, ended by a
// colon.
func module(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append(files, "go.mod:module example.org/m\n\ngo 1.26\n") {
		name, text, _ := strings.Cut(f, ":")
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// injected writes a text at the start of the functions that it names, whatever that makes of them.
func injected(texts map[string]string) Probes {
	return Probes{Entry: func(c *Cursor) string {
		fn := c.Function()
		for fn.Parent() != nil && fn.Parent().Name() != "init" {
			fn = fn.Parent()
		}
		text := texts[fn.Name()]
		if text == "panic" {
			panic("injected")
		}
		return text
	}}
}

const injectedInto = `main.go:package main

import "fmt"

var lit = func() int { return 5 }

var one, two = func() int { return 1 }(), func(x int) int { return 2 * x }

type box[T any] struct{ t T }

func (b box[T]) get() T { return b.t }

func (b *box[T]) set(t T) { b.t = t }

func nested() func() int { return func() int { return 7 } }

func named(x int) (n int) {
	defer func() { n += x }()
	return x
}

func main() {
	b := box[string]{"a"}
	b.set(b.get() + "b")
	fmt.Println(lit(), one, two(3), b.get(), nested()(), named(4))
}
`

// TestOneFunction breaks the text of functions, one at a time and all but main at once. Whatever is wrong with it,
// these keep their bodies, with a reason that says what it is, and the others are written.
func TestOneFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	dir := module(t, injectedInto)
	prog, pkgs, err := Load(dir, false, ".")
	require.NoError(t, err)
	names := []string{"get", "set", "nested", "named", "init$1", "init$2", "init$3"}
	for text, reason := range map[string]string{
		"}":                         "its text is not Go",
		"} }":                       "its text is not Go",
		"if {":                      "its text is not Go",
		"`":                         "its text is not Go",
		"'":                         "its text is not Go",
		"\"":                        "its text is not Go",
		"} ; func other() {":        "", // two declarations, or a literal that no longer is one
		"nowhere()":                 "does not type-check: undefined: nowhere",
		"v := 1":                    "does not type-check: declared and not used",
		"goto x; v := 1; _ = v; x:": "does not type-check",
		"l:":                        "does not type-check: label l declared and not used",
		"panic":                     "writing it panicked (please report): injected",
	} {
		for _, which := range append([][]string{names}, one(names)...) {
			p := map[string]string{}
			for _, n := range which {
				p[n] = text
			}
			res, err := Regenerate(prog, pkgs, Options{Probes: injected(p)})
			require.NoError(t, err, text)
			if strings.HasPrefix(text, "} ;") {
				continue
			}
			var kept []string
			for _, k := range res.Kept {
				require.Contains(t, k.Reason, reason, "%q in %v: %s", text, which, k)
				kept = append(kept, k.Func[strings.LastIndexByte(k.Func, '.')+1:])
			}
			slices.Sort(kept)
			require.Equal(t, slices.Sorted(slices.Values(which)), kept, "%q: %v", text, res.Kept)
		}
	}
	probes := injected(map[string]string{"get": "}", "named": "nowhere()", "init$1": "panic", "set": "'"})
	res, err := Regenerate(prog, pkgs, Options{Probes: probes})
	require.NoError(t, err)
	require.Len(t, res.Kept, 4)
	require.Equal(t, "5 1 6 ab 7 8\n", runOverlay(t, dir, res))
}

func one(names []string) (list [][]string) {
	for _, n := range names {
		list = append(list, []string{n})
	}
	return list
}

// TestPackageKept breaks what no function can be blamed for: the package stays as it is, and the program runs.
func TestPackageKept(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	dir := module(t, injectedInto)
	prog, pkgs, err := Load(dir, false, ".")
	require.NoError(t, err)
	pkgs[0].CompiledGoFiles = append(pkgs[0].CompiledGoFiles, filepath.Join(dir, "missing.go"))
	res, err := Regenerate(prog, pkgs, Options{})
	require.NoError(t, err)
	require.Len(t, res.Kept, 8)
	require.Contains(t, res.Kept[0].Reason, "its package: ")
	require.Contains(t, res.Kept[0].Reason, "missing.go")
	require.Equal(t, "5 1 6 ab 7 8\n", runOverlay(t, dir, res))
}

// runOverlay runs the regenerated main package of a folder and returns what it prints.
func runOverlay(t *testing.T, dir string, res *Result) string {
	t.Helper()
	overlay, err := res.WriteOverlay(t.TempDir())
	require.NoError(t, err)
	cmd := exec.Command("go", "run", "-overlay", overlay, ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
