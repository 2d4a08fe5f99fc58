package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestJudgementMatches(t *testing.T) {
	about := &envs.Finding{Checker: "methods", Kind: "k", Func: "x",
		Subject: "(*example.com/x/bank.Account).Add on example.com/x/bank.Account"}
	in := &envs.Finding{Checker: "methods", Kind: "k", Func: "(*example.com/x/bank.Account).Add"}
	for line, want := range map[string][2]bool{
		"false methods k (*bank.Account).Add on bank.Account": {true, false},
		"false methods k (*bank.Account).Add on ...":          {true, false},
		"false ... ... (*example.com/x/bank.Account).Add...":  {true, true},
		"false methods k (*bank.Account).Add":                 {false, true},
		"false methods k  (*bank.Account).Add  on bank.Other": {false, false},
		"false eraser  k (*bank.Account).Add on bank.Account": {false, false},
		"false methods l (*bank.Account).Add on bank.Account": {false, false},
		"false methods k x": {false, false},
		"false methods k (*bank.Account).Add  on bank.Account": {true, false},
	} {
		e, err := parseJudgement(line + " # why")
		require.NoError(t, err, line)
		require.Equal(t, want, [2]bool{e.matches(about), e.matches(in)}, line)
		require.Equal(t, Judgement{"false", "why"}, e.Judgement)
	}
}

// A judgement that names a function, though the findings in it are about something else, is told what
// to name.
func TestJudgementOfFunction(t *testing.T) {
	file := filepath.Join(t.TempDir(), "judged")
	require.NoError(t, os.WriteFile(file, []byte("harmful about written inc # two threads\nbenign about written peek "+
		"# gone\n"), 0o644))
	about := toy("about", func(env envs.Env, op *envs.Op) {
		if op.Kind == envs.Store && env.Func().Name == "inc" {
			env.Report(envs.Report{Kind: "written", Message: "written", Subject: "example.com/a.x in inc"})
		}
	})
	for _, verb := range []string{"check", "compare"} {
		o := doWith(context.Background(), []string{verb, "-v", "-judged", file, "testdata/stale.plx"}, about)
		require.Contains(t, o.out, "  - harmful about written inc: that is a function; findings in it are about a.x in "+
			"inc\n  - benign about written peek\n", verb)
	}
}

func TestJudgementFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "judged")
	require.NoError(t, os.WriteFile(file, []byte(`# a comment
harmful stale stale-value inc  # two threads
benign stale stale-value inc  # comes too late

bad stale stale-value peek # no class
false stale stale-value # no place
false stale stale-value peek
spurious stale stale-value nobody # went away
`), 0o644))
	o := do(t, "check", "-json", "-judged", file, "testdata/stale.plx")
	x := o.decode(t)
	require.Equal(t, 2, x.Status)
	require.Len(t, x.Findings, 2)
	judged := map[string]*Judgement{}
	for _, f := range x.Findings {
		judged[f.Func] = f.Judged
	}
	require.Equal(t, map[string]*Judgement{"inc": {"harmful", "two threads"}, "peek": nil}, judged)
	require.Equal(t, []string{"spurious stale stale-value nobody"}, x.Gone)
	var lines []int
	for _, e := range x.Errors {
		require.Equal(t, filepath.ToSlash(file), e.Pos.File)
		lines = append(lines, e.Pos.Line)
	}
	require.Equal(t, []int{5, 6, 7}, lines)
	require.Contains(t, x.Errors[0].Message, `"bad" is no class: want false, spurious, benign, harmful`)
	require.Contains(t, x.Errors[1].Message, "3 columns, want 4")
	require.Contains(t, x.Errors[2].Message, "no reason")

	require.NoError(t, os.WriteFile(file, []byte("harmful stale stale-value inc # two threads\nfalse stale "+
		"stale-value nobody # why\n"), 0o644))
	o = do(t, "check", "-v", "-judged", file, "testdata/stale.plx")
	require.Equal(t, 1, o.status)
	require.Contains(t, o.out, "judged harmful: two threads")
	require.Contains(t, o.out, "2 findings in 1 file, judged 0-0-0-1 (false-spurious-benign-harmful), 1 not judged, 1 "+
		"judged before and gone,")
	require.Contains(t, o.out, "false stale stale-value nobody")
	o = do(t, "compare", "-judged", file, "testdata/stale.plx")
	require.Contains(t, o.out, "(judged harmful)")
	require.Contains(t, o.out, "judged 0-0-0-1")
	o = do(t, "run", "-judged", file, "testdata/stale.plx")
	require.Contains(t, o.out, "judged 0-0-0-1")
	require.NotContains(t, o.out, "gone", "a run shows but a part")

	require.NoError(t, os.WriteFile(file, []byte(`harmful stale stale-value inc # two threads
harmful stle stale-value inc # mistyped
harmful stale stale-value testdata/stale.plx:9 # a place as in suppressions
benign other kind nobody # of a checker that does not run
benign stale stale-value deep/r.sketch:3:2 # a place in a file of another kind
`), 0o644))
	other := toy("other", func(envs.Env, *envs.Op) {})
	o = doWith(t.Context(), []string{"check", "-json", "-checker", "stale", "-judged", file, "testdata/stale.plx"},
		plain(), other)
	x = o.decode(t)
	require.Len(t, x.Errors, 3)
	require.Contains(t, x.Errors[2].Message, "the place deep/r.sketch:3:2 is in a file, want a name")
	require.Equal(t, envs.Position{File: filepath.ToSlash(file), Line: 2, Col: 1}, x.Errors[0].Pos)
	require.Contains(t, x.Errors[0].Message, `there is no checker "stle": want stale, other`)
	require.Equal(t, 3, x.Errors[1].Pos.Line)
	require.Contains(t, x.Errors[1].Message, "the place testdata/stale.plx:9 is in a file, want a name")
	require.Empty(t, x.Gone, "who does not run finds nothing")

	require.Contains(t, do(t, "check", "-judged", file+"2", "testdata/stale.plx").stderr, "judgements cannot be read")
}

// The files beside the checkers can be read. Each entry is about that checker and stands there once. What is harmful
// comes with a schedule that is more than a word.
func judgementsIn(t *testing.T, file string) []*judgedFindings {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	entries, problems := parseLines(file, string(text), nil, parseJudgement)
	require.Empty(t, problems)
	return entries
}

func TestJudgedFiles(t *testing.T) {
	files, err := filepath.Glob("../*/judged/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	runs, err := filepath.Glob("../*/runs/*.txt")
	require.NoError(t, err)
	files = append(files, runs...)
	for _, file := range files {
		entries := judgementsIn(t, file)
		require.NotEmpty(t, entries, file)
		checker, seen := filepath.Base(filepath.Dir(filepath.Dir(file))), map[string]bool{}
		for _, e := range entries {
			require.True(t, strings.HasPrefix(e.text, checker+" "), "%s: %s", file, e.text)
			require.False(t, seen[e.text], "%s: %s stands there twice", file, e.text)
			seen[e.text] = true
			if e.Class == "harmful" {
				require.Greater(t, len(e.Reason), 50, "%s: %s", file, e.text)
			}
		}
	}
}

// What the text says of how many of the stale values are in each class is what the files say.
func TestJudgedStaleCounts(t *testing.T) {
	text, err := os.ReadFile("../stale/JUDGED.md")
	require.NoError(t, err)
	all := map[string]int{}
	row := func(name string, n map[string]int) string {
		return fmt.Sprintf("| %s | %d | %d | %d | %d |", name, n["false"], n["spurious"], n["benign"], n["harmful"])
	}
	files, err := filepath.Glob("../stale/judged/*.txt")
	require.NoError(t, err)
	for _, file := range files {
		n := map[string]int{}
		for _, e := range judgementsIn(t, file) {
			n[e.Class]++
			all[e.Class]++
		}
		require.Regexp(t, regexp.QuoteMeta(row(strings.TrimSuffix(filepath.Base(file), ".txt"), n)), string(text))
	}
	require.Regexp(t, regexp.QuoteMeta(row("all", all)), string(text))
	require.Equal(t, 40, all["false"]+all["spurious"]+all["benign"]+all["harmful"])
}
