package driver

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/race"
)

func recorded(t *testing.T, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.plxt")
	o := do(t, append([]string{"record", "-o", file}, args...)...)
	require.Equal(t, 0, o.status, o.stderr)
	return file
}

func TestReplayFindsWhatTheRunsShowed(t *testing.T) {
	file := recorded(t, "-runs", "20", "-seed", "5", "testdata/stale.plx")
	direct := do(t, "test", "-json", "-runs", "20", "-seed", "5", "testdata/stale.plx").decode(t)
	replayed := do(t, "replay", "-json", file).decode(t)
	require.Equal(t, direct.Findings, replayed.Findings)
	require.Equal(t, direct.Runs, replayed.Runs)
	require.Equal(t, 1, replayed.Status)
	require.NotEmpty(t, replayed.Findings)
}

// With -C record and replay speak of the same files: those in that folder.
func TestRecordAndReplayInAFolder(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile("testdata/stale.plx")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.plx"), text, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "known"), []byte("stale stale-value x.plx # known\n"), 0o644))
	o := do(t, "record", "-C", dir, "-o", "x.plxt", "x.plx")
	require.Equal(t, 0, o.status, o.stderr)
	require.FileExists(t, filepath.Join(dir, "x.plxt"))
	o = do(t, "replay", "-C", dir, "x.plxt")
	require.Equal(t, 1, o.status, o.stderr)
	require.Contains(t, "\n"+o.out, "\nx.plx:9:12: ")
	o = do(t, "replay", "-C", dir, "-suppress", "known", "x.plxt")
	require.Equal(t, 0, o.status, o.stderr)
}

// A recording of Go packages knows where they are; names stay relative to where
// the command runs.
func TestReplayOfPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "main.go"} {
		text := []byte("module example.com/drain\n\ngo 1.24\n")
		if name != "go.mod" {
			var err error
			text, err = os.ReadFile("testdata/drain/main.go")
			require.NoError(t, err)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	o := do(t, "record", "-C", dir, "-o", "x.plxt", ".")
	require.Equal(t, 0, o.status, o.stderr)
	elsewhere := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(elsewhere, "known"), []byte("stale ... main.go # known\n"), 0o644))
	t.Chdir(elsewhere)
	o = do(t, "replay", "-suppress", "known", filepath.Join(dir, "x.plxt"))
	require.Equal(t, 0, o.status, o.stderr)
	require.Contains(t, o.out, "1 suppressed")

	moved := filepath.Join(elsewhere, "moved")
	require.NoError(t, os.Rename(dir, moved))
	o = do(t, "replay", filepath.Join(moved, "x.plxt"))
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "there is no folder "+dir+": no such file or directory: name the one in which the "+
		"module of the recording is")
	o = do(t, "replay", "-C", moved, "x.plxt")
	require.Equal(t, 1, o.status, o.stderr)

	file := filepath.Join(moved, "x.plxt")
	empty := t.TempDir()
	o = do(t, "replay", "-C", empty, file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "-C: the recording's patterns, ., match nothing that can be read in the folder "+empty)
	require.NotContains(t, o.stderr, "record it again")
	require.NoError(t, os.WriteFile(filepath.Join(empty, "go.mod"), []byte("module example.com/other\n\ngo 1.24\n"),
		0o644))
	require.NoError(t, os.WriteFile(filepath.Join(empty, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o644))
	o = do(t, "replay", "-C", empty, file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, ". in the folder "+empty+" is not the program that was recorded")
}

func TestReplayTellsWhatWentWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.plxt")
	o := do(t, "record", "-o", file, "testdata/throws.plx")
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "uncaught exception 7")
	o = do(t, "replay", file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "testdata/throws.plx:2:2: uncaught exception 7")
}

