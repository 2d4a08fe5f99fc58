package annotate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/atomicsets"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// write makes a module of files.
func write(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	files["go.mod"] = "module odd\n\ngo 1.26\n"
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

// apply applies a patch as people do, and compiles what it makes, tests included.
func apply(t *testing.T, dir, patch string) {
	t.Helper()
	run := func(stdin, name string, args ...string) {
		c := exec.Command(name, args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	run(patch, "git", "apply", "-")
	run("", "go", "vet", "./...")
}

func load(t *testing.T, dir string, inf atomicsets.Inference) *Source {
	t.Helper()
	s, err := Load(t.Context(), dir, "", inf)
	require.NoError(t, err)
	return s
}

// The module of the checker's own tests: what is inferred over all paths makes a patch that applies, and
// with which nothing is left to patch.
func TestModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	findings, _ := checkertest.Checker{Analyzer: atomicsets.Analyzer}.Both(t, "../testdata/module")
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../testdata/module")))
	inf := atomicsets.Inferred(findings)
	s := load(t, dir, inf)
	text, err := s.Structs()
	require.NoError(t, err)
	require.Contains(t, text, `package main // figures

// list.go:50
type DownloadManager struct {
	mu   sync.Mutex
	urls *List
	done int // atomic set {done} under mu
}
`)
	require.Contains(t, text, `
// list.go:7
type List struct {
	mu      sync.Mutex
	length  int      // atomic set {entries, length} under mu
	entries []string // atomic set {entries, length} under mu
	name    string   // read only
}
`)
	require.Contains(t, text, `
// unit of work for List {entries, length}
// unit of work for List {entries, length} of other
func (l *List) AddAll(other *List)
`)
	patch, leftOut, err := s.Patch()
	require.NoError(t, err)
	require.Equal(t, []string{"more.go:40: open, seen of Gate: they are declared together, and not all are in a set",
		"more.go:8: x, y of Pair: they are declared together, and not all are in a set"}, leftOut)
	require.Contains(t, patch, `--- a/list.go
+++ b/list.go
@@ -5,8 +5,10 @@
 import "sync"
 
 type List struct {
-	mu      sync.Mutex
-	length  int
+	mu sync.Mutex
+	// +checklocks:mu
+	length int
+	// +checklocks:mu
 	entries []string
 	name    string // read only
 }
`)
	apply(t, dir, patch)
	patch, _, err = load(t, dir, inf).Patch()
	require.NoError(t, err)
	require.Empty(t, patch, "everything is annotated")
}

const shapes = `package odd

import "sync"

type base struct{ n int }

type Shapes struct {
	mu sync.RWMutex
	// first is documented.
	first int
	a, b  int
	c, d  int
	*base
	done int // once
	// +checklocks:mu
	known int
	late  int // +checklocks:mu
	x     int; y int
	inner struct {
		lock sync.Mutex
		z    int
	}
	free int
}

type Line struct{ mu sync.Mutex; n, m int }

type Pair[K comparable, V any] struct {
	mu  sync.Mutex
	key K
	val V
}

func (p *Pair[K, V]) Set(k K, v V) {}
func (s *Shapes) F() {
	type local struct {
		mu sync.Mutex
		v  int
	}
	_ = local{}
}
func F(s *Shapes) {}

type same struct{ v int }
`

// Fields are declared in all sorts of ways.
func TestShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	dir := write(t, map[string]string{
		"shapes.go": shapes,
		"sub/sub.go": "package sub\n\nimport \"sync\"\n\nfunc f() {\n\ttype same struct{ v int }\n\t_ = same{}\n}\n\n" +
			"func g() {\n\ttype same struct{ v int }\n\t_ = same{}\n}\n\nvar state struct {\n\tmu sync.Mutex\n\tn  int\n}\n",
		"x_test.go": "package odd_test\n\nimport \"sync\"\n\ntype In struct {\n\tmu sync.Mutex\n\tn  int\n}\n",
	})
	set := func(class, lock string, fields ...string) atomicsets.Set {
		return atomicsets.Set{Class: class, Lock: lock, Fields: fields}
	}
	inf := atomicsets.Inference{
		Sets: []atomicsets.Set{
			{Class: "odd.Shapes", Lock: "mu",
				Fields: []string{"a", "b", "base", "c", "done", "first", "known", "late", "x", "y"},
				Units:  []string{"(*odd.Shapes).F", "odd.F", "odd.F$1"}},
			set("odd.Shapes", "", "free"),
			set("odd.Shapes.inner", "lock", "z"),
			set("odd.Line", "mu", "m", "n"),
			{Class: "odd.Pair", Lock: "mu", Fields: []string{"key", "val"}, Units: []string{"(*odd.Pair[K, V]).Set"}},
			set("odd.local", "mu", "v"),
			set("odd_test.In", "mu", "n"),
			set("odd/sub.same", "mu", "v"),
			set("odd/sub.state", "mu", "n"),
			set("sync.Pool", "mu", "v"),
		},
		Aliases: []atomicsets.Alias{
			{Class: "odd.Shapes", Field: "free", To: "odd.Pair", Set: []string{"key"}, Choice: true},
			{Class: "odd.Shapes", Field: "free", To: "odd.Pair", Set: []string{"val"}, Choice: true},
			{Class: "odd.Shapes", Field: "free", To: "odd/sub.T", Set: []string{"v"}, Sides: []atomicsets.Side{atomicsets.Runs}},
		},
	}
	s := load(t, dir, inf)
	text, err := s.Structs()
	require.NoError(t, err)
	const all = "atomic set {a, b, base, c, done, first, known, late, x, y} under mu"
	for _, line := range []string{
		"\tfirst int // " + all + "\n",
		"\tc, d  int // c: " + all + "\n",
		"\tdone  int // once; " + all + "\n",
		"// late: " + all + "\n// x: " + all + "\ntype Shapes struct {\n",
		"\tlate  int // +checklocks:mu\n",
		"// n, m: atomic set {m, n} under mu\ntype Line struct",
		"type Pair[K comparable, V any] struct {\n\tmu  sync.Mutex\n\tkey K // atomic set {key, val} under mu\n",
		"// Shapes.inner\nvar _ struct {\n",
		"one with that of Pair {key} or Pair {val}: choose, or merge them",
		"one with that of sub.T {v} (runs only)",
		"unit of work for Shapes {a, b, base, c, done, first, known, late, x, y}\nfunc F(s *Shapes)\n",
		"unit of work for Pair {key, val}\nfunc (p *Pair[K, V]) Set(k K, v V)\n",
		"package odd_test // odd_test\n\n// x_test.go:5\n",
		"// odd/sub.same is the name of several types of its package\n" +
			"// sync.Pool is not declared as a struct in the module\n",
	} {
		require.Contains(t, text, line)
	}

	patch, leftOut, err := s.Patch()
	require.NoError(t, err)
	require.Equal(t, []string{
		"shapes.go:26: n, m of Line: others are declared in its line",
		"shapes.go:12: c, d of Shapes: they are declared together, and not all are in a set",
		"shapes.go:18: y of Shapes: others are declared in its line",
		"odd/sub.same is the name of several types of its package",
		"sync.Pool is not declared as a struct in the module",
	}, leftOut)
	apply(t, dir, patch)
	now, err := os.ReadFile(filepath.Join(dir, "shapes.go"))
	require.NoError(t, err)
	require.Contains(t, string(now), `	// first is documented.
	// +checklocks:mu
	first int
	// +checklocks:mu
	a, b  int
	c, d  int
	// +checklocks:mu
	*base
	// +checklocks:mu
	done int // once
	// +checklocks:mu
	known int
	late  int // +checklocks:mu
	// +checklocks:mu
	x     int; y int
	inner struct {
		lock sync.Mutex
		// +checklocks:lock
		z    int
	}
`, "a file that gofmt would change keeps its form")
	again, _, err := load(t, dir, inf).Patch()
	require.NoError(t, err)
	require.Empty(t, again)
}

// From both sides, a field is annotated with a lock that both name.
func TestSides(t *testing.T) {
	dir := write(t, map[string]string{"t.go": "package odd\n\nimport \"sync\"\n\n" +
		"type T struct {\n\tmu sync.Mutex\n\ta  int\n\tb  int\n}\n"})
	inf := atomicsets.Beside(
		atomicsets.Inference{Sets: []atomicsets.Set{{Class: "odd.T", Lock: "mu", Fields: []string{"a", "b"}}}},
		atomicsets.Inference{Sets: []atomicsets.Set{{Class: "odd.T", Fields: []string{"b"}}}},
	)
	s := load(t, dir, inf)
	text, err := s.Structs()
	require.NoError(t, err)
	require.Contains(t, text, "\tb  int // atomic set {a, b} under mu (paths only); atomic set {b} (runs only)\n")
	patch, leftOut, err := s.Patch()
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(patch, "\n+\t// +checklocks:mu\n"))
	require.Equal(t, []string{"t.go:8: b of T: it is in several sets, or from several sides, and not all name one lock"},
		leftOut)
	apply(t, dir, patch)
}

// Each hunk says where it begins in both texts, also behind one with several changes: git looks there
// first.
func TestUnifiedPlaces(t *testing.T) {
	var old, now []string
	for n := range 40 {
		line := fmt.Sprintf("line %d\n", n)
		switch old = append(old, line); n {
		case 5, 7, 9, 20, 33, 35:
			now = append(now, "more\n", line)
		case 22, 23:
		default:
			now = append(now, line)
		}
	}
	hunks := 0
	from, to := 0, 0 // the next lines of both
	for _, line := range strings.SplitAfter(unified("x.go", strings.Join(old, ""), strings.Join(now, "")), "\n")[2:] {
		switch {
		case line == "":
		case line[0] == '@':
			var n, m int
			_, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from, &n, &to, &m)
			require.NoError(t, err)
			hunks++
		default:
			if line[0] != '+' {
				require.Equal(t, old[from-1], line[1:])
				from++
			}
			if line[0] != '-' {
				require.Equal(t, now[to-1], line[1:])
				to++
			}
		}
	}
	require.Equal(t, 3, hunks)
}
