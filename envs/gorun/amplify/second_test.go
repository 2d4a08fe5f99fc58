package amplify_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

func load(t *testing.T, dir string, patterns ...string) *gosrc.Program {
	t.Helper()
	p, err := gosrc.Load(t.Context(), gosrc.Config{Dir: dir, Patterns: patterns, Tests: true, KeepSyntax: true})
	require.NoError(t, err)
	require.Empty(t, p.Errors)
	return p
}

// called is the number of a function, by its name.
func called(t *testing.T, p *gosrc.Program, name string) envs.FuncID {
	t.Helper()
	for _, id := range p.Roots() {
		if p.Knows().Packages.Short(p.Func(id).Name) == name {
			return id
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

func seconds(p *gosrc.Program, pairs []amplify.Pair) (list []string) {
	for _, pair := range pairs {
		list = append(list, p.Knows().Packages.Short(p.Func(pair.Second).Name))
	}
	return list
}

// overlaid writes files for the go command's -overlay, and gives the name of the file that says so.
func overlaid(t *testing.T, files map[string][]byte) string {
	dir, replace := t.TempDir(), map[string]string{}
	for name, text := range files {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replace), filepath.Base(name)))
		require.NoError(t, os.WriteFile(to, text, 0o666))
		replace[name] = to
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	name := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(name, text, 0o666))
	return name
}

var lines = regexp.MustCompile(`\d+ lines`)

func TestPairs(t *testing.T) {
	p := load(t, "testdata/shop")
	take := called(t, p, "(*shop.Stock).Take")
	pairs := amplify.Pairs(p, take)
	require.Equal(t, []amplify.Pair{
		{Func: take, Second: take,
			Why: "the same call at the same time: (*Stock).Take writes elements of map[string]int"},
		{Func: take, Second: called(t, p, "(*shop.Stock).Put"),
			Why: "(*Stock).Put writes elements of map[string]int, which (*Stock).Take accesses"},
	}, pairs)
	for name, want := range map[string][]string{
		"shop.Count":          {"shop.Count", "shop.Uncount"},
		"(*shop.Shelf).Fill":  {"(*shop.Shelf).Fill", "(*shop.Shelf).Clear"},
		"(*shop.Lines).Write": {"(*shop.Lines).Write", "(*shop.Lines).Flush", "(*shop.Lines).flush"},
	} {
		require.Equal(t, want, seconds(p, amplify.Pairs(p, called(t, p, name))))
	}
	for name, want := range map[string]string{
		"(*shop.Lines).flush": "it may want a lock to be held, as (*shop.Lines).Flush, ",
		"(*shop.Ledger).post": "it gives back a lock that its caller has to hold",
	} {
		pairs := amplify.Pairs(p, called(t, p, name))
		last := pairs[len(pairs)-1]
		require.Equal(t, called(t, p, name), last.Second)
		require.Contains(t, last.Why, want)
		require.True(t, last.Doubtful)
		require.False(t, pairs[0].Doubtful)
	}
	literal := called(t, p, "(*shop.Lines).Flush$1")
	require.Equal(t, called(t, p, "(*shop.Lines).Flush"), amplify.Pairs(p, literal)[0].Func)
}

// shapes are the functions of testdata/shop that can have a second thread, by the tests that call them.
var shapes = map[string][]string{
	"TestShapes": {
		"(*shop.Journal).Unnamed", "(*shop.Journal).Blank", "(*shop.Journal).All", "(*shop.Journal).Empty",
		"(*shop.Journal).From", "(*shop.Journal).Tell", "(shop.Line).Write", "(*shop.Line).Rewrite", "shop.Count",
		"shop.Uncount", "(*shop.Journal).add", "shop.helper", "(*shop.Shelf).Fill", "(*shop.Lines).Write",
	},
	"TestOutside": {"shop_test.fill"},
}

