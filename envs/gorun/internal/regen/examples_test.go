package regen

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ran lists what "go test" says that it ran, with what became of it, in the order of names.
func ran(t *testing.T, dir string, flags ...string) []string {
	t.Helper()
	var wrong bytes.Buffer
	cmd := exec.Command("go", append([]string{"test", "-json", "-vet=off"}, flags...)...)
	cmd.Dir, cmd.Stderr = dir, &wrong
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	var list []string
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Package, Test, Output string }
		if err := dec.Decode(&e); err == io.EOF {
			break
		} else {
			require.NoError(t, err, "%s\n%s", out, wrong.String())
		}
		require.NotEqual(t, "build-fail", e.Action, "%s\n%s", out, wrong.String())
		switch {
		case e.Action == "run", e.Action == "pass", e.Action == "fail", e.Action == "skip":
			list = append(list, strings.Join([]string{e.Package, e.Test, e.Action}, " "))
		case e.Action == "output" && strings.HasPrefix(e.Output, "Benchmark"): // -bench alone tells no more
			name, _, _ := strings.Cut(strings.Fields(e.Output)[0], "-")
			list = append(list, e.Package+" "+name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// overlaid regenerates packages with their tests and returns the flag for the go command, and how much was written.
func overlaid(t *testing.T, dir string, patterns ...string) (string, *Result) {
	t.Helper()
	prog, pkgs, err := Load(dir, true, patterns...)
	require.NoError(t, err)
	res, err := Regenerate(prog, pkgs, Options{})
	require.NoError(t, err)
	file, err := res.WriteOverlay(t.TempDir())
	require.NoError(t, err)
	return "-overlay=" + file, res
}

const ranCode = `a.go:package m

func F() int { return 1 }
`

const ranTests = `a_test.go:package m

import (
	"fmt"
	"runtime"
	"testing"
)

func TestF(t *testing.T) { t.Run("sub", func(t *testing.T) { F() }) }

func TestSkip(t *testing.T) { t.Skip() }

func BenchmarkF(b *testing.B) {
	for b.Loop() {
		F()
	}
}

func FuzzF(f *testing.F) {
	f.Add(3)
	f.Add(4)
	f.Fuzz(func(t *testing.T, n int) {
		if n == 4 {
			t.Error("four")
		}
	})
}

func ExampleF() {
	fmt.Println(F())
	// Output: 2
}

// This one is only compiled.
func ExampleF_compiled() { fmt.Println(F()) }

func ExampleF_none() {
	// Output:
}

func ExampleF_long() {
	fmt.Println("a")

	fmt.Println("b")
	// There are lines.

	// Output:
	// a
	// b

}

func ExampleF_behind() {
	fmt.Println("a") // OUTPUT: a
}

func ExampleF_followed() {
	// Output: a
	fmt.Println("a")
}

func ExampleF_block() { fmt.Println("a") /* Output: a */ }

func ExampleF_unordered() {
	for _, s := range []string{"x", "y"} {
		defer fmt.Println(s)
	}
	// unordered output: x
	// y
}

func ExampleF_notLast() {
	// Output: a
	fmt.Println("a")
	// The end.
}

func TestHere(t *testing.T) {
	_, _, line, _ := runtime.Caller(0)
	t.Run(fmt.Sprint("line", line), func(t *testing.T) {})
}

func ExampleF_panics() {
	var p *int
	fmt.Println(*p)
	// Output: a
}
`

const ranOutside = `b_test.go:package m_test

import (
	"fmt"
	"path"
	"runtime"
	"testing"

	"example.org/m"
)

func Example() {
	fmt.Println(m.F())
	// Output: 3
}

//line elsewhere.y:40
func Example_line() {
	fmt.Println(m.F())
	// Output:
	// 1
}

func Example_local() {
	type fmts struct{ int }
	type string int
	{
		type string float64
		fmt.Println(string(1), fmts{m.F()})
	}
	// Output: 1 {1}
}

func TestLine(t *testing.T) {
	_, file, line, _ := runtime.Caller(0)
	t.Run(fmt.Sprint(path.Base(file), line), func(t *testing.T) {})
}
`

// TestExamples compares what runs and how it ends, natively and regenerated: examples of all forms, some of which fail,
// tests and their parts, benchmarks and seeds of fuzz tests.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	panics := strings.Index(ranTests, "\nfunc ExampleF_panics")
	for _, tests := range []string{ranTests[:panics], ranTests} {
		dir := module(t, ranCode, tests, ranOutside)
		overlay, res := overlaid(t, dir, ".")
		require.Empty(t, res.Kept)
		flags := []string{"-bench=.", "-benchtime=1x", "."}
		want := ran(t, dir, flags...)
		require.Equal(t, want, ran(t, dir, append([]string{overlay}, flags...)...))
		for _, line := range []string{"ExampleF fail", "FuzzF/seed#1 fail"} {
			require.Contains(t, want, "example.org/m "+line)
		}
	}
	dir := module(t, ranCode, ranTests[:panics], ranOutside)
	overlay, _ := overlaid(t, dir, ".")
	want := ran(t, dir, ".")
	require.Equal(t, want, ran(t, dir, overlay, "."))
	for _, line := range []string{
		"Example fail", "Example_line pass", "Example_local pass", "ExampleF_long pass", "ExampleF_followed pass",
		"ExampleF_unordered pass", "ExampleF_block pass", "ExampleF_behind pass", "ExampleF_none pass",
		"TestF/sub pass", "TestSkip skip", "TestLine/elsewhere.y57 pass", "TestHere/line79 pass",
	} {
		require.Contains(t, want, "example.org/m "+line)
	}
	require.NotContains(t, want, "example.org/m ExampleF_notLast run")
}