// A trace of another tool is checked with what it tells of its program, and so is a
// recording with -alone; from a file or from the standard input.
func TestReplayOfTraces(t *testing.T) {
	dir := t.TempDir()
	text := "T0|fork(T1)|1\nT0|w(x)|2\nT1|r(x)|3\nT0|w(y)|4\nT0|rel(m)|5\nT0|join(T1)|6\nT0|r(x)|7\n"
	file := filepath.Join(dir, "x.std")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	args := func(file string, more ...string) []string { return append([]string{"replay", "-json", file}, more...) }
	run := func(args []string) *Output {
		return doWith(context.Background(), args, race.Analyzer(), plain()).decode(t)
	}
	x := run(args(file, "-checker", "race"))
	require.Equal(t, 2, x.Status)
	require.Equal(t, filepath.ToSlash(file)+":5:1", x.Errors[0].Pos.String())
	require.Equal(t, []int{3}, linesOf(x))
	require.EqualValues(t, 4, x.Runs[0].Events-2) // threads enter a function

	x = run(args(file, "-checker", "race", "-lenient"))
	require.Len(t, x.Errors, 1)
	require.EqualValues(t, 1, x.Skipped)
	require.Equal(t, []int{3}, linesOf(x))

	recorded := recorded(t, "-runs", "20", "testdata/stale.plx")
	x = run(args(recorded, "-checker", "race"))
	y := run(args(recorded, "-checker", "race", "-alone"))
	require.Equal(t, x.Findings, y.Findings)
	require.Equal(t, x.Runs, y.Runs)

	in, err := os.Open(file)
	require.NoError(t, err)
	defer in.Close()
	var out, errs bytes.Buffer
	require.Equal(t, 2, Run(context.Background(), commandOf(race.Analyzer()), args("-", "-checker", "race"), in, &out,
		&errs))
	require.Contains(t, out.String(), `"file": "-"`)
}

// A recording of a run in which checks failed can be replayed without its program, which alone
// says what the checks are.
func TestReplayAloneOfFaults(t *testing.T) {
	run := func(args ...string) outcome {
		return doWith(context.Background(), args, bounds.Analyzer(), race.Analyzer(), plain())
	}
	file := filepath.Join(t.TempDir(), "x.plxt")
	o := run("record", "-checker", "bounds,race", "-runs", "2", "-o", file, "../bounds/testdata/bounds.plx")
	require.Equal(t, 0, o.status, o.stderr)
	require.NotZero(t, countOf(t, file, envs.Fault))
	with := run("replay", "-json", "-checker", "race", file).decode(t)
	alone := run("replay", "-json", "-alone", "-checker", "race", file).decode(t)
	require.Empty(t, alone.Errors)
	require.Equal(t, with.Runs, alone.Runs)
	o = run("replay", "-alone", "-checker", "bounds", file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "bounds follows values, of which a trace alone tells nothing")
}

// All checkers are those that can follow what is replayed; the user is told of the others. Of Go packages a recording
// keeps what some checkers need.
func TestReplayOfAll(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"x.std":   "T0|fork(T1)|1\nT0|w(x)|2\nT1|r(x)|3\n",
		"go.mod":  "module example.org/m\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"sync\"\n\nvar mu sync.Mutex\n\nfunc main() {\n\tmu.Lock()\n\tmu.Unlock()\n}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	run := func(args ...string) outcome {
		return doWith(t.Context(), args, bounds.Analyzer(), race.Analyzer(), plain())
	}
	o := run("replay", "-json", "-C", dir, "-checkers", "all", "x.std")
	require.Equal(t, "x.std: without bounds: bounds follows values, of which a trace alone tells nothing\n", o.stderr)
	x := o.decode(t)
	require.Equal(t, []string{"race", "stale"}, x.Checkers)
	require.Equal(t, 1, x.Status)
	require.Equal(t, []int{3}, linesOf(x))
	require.Equal(t, 2, run("replay", "-C", dir, "-checkers", "bounds,race", "x.std").status, "it is named")

	file := filepath.Join(dir, "x.plxt")
	o = run("record", "-checker", "stale", "-o", file, "-C", dir, ".")
	require.Equal(t, 0, o.status, o.stderr)
	o = run("replay", "-checkers", "all", file)
	require.Equal(t, 0, o.status, o.stderr)
	require.Contains(t, o.stderr, "without bounds, race: the recording has not kept what bounds and race must see: "+
		"record again with the checkers bounds,race,stale")
	require.Equal(t, 2, run("replay", "-checkers", "race,stale", file).status)
	o = doWith(t.Context(), []string{"replay", "-checkers", "all", file}, race.Analyzer())
	require.Equal(t, 2, o.status, "none is left")
	require.Contains(t, o.stderr, "the recording has not kept what race must see")
}

// countOf is how many events of a kind a recording has.
func countOf(t *testing.T, file string, kind envs.EventKind) (n int) {
	t.Helper()
	r, err := trace.Open(file, trace.Options{})
	require.NoError(t, err)
	defer r.Close()
	for {
		run, err := r.Next()
		require.NoError(t, err)
		if run == nil {
			return n
		}
		require.NoError(t, run.Each(func(ev *envs.Event) bool {
			if ev.Kind == kind {
				n++
			}
			return true
		}))
	}
}

