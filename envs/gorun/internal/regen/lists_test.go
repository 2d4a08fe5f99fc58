package regen

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	lists    = flag.Bool("regen.lists", false, "compare what runs in packages of the standard library and in modules")
	listsStd = flag.String("regen.std", "bufio,container/list,context,encoding/csv,html/template,math/big,net/url,regexp,"+
		"strconv,text/tabwriter", "comma-separated packages of the standard library that TestLists compares")
	listsMods = flag.String("regen.modules", "github.com/google/btree@v1.1.3,github.com/google/uuid@v1.6.0,"+
		"github.com/gorilla/mux@v1.8.1,github.com/pkg/errors@v0.9.1,golang.org/x/sync@v0.24.0",
		"comma-separated modules that TestLists compares")
)

// TestLists compares the tests, benchmarks and examples that run, and how they end, natively and regenerated, in ten
// packages of the standard library and five modules. It needs the module proxy:
//
//	go test -run TestLists -v -regen.lists
func TestLists(t *testing.T) {
	if !*lists {
		t.Skip("runs the tests of fifteen packages twice, which takes two minutes: asked for with -regen.lists")
	}
	t.Run("std", func(t *testing.T) { compareLists(t, "", split(*listsStd)...) })
	for _, m := range split(*listsMods) {
		t.Run(m, func(t *testing.T) {
			t.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=mod"))
			compareLists(t, fetch(t, m), "./...")
		})
	}
}

func split(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == ',' }) }

// compareLists compares what runs natively and regenerated in packages. Each of them runs something.
func compareLists(t *testing.T, dir string, patterns ...string) {
	overlay, res := overlaid(t, dir, patterns...)
	for _, c := range res.Packages {
		t.Logf("%s: %d of %d functions", c.Package, c.Written, c.Functions)
	}
	for _, k := range res.Kept {
		t.Log(k)
	}
	flags := append([]string{"-short", "-bench=.", "-benchtime=1x"}, patterns...)
	want := ran(t, dir, flags...)
	got := ran(t, dir, append([]string{overlay}, flags...)...)
	counts := map[string]int{}
	for _, line := range want {
		if m := listed.FindStringSubmatch(line); m != nil {
			counts[m[1]]++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%d of %s", counts[kind], kind)
	}
	require.Positive(t, counts["Test"])
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("only natively: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("only regenerated: %s", line)
		}
	}
}

var listed = regexp.MustCompile(` (Test|Benchmark|Example|Fuzz)[^ ]* run$`)

// fetch copies a module out of the module cache, in which the go command replaces no files, and returns the copy's
// folder.
func fetch(t *testing.T, module string) string {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) []byte {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		require.NoError(t, err, "go %s: %s", strings.Join(args, " "), out)
		return out
	}
	var info struct{ Path, Dir, Error string }
	require.NoError(t, json.Unmarshal(run("mod", "download", "-json", module), &info))
	dir = filepath.Join(dir, "copy")
	require.NoError(t, os.CopyFS(dir, os.DirFS(info.Dir)))
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); os.IsNotExist(err) {
		run("mod", "init", info.Path)
	}
	return dir
}
