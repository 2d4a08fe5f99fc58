package amplify_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// written are tests of a function with each of its pairs, for some seeds.
func written(t *testing.T, p *gosrc.Program, files map[string][]byte, fn, name string, seeds int) {
	t.Helper()
	for i, pair := range amplify.Pairs(p, called(t, p, fn)) {
		for seed := range seeds {
			opts := amplify.Options{
				Name: fmt.Sprintf("%s%dn%d", name, i, seed), Comment: "It is about\n" + fn + ".", Seed: seed, Threads: 2 + seed%2,
			}
			file, text, err := amplify.Test(p, pair, opts)
			if p.SSA(pair.Second).Name() == "Tell" {
				require.ErrorContains(t, err, "no type of package shop is known to implement example.com/shop.Secret")
				continue
			}
			require.NoError(t, err)
			_, again, err := amplify.Test(p, pair, opts)
			require.NoError(t, err)
			require.Equal(t, string(text), string(again))
			require.NotContains(t, files, file)
			files[file] = text
		}
	}
}

// TestWritten compiles tests of functions of all shapes, and executes them natively.
func TestWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	p := load(t, "testdata/shop")
	files := map[string][]byte{}
	for _, fn := range append(shapes["TestShapes"], "(*shop.Store).Take", "(*shop.Tree).Grow") {
		if fn == "shop.helper" || fn == "(*shop.Journal).Tell" { // of a test, and impossible
			continue
		}
		written(t, p, files, fn, strings.NewReplacer("(", "", ")", "", "*", "", "shop.", "Of", ".", "").Replace(fn), 2)
	}
	dir := copied(t, "testdata/shop", files)
	cmd := exec.Command("go", "test", "-v", "-run=TestParallax")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	text := string(out)
	require.Greater(t, strings.Count(text, "--- PASS"), 50)
	// Package variables are changed, and a zero value has no map.
	reasons := map[string]bool{}
	for _, m := range skipped.FindAllStringSubmatch(text, -1) {
		reasons[m[1]+" "+m[2]] = true
	}
	require.Equal(t, strings.Count(text, "--- SKIP"), len(skipped.FindAllString(text, -1)))
	require.Contains(t, reasons, "Count and then to")
	require.Contains(t, reasons, "Uncount and then to")
	for reason := range reasons {
		require.Regexp(t, "and then to$|^(LineWrite|LineRewrite|LinesWrite|StoreTake|TreeGrow) panics", reason)
	}
}

var skipped = regexp.MustCompile(
	`=== RUN   TestParallaxOf([A-Za-z]+)\dn\d\n    parallax_\w+_test.go:\d+: ` +
		`[^=]*?(and then to|panics: runtime error)[^=]*--- SKIP`)

// TestWrittenControlled wants the defect to be found, and all schedules of the correct twin to pass.
func TestWrittenControlled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	p := load(t, "testdata/shop")
	files := map[string][]byte{}
	written(t, p, files, "(*shop.Stock).Take", "Stock", 6)
	written(t, p, files, "(*shop.Store).Take", "Store", 6)
	dir := copied(t, "testdata/shop", files)
	failing := map[string]int{}
	for _, x := range explored(t, dir, nil, control.Options{
		Run: "^TestParallaxStock", Executions: 200, Failures: 200, Memory: true,
	}) {
		if x.Ends["fail"] > 0 {
			failing[x.Name] = x.Ends["fail"]
			require.Contains(t, x.Shown[len(x.Shown)-1].Text, "what no serial order comes to")
		}
	}
	t.Log(failing)
	require.NotEmpty(t, failing)
	all := explored(t, dir, nil, control.Options{
		Run: "^TestParallaxSto", Executions: 2000, Failures: 2000, Strategy: "dpor", Preemptions: -1, Memory: true,
	})
	require.Len(t, all, 24)
	skipped := 0
	for _, x := range all {
		if x.Ends["skip"] > 0 { // the map of a zero value is nil
			skipped++
			continue
		}
		require.True(t, x.Complete, "%s: %s", x.Name, x.Why)
		if strings.Contains(x.Name, "Store") || failing[x.Name] == 0 {
			require.Equal(t, x.Executions, x.Ends["pass"]+x.Redundant, x.Name)
		} else {
			require.NotZero(t, x.Ends["fail"], x.Name)
		}
	}
	require.Less(t, skipped, len(all)/4)
}

func TestWrittenErrors(t *testing.T) {
	p := load(t, "testdata/shop")
	take := called(t, p, "(*shop.Stock).Take")
	pair := amplify.Pair{Func: take, Second: take}
	_, _, err := amplify.Test(p, pair, amplify.Options{})
	require.ErrorContains(t, err, `"" is no name for a test`)
	_, _, err = amplify.Test(p, pair, amplify.Options{Name: "a b"})
	require.ErrorContains(t, err, `"a b" is no name for a test`)
	helper := called(t, p, "shop.helper")
	_, _, err = amplify.Test(p, amplify.Pair{Func: helper, Second: helper}, amplify.Options{Name: "X"})
	require.ErrorContains(t, err, "they must be of one package, and of no test file")
	box := called(t, p, "(*shop.Box[T]).Set")
	_, _, err = amplify.Test(p, amplify.Pair{Func: box, Second: box}, amplify.Options{Name: "X"})
	require.ErrorContains(t, err, "it is generic")
	_, err = os.Stat("testdata/shop/parallax_x_test.go")
	require.ErrorIs(t, err, os.ErrNotExist)
}