// TestSecond gives each function a second thread, and wants the second function to be called once more, in each mode.
func TestSecond(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	p := load(t, "testdata/shop")
	var pairs []amplify.Pair
	tests := map[int]string{}
	for test, list := range shapes {
		for _, name := range list {
			for _, pair := range amplify.Pairs(p, called(t, p, name)) {
				tests[len(pairs)] = test
				pairs = append(pairs, pair)
			}
		}
	}
	files, refused, err := amplify.Second(t.Context(), p, pairs, amplify.Config{})
	require.NoError(t, err)
	for _, r := range refused {
		require.Contains(t, r.Reason, "no type of package shop is known to implement example.com/shop.Secret")
		delete(tests, r.Number)
	}
	require.Greater(t, len(tests), 40)
	for name, text := range files {
		if old, err := os.ReadFile(name); err == nil {
			require.Equal(t, bytes.Count(old, []byte("\n")), bytes.Count(text, []byte("\n")), "lines stay where they are")
		} else {
			require.Contains(t, filepath.Base(name), "zz_parallax_amplify")
		}
	}
	dir, err := filepath.Abs("testdata/shop")
	require.NoError(t, err)
	binary := filepath.Join(t.TempDir(), "shop.test")
	cmd := exec.Command("go", "test", "-c", "-overlay="+overlaid(t, files), "-o", binary)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	run := func(test, env string) string {
		cmd := exec.Command(binary, "-test.v", "-test.run=^"+test+"$")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), env)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", env, out)
		return lines.FindString(string(out))
	}
	usual := map[string]string{}
	for test := range shapes {
		usual[test] = run(test, "NOTHING=")
		require.NotEmpty(t, usual[test])
	}
	silent := []string{"Empty", "Count", "Uncount", "Fill", "Clear", "flush", "Flush"} // they add no lines
	for i, test := range tests {
		name := p.SSA(pairs[i].Second).Name()
		for _, mode := range []amplify.Mode{amplify.Before, amplify.Beside, amplify.After} {
			got := run(test, amplify.Env(i, 1, mode))
			require.Equal(t, !slices.Contains(silent, name), got != usual[test], "%s %s", name, mode)
			require.Equal(t, usual[test], run(test, amplify.Env(i, 100, mode)), "there are not as many calls")
			if name == "add" || name == "Unnamed" { // also where the second function calls the first one
				require.Equal(t, number(usual[test])+1, number(got), "%s %s", name, mode)
			}
		}
	}
}

func number(lines string) int {
	var n int
	fmt.Sscan(lines, &n)
	return n
}

// TestRefused wants a reason for each pair that cannot be.
func TestRefused(t *testing.T) {
	p := load(t, "testdata/shop")
	add, tell := called(t, p, "(*shop.Journal).add"), called(t, p, "(*shop.Journal).Tell")
	line, count := called(t, p, "(*shop.Line).Rewrite"), called(t, p, "shop.Count")
	for reason, pair := range map[string][2]envs.FuncID{
		`^\(\*shop.Box\[T any\]\)\.Set: it is generic$|^.*Set: it is generic$`: {called(t, p, "(*shop.Box[T]).Set"), add},
		`^\(\*Journal\)\.Tell cannot be called: no type of package shop`:       {add, tell},
		`^\(\*Journal\)\.add is passed no \*Line$`:                             {add, line},
		`^Count is passed no \*Journal$`:                                       {count, add},
		`^.*init.*: nobody has written it`:                                     {called(t, p, "shop.init"), add},
		`are of two packages$`:                                                 {called(t, p, "shop_test.fill"), add},
	} {
		files, refused, err := amplify.Second(t.Context(), p, []amplify.Pair{{Func: pair[0], Second: pair[1]}},
			amplify.Config{})
		require.NoError(t, err)
		require.Len(t, refused, 1)
		require.Regexp(t, reason, refused[0].Reason)
		require.Empty(t, files)
	}
}

// TestStandard has a package of the standard library, of which the go command replaces files, too, and those that hooks
// need themselves.
func TestStandard(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	p := load(t, ".", "expvar", "sync")
	set := called(t, p, "(*expvar.Map).Set")
	pairs := amplify.Pairs(p, set)
	require.Contains(t, seconds(p, pairs), "(*expvar.Map).Delete")
	once := called(t, p, "(*sync.Once).Do")
	files, refused, err := amplify.Second(t.Context(), p, append(pairs, amplify.Pair{Func: once, Second: once}),
		amplify.Config{})
	require.NoError(t, err)
	require.Equal(t, []amplify.Refused{{Number: len(pairs), Reason: "what a hook needs imports package sync"}}, refused)
	cmd := exec.Command("go", "test", "-overlay="+overlaid(t, files), "expvar")
	cmd.Env = append(os.Environ(), amplify.Env(slices.Index(seconds(p, pairs), "(*expvar.Map).Delete"), 1, amplify.Beside))
	out, err := cmd.CombinedOutput()
	require.Error(t, err, "a key is deleted that a test has set")
	require.Contains(t, string(out), "--- FAIL: TestMap")
}
