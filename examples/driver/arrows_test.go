package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

const module = "github.com/seed38182bad/parallax"

// mayImport says which folders of the module the code in each may use. Tests may
// use more.
var mayImport = map[string][]string{
	"lattice":  {"lattice"},
	"domains":  {"domains", "lattice"},
	"envs":     {"envs", "domains", "lattice"},
	"dataflow": {"dataflow", "envs", "domains", "lattice"},
	"examples": {"examples", "dataflow", "envs", "domains", "lattice"},
}

// mayUse are the modules that may be used, with the parts of ours that may.
var mayUse = map[string]func(pkg string) bool{
	"github.com/benbjohnson/immutable": func(string) bool { return true },
	"github.com/aymanbagabas/go-udiff": func(pkg string) bool { return strings.HasSuffix(pkg, "atomicsets/annotate") },
	"github.com/klauspost/compress":    func(pkg string) bool { return strings.HasSuffix(pkg, "envs/trace") },
	"golang.org/x/tools":               func(string) bool { return true },
	"golang.org/x/term":                func(pkg string) bool { return strings.HasSuffix(pkg, "examples/driver") },
	"pgregory.net/rapid": func(pkg string) bool {
		return strings.HasSuffix(pkg, "test") || strings.HasSuffix(pkg, "gen")
	},
	"github.com/stretchr/testify": func(pkg string) bool { return strings.HasSuffix(pkg, "test") },
}

type listed struct {
	ImportPath string
	Imports    []string
}

func list(t *testing.T) []listed {
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", module+"/...")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	require.NoError(t, err)
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

func TestImportsPointOneWay(t *testing.T) {
	all := list(t)
	require.Greater(t, len(all), 5)
	for _, p := range all {
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		folder, _, _ := strings.Cut(from, "/")
		allowed, ok := mayImport[folder]
		if !ok {
			t.Errorf("%s: there is no code in %s", p.ImportPath, folder)
			continue
		}
		for _, i := range p.Imports {
			to, ours := strings.CutPrefix(i, module+"/")
			if !ours {
				checkForeign(t, p.ImportPath, i)
				continue
			}
			target, _, _ := strings.Cut(to, "/")
			if !slices.Contains(allowed, target) {
				t.Errorf("%s imports %s: %s may import %s only", from, to, folder, strings.Join(allowed, ", "))
			}
			if folder == "dataflow" && target == "envs" && to != "envs" {
				t.Errorf("%s imports %s: drivers know no environment", from, to)
			}
			if strings.HasSuffix(to, "test") && !strings.HasSuffix(from, "test") {
				t.Errorf("%s imports %s, which is for tests", from, to)
			}
			if from == "examples/reduction" && to == "examples/lockorder" {
				continue // theorem 2 excludes deadlocks, which that checker finds
			}
			if (from == "examples/driver" || from == "examples/session") && isChecker(to) {
				t.Errorf("%s imports %s: a command's main hands checkers over", from, to)
			}
			if isChecker(from) && !within(from, to) && (strings.HasPrefix(to, "envs/") || strings.HasPrefix(to, "examples/")) {
				t.Errorf("%s imports %s: a checker knows no environment", from, to)
			}
		}
	}
}

// within reports whether a checker, or a package that it keeps for itself, uses one that it keeps for itself.
func within(from, to string) bool {
	owner, _, internal := strings.Cut(to, "/internal/")
	return internal && (from == owner || strings.HasPrefix(from, owner+"/"))
}

// isChecker tells the packages of checkers from commands, programs, tests of checkers
// and what is around them, or is done with their findings.
func isChecker(folder string) bool {
	rest, ok := strings.CutPrefix(folder, "examples/")
	if rest == "atomicsets/annotate" {
		return false
	}
	first, _, _ := strings.Cut(rest, "/")
	return ok && !slices.Contains([]string{"driver", "session", "parallax", "checkertest", "custom", "bank", "values",
		"heap"}, first)
}

func checkForeign(t *testing.T, pkg, imported string) {
	t.Helper()
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return // the standard library
	}
	for m, may := range mayUse {
		if imported == m || strings.HasPrefix(imported, m+"/") {
			if !may(pkg) {
				t.Errorf("%s imports %s, which is for tests", pkg, imported)
			}
			return
		}
	}
	t.Errorf("%s imports %s, which is no permitted dependency", pkg, imported)
}

func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join("..", ".."))
	require.NoError(t, err)
	allowed := []string{"go.mod", "go.sum", "README.md", "CONTRIBUTING.md", "LICENSE"}
	seen := map[string]bool{}
	for _, e := range entries {
		name := e.Name()
		seen[name] = true
		built := !e.IsDir() && (name == "parallax" || slices.Contains([]string{".test", ".prof", ".out"}, filepath.Ext(name)))
		if _, folder := mayImport[name]; folder && e.IsDir() || built || slices.Contains(allowed, name) ||
			strings.HasPrefix(name, ".") {
			continue
		}
		t.Errorf("%s does not belong at the top level: see the layout in CONTRIBUTING.md", name)
	}
	for _, name := range allowed {
		require.True(t, seen[name], "%s is missing", name)
	}
}

// The engine knows functions, states and control. Of locks, threads and memory it has no package, and asks no question
// that an Env answers of them.
func TestEngineKnowsNoLocks(t *testing.T) {
	const engine = module + "/dataflow/fixpoint"
	for _, p := range list(t) {
		if p.ImportPath != engine {
			continue
		}
		for _, i := range p.Imports {
			if part, ours := strings.CutPrefix(i, module+"/"); ours {
				require.Contains(t, []string{"lattice", "envs"}, part)
			}
		}
	}
	var env struct {
		envs.Locks
		envs.Threads
		envs.Memory
	}
	asked := map[string]bool{}
	for i := range reflect.TypeOf(&env).Elem().NumField() {
		facet := reflect.TypeOf(&env).Elem().Field(i).Type
		for m := range facet.NumMethod() {
			asked["."+facet.Method(m).Name+"("] = true
		}
	}
	require.Greater(t, len(asked), 20)
	files, err := filepath.Glob(filepath.Join("..", "..", "dataflow", "fixpoint", "*.go"))
	require.NoError(t, err)
	require.Greater(t, len(files), 10)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for question := range asked {
			require.NotContains(t, string(text), question, file)
		}
	}
}
