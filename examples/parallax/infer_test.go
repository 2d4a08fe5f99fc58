package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/atomicsets"
	"github.com/seed38182bad/parallax/examples/driver"
)

const figures = "../atomicsets/testdata/module"

// An outcome is what an invocation left behind.
type outcome struct {
	status      int
	out, stderr string
}

func do(t *testing.T, args ...string) outcome {
	t.Helper()
	return doWith(t, command(), args...)
}

func doWith(t *testing.T, c driver.Command, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	status := driver.Run(t.Context(), c, args, strings.NewReader(""), &out, &errs)
	return outcome{status, out.String(), errs.String()}
}

func infers(t *testing.T, args ...string) outcome {
	t.Helper()
	return do(t, append([]string{"infer"}, args...)...)
}

// result is what JSON has of inferences.
type result struct {
	Informs  []string
	Inferred []inferred
}

func (o outcome) decode(t *testing.T) (x result) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(o.out), &x), o.out)
	return x
}

func TestInferList(t *testing.T) {
	o := infers(t, "-C", figures, "./...")
	require.Equal(t, 0, o.status, o.stderr)
	require.Equal(t, `Inferred over all paths of ./...
  atomic set main.DownloadManager {done} under mu
      by (*main.DownloadManager).DownloadNext
  atomic set main.Gate {seen} under mu
      by (*main.Gate).Pass
  atomic set main.List {entries, length} under mu
      by (*main.List).Add, (*main.List).AddAll, (*main.List).Get, (*main.List).Remove
  atomic set main.Pair {y, z} under mu
      by (*main.Pair).Whole
  (*main.List).AddAll is a unit of work for main.List {entries, length} of other

4 sets, 0 aliases, 1 unit of work for parameters, 22 functions. What this rests on: -v.
`, o.out)
	require.Contains(t, infers(t, "-v", "-C", figures, "./...").out, "What the result rests on")
}

// Both sides are laid beside each other, and runs add up.
func TestInferFromBothSides(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	o := infers(t, "-static", "-runs", "2", "-C", figures, "-run", ".")
	require.Equal(t, 0, o.status, o.stderr)
	for _, line := range []string{
		"Inferred over all paths and from 2 runs of .\n",
		"  atomic set main.DownloadManager {done} under mu (paths only)\n",
		"  atomic set main.DownloadManager {done, urls} under mu (runs only)\n",
		"  atomic set main.List {entries, length} under mu\n",
		"  the set of main.DownloadManager.urls is one with main.List {entries, length} (runs only)\n",
		"(of all these 2 on paths only, 4 in runs only), 22 functions, 2 runs with ",
	} {
		require.Contains(t, o.out, line)
	}
	x := infers(t, "-static", "-as", "json", "-C", figures, "-run", ".").decode(t)
	require.Len(t, x.Inferred, 1)
	require.Equal(t, []atomicsets.Side{atomicsets.Paths, atomicsets.Runs}, x.Inferred[0].On)
	require.Len(t, x.Inferred[0].Sets, 6)
	require.Equal(t, []string{atomicsets.Name}, x.Informs)
	x = infers(t, "-json", "-C", figures, ".").decode(t)
	require.Equal(t, []atomicsets.Side{atomicsets.Paths}, x.Inferred[0].On)
	require.Nil(t, x.Inferred[0].Sets[0].Sides, "one side was asked")
}

// The tests of packages are runs, and with -static tests are looked at, too.
func TestInferFromTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	o := infers(t, "-static", "-C", "../gallery", "-test", "./tornread/...")
	require.Equal(t, 0, o.status, o.stderr)
	require.Contains(t, o.out, "  atomic set tornread.Span {high, low} under mu\n      by (*tornread.Span).Set, "+
		"tornread.TestString$2\n")
	require.Contains(t, o.out, "  atomic set fixed.Span {high, low} under mu\n")
	require.Regexp(t, `, 2 runs with \d+ events`, o.out)
}

