package driver

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestSuppressionMatches(t *testing.T) {
	f := &envs.Finding{
		Checker: "stale", Kind: "stale-value", Func: "(*example.com/x/bank.Account).Add",
		Pos:   envs.Position{File: "bank/account.go", Line: 12, Col: 3},
		Cause: envs.Position{File: "bank/account.go", Line: 10, Col: 3},
		Also:  []envs.Position{{File: "bank/other.go", Line: 99, Col: 1}},
	}
	for _, c := range []struct {
		line string
		want bool
	}{
		{"stale stale-value (*example.com/x/bank.Account).Add", true},
		{"stale stale-value (*bank.Account).Add", true},
		{"stale stale-value (*bank.Account)...", true},
		{"stale ... (*example.com/x/...", true},
		{"... ... ...", true},
		{"stale stale-value bank/account.go", true},
		{"stale stale-value bank/...", true},
		{"stale stale-value bank/account.go:12", true},
		{"stale stale-value bank/account.go:10", true},
		{"stale stale-value bank/other.go:99", true},
		{"stale stale-value bank/account.go:1", false},
		{"stale stale-value account.go", false},
		{"stale stale-value (*bank.Account).Ad", false},
		{"stale stale-value bankXaccountXgo", false},
		{"stale other (*bank.Account).Add", false},
		{"eraser stale-value (*bank.Account).Add", false},
	} {
		entries, problems := parseLines("file", c.line+" # why", nil, parseSuppression)
		s := &suppressions{file: "file", entries: entries}
		require.Empty(t, problems, c.line)
		require.Equal(t, c.want, firstOf(entries, f) != nil, c.line)
		require.Equal(t, c.want, len(s.unused(nil, true, nil)) == 0, c.line)
	}
}

func TestSuppressionFile(t *testing.T) {
	const text = `# a comment
stale stale-value inc  # one thread only

stale stale-value
stale stale-value peek
stale stale-value nobody #  gone
stale stale-value peek#1 # not a comment in a name
`
	file := filepath.Join(t.TempDir(), "suppressions")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	o := do(t, "check", "-json", "-suppress", file, "testdata/stale.plx")
	x := o.decode(t)
	require.Equal(t, 2, x.Status)
	require.Len(t, x.Findings, 2, "suppressed findings are kept")
	reasons := map[string]string{}
	for _, f := range x.Findings {
		reasons[f.Func] = f.Suppressed
	}
	require.Equal(t, map[string]string{"inc": "one thread only", "peek": ""}, reasons)
	var lines []int
	for _, e := range x.Errors {
		require.Equal(t, filepath.ToSlash(file), e.Pos.File)
		lines = append(lines, e.Pos.Line)
	}
	require.Equal(t, []int{4, 5, 6, 7}, lines, "two columns, no reason, and two that match nothing")
	require.Contains(t, x.Errors[0].Message, "2 columns, want 3")
	require.Contains(t, x.Errors[1].Message, "no reason")
	require.Contains(t, x.Errors[2].Message, "unknown suppression: no finding matches stale stale-value nobody")

	text2 := do(t, "check", "-suppress", file, "testdata/stale.plx")
	require.Contains(t, text2.out, "1 finding in 1 file, 1 suppressed")
	require.NotContains(t, text2.out, "testdata/stale.plx:9:12")
}

// One file serves all modes: an entry is unknown only to a checker that tells all
// it can.
func TestSuppressionsInNarrowModes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "suppressions")
	require.NoError(t, os.WriteFile(file, []byte("stale stale-value inc # known\nstale stale-value peek # known\n"),
		0o644))
	require.Equal(t, 0, do(t, "check", "-suppress", file, "testdata/stale.plx").status)
	for _, verb := range []string{"check", "compare"} {
		o := do(t, verb, "-plain=false", "-suppress", file, "testdata/stale.plx")
		require.Equal(t, 0, o.status, "the relaxed mode does not tell of peek: %s", o.stderr)
		o = do(t, verb, "-plain", "-suppress", file, "testdata/clean.plx")
		require.Equal(t, 2, o.status)
		require.Equal(t, 2, strings.Count(o.stderr, "unknown suppression"))
	}

	other := toy("other", func(envs.Env, *envs.Op) {})
	args := []string{"check", "-checker", "other", "-suppress", file, "testdata/stale.plx"}
	require.Equal(t, 0, doWith(context.Background(), args, plain(), other).status)
	require.NoError(t, os.WriteFile(file,
		[]byte("other kind inc # gone\nothre kind inc # misspelt\n... kind inc # all\n"), 0o644))
	o := doWith(context.Background(), args, plain(), other)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "no finding matches other kind inc")
	require.Contains(t, o.stderr, "no finding matches othre kind inc")
	require.NotContains(t, o.stderr, "no finding matches ... kind inc")
}