// A trace goes from one format to the other and back as far as both can say it.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	text := "T0|fork(T1)|1\nT0|acq(m)|2\nT0|w(x)|3\nT0|rel(m)|4\nT1|r(x)|5\nT0|join(T1)|6\n"
	file := filepath.Join(dir, "x.std")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	o := do(t, "convert", "-C", dir, "-o", "x.plxt", "x.std")
	require.Equal(t, 0, o.status, o.stderr)
	require.Contains(t, o.out, "events")
	o = do(t, "convert", "-C", dir, "-o", "-", "x.plxt")
	require.Equal(t, 0, o.status, o.stderr)
	require.Equal(t, text, o.out)

	two := recorded(t, "-runs", "2", "testdata/stale.plx")
	o = do(t, "convert", "-o", filepath.Join(dir, "two.std"), two)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "has several runs, and a text holds one: record one schedule")
	require.NoFileExists(t, filepath.Join(dir, "two.std"))

	bad := filepath.Join(dir, "bad.std")
	require.NoError(t, os.WriteFile(bad, []byte(text+"what\n"), 0o644))
	o = do(t, "convert", "-o", filepath.Join(dir, "bad.plxt"), bad)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, filepath.ToSlash(bad)+":7:1: ")
	require.NoFileExists(t, filepath.Join(dir, "bad.plxt"))
	o = do(t, "convert", "-lenient", "-o", filepath.Join(dir, "bad.plxt"), bad)
	require.Equal(t, 2, o.status)
	require.FileExists(t, filepath.Join(dir, "bad.plxt"))
}

func linesOf(x *Output) (lines []int) {
	for _, f := range x.Findings {
		for _, p := range f.Sites() {
			lines = append(lines, p.Line)
		}
	}
	return lines
}

func TestCutRecording(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	file := recorded(t, "-runs", "3", "testdata/stale.plx")
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	found := false
	for n := range len(whole) {
		require.NoError(t, os.WriteFile(file, whole[:n], 0o644))
		x := do(t, "replay", "-json", file).decode(t)
		require.Equal(t, 2, x.Status, "cut at %d", n)
		require.Equal(t, filepath.ToSlash(file), x.Errors[0].Pos.File)
		if n >= 8 { // less is taken for a text
			require.Contains(t, x.Errors[0].Message, "byte ")
		}
		found = found || len(x.Findings) > 0
	}
	require.True(t, found, "what comes before the cut is checked")
}

func TestNothingIsWrittenHalf(t *testing.T) {
	dir := t.TempDir()
	o := do(t, "record", "-o", filepath.Join(dir, "no", "x.plxt"), "testdata/stale.plx")
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "cannot be written: no such file or directory")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file := filepath.Join(dir, "x.plxt")
	o = doWith(ctx, []string{"record", "-runs", "5", "-o", file, "testdata/stale.plx"}, plain())
	require.Equal(t, 2, o.status)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no temporary file is left")
	o = do(t, "replay", file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "the recording was interrupted")
}

func TestOneProgramInAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.plxt")
	o := do(t, "record", "-test", "-o", file, "testdata/stale.plx", "testdata/clean.plx")
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "a file holds the runs of one program")
	require.NoFileExists(t, file)
}

func TestStyle(t *testing.T) {
	s := style{width: 20}
	require.Equal(t, "one two\n  three four five\n  six", s.wrap("one two three four five six", "  ", 12))
	require.Equal(t, "one two three", style{}.wrap("one two three", "  ", 200))
	require.Equal(t, "plain", s.paint(red, "plain"))
	require.Equal(t, "\x1b[31mred\x1b[0m", style{color: true}.paint(red, "red"))
	require.Equal(t, "(*ba…ount).Add", clip("(*bank.Account).Add", 14))
	require.Len(t, []rune(clip(strings.Repeat("é", 50), 14)), 14)
	require.Equal(t, "1 finding, 2 findings", Plural(1, "finding")+", "+Plural(2, "finding"))

	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	require.False(t, isTerminal(null))
	require.False(t, isTerminal(&strings.Builder{}))
}

// With -runs programs and tests of Go are run as often as it says, too, and so recorded.
func TestRunsOfGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	o := doWith(t.Context(), []string{"run", "-json", "-runs", "3", "-C", "../atomicsets/testdata/module", "."},
		plain()).decode(t)
	require.Empty(t, o.Errors)
	require.Len(t, o.Runs, 3)
	file := recorded(t, "-runs", "2", "-C", "../atomicsets/testdata/module", ".")
	again := do(t, "replay", "-json", "-alone", file).decode(t)
	require.Empty(t, again.Errors)
	require.Len(t, again.Runs, 2)
}