// What one run shows is no set if another one shows that others come between.
func TestInferConsolidates(t *testing.T) {
	one := infers(t, "-run", "-runs", "1", "-seed", "1", "../driver/testdata/halves.plx")
	all := infers(t, "-run", "../driver/testdata/halves.plx")
	require.Contains(t, all.out, "atomic set Pair {n, right}\n")
	require.Equal(t, 1, strings.Count(all.out, "atomic set"), "of 100 runs")
	require.Contains(t, one.out, "atomic set Pair {left, n, right}\n", "of one run")
	// So it is with the other verbs.
	o := do(t, "test", "-checker", "atomicsets", "../driver/testdata/halves.plx")
	require.Equal(t, 0, o.status, o.stderr)
	require.Regexp(t, `\n1 inferred, `, o.out)
	o = do(t, "compare", "-checker", "atomicsets", "../driver/testdata/halves.plx")
	require.Contains(t, o.out, "1 inferred, ")
}

// What the command prints as a patch is applied as it is, and then nothing is left to do.
func TestInferPatch(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(figures)))
	o := infers(t, "-as", "patch", "-C", dir, "./...")
	require.Equal(t, 0, o.status, o.stderr)
	require.Contains(t, o.out, "# Inferred over all paths of ./...: 4 sets, 0 aliases, 1 unit of work for "+
		"parameters.\n# Not annotated:\n# more.go:40: open, seen of Gate:")
	for _, c := range [][]string{{"git", "apply", "-"}, {"go", "vet", "./..."}, {"gofmt", "-l", "."}} {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(o.out)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Empty(t, string(out), c)
	}
	list, err := os.ReadFile(dir + "/list.go")
	require.NoError(t, err)
	require.Contains(t, string(list), "\t// +checklocks:mu\n\tlength int\n\t// +checklocks:mu\n\tentries []string\n")
	require.NotContains(t, infers(t, "-as", "patch", "-C", dir, "./...").out, "+++")

	o = infers(t, "-as", "go", "-C", dir, "./...")
	require.Contains(t, o.out, "// Inferred over all paths of ./...: 4 sets, 0 aliases, 1 unit of work for "+
		"parameters.\n\npackage main // figures\n")
	require.Contains(t, o.out, "\tz int // atomic set {y, z} under mu\n}\n")
}

func TestInferErrors(t *testing.T) {
	for _, c := range []struct{ args, stderr string }{
		{"-as x ../driver/testdata/clean.plx", "infer: -as x: want list, go, patch or json"},
		{"-as go ../driver/testdata/clean.plx", "infer: ../driver/testdata/clean.plx has no declarations that can be " +
			"written to: -as go is for Go packages"},
		{"-json -as go ../driver/testdata/clean.plx", "infer: -json is short for -as json, not for -as go"},
		{"-test -run ../driver/testdata/clean.plx", "infer: -test and -run exclude each other"},
		{"-runs -1 ../driver/testdata/clean.plx", "infer: -runs -1: it is a number of runs, or 0"},
		{"../driver/testdata/clean.plx -- x", "infer: what stands behind -- is for -test, or -run"},
		{"", "infer: name what to look at"},
		{"-test ./../driver/testdata/good", "none of the packages has tests"},
		{"-checker stale x", "flag provided but not defined: -checker"},
	} {
		o := infers(t, strings.Fields(c.args)...)
		require.Equal(t, 2, o.status, c.args)
		require.Contains(t, o.stderr+o.out, c.stderr, c.args)
	}
	none := driver.Command{Checkers: checkers()}
	require.Contains(t, doWith(t, none, "infer", "x").stderr, `there is no verb "infer"`, "which nobody handed over")
	require.NotContains(t, doWith(t, none, "help").out, "infer what")
	help := do(t, "help", "infer")
	require.Equal(t, 0, help.status)
	require.Contains(t, help.out, "-as form")
	require.Contains(t, help.out, "-runs often")
}

// The verb knows the flags of the checker that it runs, and no others.
func TestInferFlags(t *testing.T) {
	o := infers(t, "-h")
	require.Equal(t, 0, o.status)
	require.Contains(t, o.out, "-static")
	require.NotContains(t, o.out, "stale")
	o = infers(t, "-stale.plain", "../driver/testdata/halves.plx")
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "-stale.plain")
}

// Where there is nothing to run, it is said which command runs what there may be.
func TestInferInstead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/m\n\ngo 1.26\n", "lib.go": "package lib\n",
		"cmd/main.go": "package main\n\nfunc main() {}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	o := infers(t, "-run", "-C", dir, ".")
	require.Contains(t, o.stderr, "is a main package: name one, or run the tests (parallax infer -test)")
	o = infers(t, "-test", "-C", dir, "./cmd")
	require.Contains(t, o.stderr, "has tests: name one, or run a main package (parallax infer -run)")
}