func TestPlacesOfTestCode(t *testing.T) {
	for place, want := range map[string]bool{
		"bank/bank_test.go":                    true,
		"bank/bank_test.go:17":                 true,
		"bank_test.go...":                      true,
		"example.com/bank_test.helper":         true,
		"(*bank_test.fake).Lock":               true,
		"bank.TestTransfer":                    true,
		"bank.Test_transfer":                   true,
		"bank.TestTransfer$1$2":                true,
		"bank.TestÄnderung":                    true,
		"bank.BenchmarkAdd":                    true,
		"bank.FuzzAdd...":                      true,
		"bank.ExampleAccount_Add":              true,
		"bank/bank.go":                         false,
		"bank.Tester":                          false,
		"bank.Testify$1":                       false,
		"(*bank.TestSuite).Run":                false,
		"(*bank.Account)...":                   false,
		"...":                                  false,
		"bank/...":                             false,
		"example.com/x.F[example.com/y.TestT]": false,
	} {
		e, err := parseSuppression("stale stale-value " + place + " # why")
		require.NoError(t, err)
		require.Equal(t, want, e.test, place)
	}
}

// One file serves check and compare, which looks at tests too.
func TestSuppressionsOfTestCode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	file := filepath.Join(t.TempDir(), "suppressions")
	lines := "stale stale-value testdata/tested/tested_test.go # one thread\n" +
		"stale ... tested.TestReset # one thread\n" +
		"stale ... (*tested.counter).reset # one thread\n" +
		"stale ... tested.resetLater$1 # one thread\n"
	require.NoError(t, os.WriteFile(file, []byte(lines), 0o644))
	for _, args := range []string{"check", "check -tests", "compare"} {
		o := do(t, slices.Concat(strings.Fields(args), []string{"-suppress", file, "./testdata/tested"})...)
		require.Equal(t, 0, o.status, "%s: %s%s", args, o.out, o.stderr)
	}
	require.NoError(t, os.WriteFile(file,
		[]byte(lines+"stale ... tested.TestGone # gone\nstale ... tested.gone # gone\n"), 0o644))
	o := do(t, "check", "-suppress", file, "./testdata/tested")
	require.Equal(t, 2, o.status)
	require.Equal(t, 1, strings.Count(o.stderr, "unknown suppression"))
	require.Contains(t, o.stderr, "no finding matches stale ... tested.gone")
	o = do(t, "check", "-tests", "-suppress", file, "./testdata/tested")
	require.Equal(t, 2, strings.Count(o.stderr, "unknown suppression"), "with the tests both are unknown")
}

// An entry names a file as it is shown, however the argument is spelt.
func TestSuppressionsOfFilesAsShown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "suppressions")
	require.NoError(t, os.WriteFile(file, []byte("stale stale-value testdata/stale.plx # all of it\n"), 0o644))
	for _, arg := range []string{"./testdata/stale.plx", "testdata/../testdata//stale.plx"} {
		o := do(t, "check", "-suppress", file, arg)
		require.Equal(t, 0, o.status, o.out+o.stderr)
		require.Contains(t, do(t, "check", arg).out, "\ntestdata/stale.plx:", arg)
	}
}

// Of what could not be looked at no entry is called unknown, and no judgement gone.
func TestSuppressionsOfWhatIsBroken(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return file
	}
	write("go.mod", "module example.org/m\n\ngo 1.26\n")
	write("m.go", "package m\n\nfunc f() { missing() }\n")
	write("broken.plx", "func main( {")
	write("fine.plx", "func main() { skip }")
	suppress := write("suppressions", "stale stale-value m.go # why\nstale stale-value broken.plx:1 # why\n"+
		"stale stale-value none.plx # why\nstale ... m.f # why\n")
	judged := write("judged", "false stale stale-value f # why\n")
	broken := []string{"check fine.plx broken.plx", "check none.plx fine.plx", "compare fine.plx broken.plx"}
	if !testing.Short() { // which loads a package
		broken = append(broken, "check .")
	}
	for _, args := range broken {
		verb, patterns, _ := strings.Cut(args, " ")
		o := do(t, append([]string{verb, "-json", "-C", dir, "-suppress", suppress, "-judged", judged},
			strings.Fields(patterns)...)...)
		x := o.decode(t)
		require.Equal(t, 2, x.Status, args)
		require.NotContains(t, o.out, "unknown suppression", args)
		require.Empty(t, x.Gone, args)
	}
	o := do(t, "check", "-C", dir, "-suppress", suppress, "fine.plx")
	require.Equal(t, 4, strings.Count(o.stderr, "unknown suppression"))

	failing := toy("stale", func(envs.Env, *envs.Op) { panic("oh") })
	o = doWith(t.Context(), []string{"check", "-C", dir, "-suppress", suppress, "fine.plx"}, failing)
	require.Contains(t, o.stderr, "oh")
	require.NotContains(t, o.stderr, "unknown suppression", "the checker did not finish")
}

func TestSuppressedIsNotFound(t *testing.T) {
	file := filepath.Join(t.TempDir(), "suppressions")
	require.NoError(t, os.WriteFile(file, []byte("stale stale-value testdata/stale.plx # all of it\n"), 0o644))
	for _, verb := range []string{"check", "test", "compare"} {
		o := do(t, verb, "-v", "-suppress", file, "testdata/stale.plx")
		require.Equal(t, 0, o.status, verb)
		require.Contains(t, o.out, "all of it", "-v tells what was suppressed, and why")
	}
	require.Equal(t, 0, do(t, "test", "-suppress", file, "testdata/clean.plx").status, "a run shows a part only")
	require.Equal(t, 2, do(t, "compare", "-suppress", file, "testdata/clean.plx").status)
	require.Equal(t, 2, do(t, "check", "-suppress", file+"x", "testdata/clean.plx").status)
}
