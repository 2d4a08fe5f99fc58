package gosrc

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// module writes files, by path, into a module m and loads it.
func module(t *testing.T, cfg Config, files map[string]string) *Program {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	for path, text := range files {
		sub := filepath.Join(dir, filepath.Dir(path))
		require.NoError(t, os.MkdirAll(sub, 0o777))
		write(t, sub, filepath.Base(path), text)
	}
	cfg.Dir = dir
	p, err := Load(context.Background(), cfg)
	require.NoError(t, err)
	require.Empty(t, p.Errors)
	return p
}

// knowsLength reports whether a function that returns an element of a package variable knows the length of that, 9.
func (p *Program) knowsLength(t *testing.T, fn string) bool {
	return strings.Contains(p.told(t, fn), ") = 9")
}

const tableSource = `package p

var Table = make([]int, 9)

func Get(i int) int { return Table[i] }
`

func TestLengthOfVariable(t *testing.T) {
	p := module(t, Config{Patterns: []string{"./..."}}, map[string]string{"p/p.go": tableSource})
	require.True(t, p.knowsLength(t, "m/p.Get"))
}

// What is shown of p is p as it is compiled for its test, and q assigns the variable of p as it is.
func TestVariableOfCopyIsAssigned(t *testing.T) {
	p := module(t, Config{Patterns: []string{"./..."}, Tests: true}, map[string]string{
		"p/p.go":      tableSource,
		"p/p_test.go": "package p\n",
		"q/q.go":      "package q\n\nimport \"m/p\"\n\nfunc Cut() { p.Table = p.Table[:3] }\n",
	})
	require.False(t, p.knowsLength(t, "m/p.Get"))
}

// No call leads to q.Cut, whose body is not kept, and q.index is called by what is not kept.
func TestVariableIsAssignedInRest(t *testing.T) {
	p := module(t, Config{Patterns: []string{".", "./p"}, Deps: true}, map[string]string{
		"p/p.go": tableSource,
		"q/q.go": `package q

import "m/p"

func index(a []int, i int) int { return a[i] }

func Near() int { return index(make([]int, 2), 1) }
func Far() int { return index(make([]int, 2), 7) }
func Cut() int { p.Table = nil; return 0 }
`,
		"main.go": `package main

import "m/q"

var do = map[string]func() int{"far": q.Far, "cut": q.Cut}

func main() { println(q.Near(), do["far"](), do["cut"]()) }
`,
	})
	require.False(t, p.knowsLength(t, "m/p.Get"))
	require.False(t, p.Knows().Closed(p.fn(t, "m/q.index").ID))
}

// Each of the calls by which a variable is initialised leads to a method that is not mentioned, so what follows may
// be read before it is assigned.
func TestVariableIsReadBeforeItIsAssigned(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	for _, call := range []string{
		"fmt.Sprint(T{})",
		"fmt.Sprint([]any{T{}}...)",
		"q.Do(&q.Work{Text: T{}})",
		"q.Be(T{})",
	} {
		p := module(t, Config{Patterns: []string{"."}}, map[string]string{
			"main.go": `package main

import (
	"fmt"

	"m/q"
)

type T struct{}

func (T) String() string { return fmt.Sprint(Get(5)) }

var _ fmt.Stringer
var _ q.Work

var text = ` + call + `

var table = make([]int, 9)

func Get(i int) int { return table[i] }

func main() { println(text) }
`,
			"q/q.go": `package q

import "fmt"

type Work struct{ Text fmt.Stringer }

func Do(w *Work) string { return w.Text.String() }
func Be[T fmt.Stringer](t T) string { return t.String() }
`,
		})
		require.False(t, p.knowsLength(t, "m.Get"), call)
	}
}
