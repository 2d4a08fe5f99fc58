package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/stale"
)

// outcome is what an invocation left behind.
type outcome struct {
	status      int
	out, stderr string
}

// plain is the stale-value checker with the plain mode for its default. Most tests here use it: it finds
// something of each class in a few lines.
func plain() *dataflow.Analyzer {
	a := stale.Analyzer()
	f := a.Flags.Lookup("plain")
	f.DefValue = "true"
	if err := f.Value.Set(f.DefValue); err != nil {
		panic(err)
	}
	return a
}

// commandOf is a command with some checkers.
func commandOf(analyzers ...*dataflow.Analyzer) Command {
	return Command{Checkers: analyzers, Example: []string{"compare", "-run", "./examples/bank"}}
}

func do(t *testing.T, args ...string) outcome {
	t.Helper()
	return doWith(context.Background(), args, plain())
}

func doWith(ctx context.Context, args []string, analyzers ...*dataflow.Analyzer) outcome {
	var out, errs bytes.Buffer
	status := Run(ctx, commandOf(analyzers...), args, strings.NewReader(""), &out, &errs)
	return outcome{status, out.String(), errs.String()}
}

// decode reads JSON output, and checks that the type and the text say the same.
func (o outcome) decode(t *testing.T) *Output {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(o.out))
	d.DisallowUnknownFields()
	var x Output
	require.NoError(t, d.Decode(&x), o.out)
	require.False(t, d.More(), "one object only")
	require.Equal(t, FormatVersion, x.Version)
	require.Equal(t, o.status, x.Status)
	var again bytes.Buffer
	e := json.NewEncoder(&again)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	require.NoError(t, e.Encode(&x))
	require.Equal(t, o.out, again.String())
	require.NotContains(t, o.out, ": null")
	return &x
}

func TestExitStatus(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	for _, c := range []struct {
		args   string
		status int
		out    string // is on standard output
		stderr string // is on standard error
	}{
		{"help", 0, "parallax compare", ""},
		{"help check", 0, "-stale.plain", ""},
		{"check -h", 0, "-suppress file", ""},
		{"help nothing", 2, "", `there is no verb "nothing"`},
		{"nothing", 2, "", `there is no verb "nothing"`},
		{"check", 2, "", "name what to look at"},
		{"check -nothing x", 2, "", "flag provided but not defined: -nothing\n\"parallax help check\" tells how it is " +
			"used\n"},
		{"check testdata/clean.plx -json", 0, `"findings": []`, ""},
		{"check testdata/clean.plx -nothing", 2, "", "flag provided but not defined: -nothing\n"},
		{"check testdata/stale.plx -suppress testdata/none testdata/clean.plx", 2, "testdata/stale.plx:9:12",
			"testdata/none"},
		{"test testdata/clean.plx -runs 3 -run TestPut", 2, "", `main takes no arguments, but ["-run" "TestPut"] was given`},
		{"run testdata/clean.plx -json", 2, "", `main takes no arguments, but ["-json"] was given`},
		{"check -checker stale,other testdata/clean.plx", 2, "", `there is no checker "other"; there are: stale`},
		{"check -checker all,other testdata/clean.plx", 2, "", `there is no checker "other"; there are: stale`},
		{"check testdata/clean.plx", 0, "nothing found", ""},
		{"check testdata/stale.plx", 1, "testdata/stale.plx:9:12: tmp is used", ""},
		{"check -C testdata stale.plx", 1, "\nstale.plx:9:12: tmp is used", ""},
		{"check testdata/stale.plx ./testdata/stale.plx testdata/../testdata/stale.plx", 1,
			"2 findings in 1 file, 3 functions", ""},
		{"check -C testdata/missing stale.plx", 2, "", "-C: there is no folder testdata/missing: no such file or directory"},
		{"check -C testdata/missing ./...", 2, "", "-C: there is no folder testdata/missing: no such file or directory"},
		{"test -C testdata/stale.plx ./...", 2, "", "-C: testdata/stale.plx is no folder"},
		{"replay -C testdata/missing x.plxt", 2, "", "-C: there is no folder testdata/missing: no such file or directory"},
		{"check testdata/missing.plx", 2, "", "testdata/missing.plx: no such file"},
		{"check testdata/broken.plx", 2, "", "testdata/broken.plx:2:"},
		{"check testdata/broken.plx testdata/stale.plx", 2, "testdata/stale.plx:9:12", "testdata/broken.plx:2:"},
		{"check ./testdata/good", 1, "testdata/good/good.go:15:", ""},
		{"check ./testdata/nowhere", 2, "", "./testdata/nowhere: stat "},
		{"run testdata/stale.plx", 1, "seen 2 times", ""},
		{"run testdata/clean.plx", 0, "nothing found", ""},
		{"run testdata/clean.plx argument", 2, "", "main takes no arguments"},
		{"test -calls -1 testdata/clean.plx", 2, "",
			"test: -calls -1: it is a number of calls, at most 900, or 0 for all of them"},
		{"test -calls 901 testdata/clean.plx", 2, "",
			"test: -calls 901: it is a number of calls, at most 900, or 0 for all of them"},
		{"test -elements -1 testdata/clean.plx", 2, "",
			"test: -elements -1: it is a number of elements, or 0 for all of them"},
		{"run -runs -1 testdata/clean.plx", 2, "", "run: -runs -1: it is a number of runs, or 0"},
		{"run testdata/throws.plx", 2, "", "testdata/throws.plx:2:2: uncaught exception 7"},
		{"test testdata/stale.plx", 1, "seen 200 times", ""},
		{"test testdata/deadlock.plx", 2, "", "deadlock: a thread cannot go on here ("},
		{"compare testdata/clean.plx", 0, "confirmed        0", ""},
		{"compare testdata/stale.plx", 1, "confirmed        1", ""},
		{"compare -run testdata/stale.plx", 1, "not exercised    1", ""},
		{"compare testdata/broken.plx testdata/stale.plx", 2, "confirmed        1", "testdata/broken.plx:2:"},
		{"test ./testdata/good", 2, "0 runs", "none of the packages has tests"},
		{"compare ./testdata/good testdata/stale.plx", 2, "2 rows", "none of the packages has tests"},
		{"test ./testdata/good -- -cover", 2, "", "test: -cover is a flag for building the tests, of which only -race " +
			"can be given here"},
		{"compare ./testdata/good -- -tags=x", 2, "", "compare: -tags=x is a flag for building the tests"},
		{"record testdata/stale.plx", 2, "", "-o FILE"},
		{"replay", 2, "", "name one file"},
		{"replay testdata/missing.plxt", 2, "", "testdata/missing.plxt: no such file"},
		{"replay testdata/stale.plx", 2, "", "testdata/stale.plx:1:1: want thread|operation|place"},
	} {
		t.Run(c.args, func(t *testing.T) {
			o := do(t, strings.Fields(c.args)...)
			require.Equal(t, c.status, o.status, "%s%s", o.out, o.stderr)
			require.Contains(t, "\n"+o.out, c.out)
			require.Contains(t, o.stderr, c.stderr)
			if c.stderr == "" {
				require.Empty(t, o.stderr)
			}
		})
	}
}

func TestJSONSaysTheSame(t *testing.T) {
	for _, args := range []string{
		"check -json testdata/stale.plx testdata/broken.plx",
		"check -json testdata/clean.plx",
		"check -json ./testdata/good ./testdata/broken",
		"run -json testdata/stale.plx",
		"test -json testdata/deadlock.plx",
		"compare -json testdata/stale.plx",
		"compare -json",
		"replay -json testdata/missing.plxt",
	} {
		t.Run(args, func(t *testing.T) {
			o := do(t, strings.Fields(args)...)
			x := o.decode(t)
			require.Equal(t, strings.Fields(args)[0], x.Command[0])
			require.Equal(t, []string{"stale"}, x.Checkers)
			for _, f := range x.Findings {
				require.NotEmpty(t, f.Story)
				require.Positive(t, f.Pos.Line)
				require.Positive(t, f.Pos.Col)
			}
			require.Empty(t, o.stderr, "errors are in the JSON")
		})
	}
}

// Where nothing was looked at there is nothing to sum up.
func TestUsageErrorIsAll(t *testing.T) {
	for _, args := range []string{"check", "check -C testdata/missing .", "check ./testdata/nowhere",
		"compare x -nothing", "check testdata/missing.plx"} {
		o := do(t, strings.Fields(args)...)
		require.Equal(t, 2, o.status)
		require.Empty(t, o.out, args)
		require.NotEmpty(t, o.stderr, args)
	}
}

func TestJSONTellsTheMode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	x := do(t, "test", "-json", "-plain", "-C", "testdata", "./racy", "--", "-count", "2").decode(t)
	require.Equal(t, []string{"test", "./racy"}, x.Command)
	require.Equal(t, []string{"C=testdata", "json=true", "plain=true"}, x.Flags)
	require.Equal(t, []string{"-count", "2"}, x.Behind)
}

// What is no terminal gets one line for each headline, so that it can be searched.
func TestNoWrappingInAPipe(t *testing.T) {
	o := do(t, "check", "-v", "./testdata/unwatched")
	require.Contains(t, o.out, "testdata/unwatched/main.go:22:4: copy of main.counter.v is used outside the critical "+
		"section in which it was read\n")
	s := &session.Session{Checkers: []*dataflow.Analyzer{plain()}}
	programs, err := s.Open(t.Context(), session.Source{Patterns: []string{"./testdata/unwatched"}})
	require.NoError(t, err)
	assumed := programs[0].Assumptions(session.Paths, session.RunConfig{})
	require.Greater(t, len(assumed), 6)
	for _, a := range assumed {
		require.Contains(t, o.out, "\n  - "+assumption(a)+"\n")
	}
}

func TestNoExampleHere(t *testing.T) {
	o := do(t)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "parallax: there is no example here: name a verb\n")
	require.Contains(t, o.stderr, "parallax compare")
	const offer = `Without arguments it does "compare -run ./examples/bank".`
	require.NotContains(t, do(t, "help").out, offer)
	t.Chdir("../..")
	require.Contains(t, do(t, "help").out, offer)
}

func TestCompareClasses(t *testing.T) {
	x := do(t, "compare", "-json", "-C", "../..", "examples/bank/bank.plx").decode(t)
	classes := map[string]envs.Agreement{}
	for _, r := range x.Rows {
		classes[r.Finding.Func] = r.Class
		require.Equal(t, r.Class != envs.NotExercised, r.Executed > 0, r.Finding.Func)
	}
	require.Equal(t, map[string]envs.Agreement{
		"depositSlowly":     envs.Confirmed,
		"withdrawHopefully": envs.Confirmed,
		"settle":            envs.NotObserved,
		"raiseInterest":     envs.NotExercised,
	}, classes)
	require.Len(t, x.Runs, 100)
}

// A loop whose operations have no place of their own is not what ran.
func TestRanIsThatOfTheOperation(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	x := do(t, "compare", "-json", "-run", "./testdata/drain").decode(t)
	require.Empty(t, x.Errors)
	require.Len(t, x.Rows, 1)
	require.Equal(t, envs.Confirmed, x.Rows[0].Class)
	require.Equal(t, int64(1), x.Rows[0].Executed)
}

// Locks in packages that no pattern matches leave a run without events; it says so,
// and what to do.
func TestNothingIsWatched(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	const why = "(nothing takes a lock in the packages that the patterns match; to watch others of the module, match " +
		"them too, as ./... does; to be shown functions without locks, a checker sets Analyzer.Everywhere)"
	for _, args := range []string{"run ./testdata/apart/cmd 5", "compare -run ./testdata/apart/cmd 5"} {
		o := do(t, strings.Fields(args)...)
		require.Equal(t, 0, o.status, o.stderr)
		require.Contains(t, o.out, "1 run with 0 events "+why, args)
		require.NotContains(t, o.out, "nothing found")
	}
	for _, args := range []string{"run ./testdata/apart/... 5", "run ./testdata/apart/cmd ./testdata/apart/bank -- 5"} {
		o := do(t, strings.Fields(args)...)
		require.Equal(t, 1, o.status, o.stderr)
		require.Contains(t, o.out, "testdata/apart/bank/bank.go:", args)
		require.NotContains(t, o.out, "(nothing")
	}
	narrow := toy("narrow", func(env envs.Env, op *envs.Op) {
		if op.Kind == envs.Return {
			env.Report(envs.Report{Kind: "k", Message: "here"})
		}
	})
	o := doWith(t.Context(), []string{"compare", "-run", "./testdata/apart/cmd", "5"}, narrow)
	require.Contains(t, o.out, "here (runs in its original form: no lock changes in it or below it; a checker "+
		"with Analyzer.Everywhere is shown it)")
	require.Contains(t, o.out, "1 run with 0 events "+why)

	o = do(t, "compare", "-run", "./testdata/apart/cmd", "./testdata/apart/bank", "--", "a", "b")
	require.Regexp(t, `confirmed +\S+bank.go:\S+ +\S+ +2 `, o.out)

	o = do(t, "test", "-v", "./testdata/apart/bank")
	require.Contains(t, o.out, "Not watched, because they run in their original form\n  - no function that a lock "+
		"matters to\n")
	require.Equal(t, 0, o.status, o.stderr)
	require.Contains(t, o.out, "1 run with 0 events (no function that is watched was entered)")
	o = do(t, "test", "./testdata/apart/bank", "--", "-count", "x")
	require.Equal(t, 2, o.status)
	require.Contains(t, o.out, "1 run with 0 events, 1 error", "what went wrong explains it")
}

// What runs could not have shown is not said to be unexercised.
func TestNotWatched(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	x := do(t, "compare", "-json", "-deps", "-run", "./testdata/unwatched").decode(t)
	require.Empty(t, x.Errors)
	type row struct {
		class  envs.Agreement
		ran    int64
		reason string
	}
	rows := map[string]row{}
	for _, r := range x.Rows {
		rows[envs.PackageNames(nil).Short(r.Finding.Func)] = row{r.Class, r.Executed, r.Reason}
	}
	const dep = module + "/examples/driver/testdata/unwatched/dep"
	require.Equal(t, map[string]row{
		"(*unwatched.counter[T]).copyTo":   {envs.Confirmed, 2, ""},
		"(*unwatched.counter[T]).original": {envs.NotWatched, 0, "runs in its original form: directive //go:norace"},
		"(*unwatched.counter[T]).never":    {envs.NotExercised, 0, ""},
		"(*dep.Counter).Inc":               {envs.NotWatched, 0, "no pattern matches package " + dep},
	}, rows)
	require.Len(t, x.Rows, len(rows))

	var kept []string
	for _, k := range x.Kept {
		require.Equal(t, "testdata/unwatched/main.go", k.Pos.File, "relative, as all names are")
		kept = append(kept, envs.PackageNames(nil).Short(k.Func))
	}
	require.Equal(t, []string{"(*unwatched.counter[T]).original", "(*unwatched.counter[T]).later"}, kept)

	o := do(t, "compare", "-v", "-deps", "-run", "./testdata/unwatched")
	require.Contains(t, o.out, "\nnot watched      2  ")
	require.Regexp(t, `not watched +\S+dep.go:17:2 .* \? .*\(no pattern matches package `+dep+`\)\n`, o.out)
	require.Contains(t, o.out, ", 2 functions not watched")
	require.Contains(t, o.out, "Not watched, because they run in their original form\n  - testdata/unwatched/main.go:")
}

// A row of an instance counts what its generic function executed.
func TestInstanceIsWatchedAsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	instances := toy("instances", func(env envs.Env, op *envs.Op) {
		_, root := slices.BinarySearch(env.Program().Roots(), env.Func().ID)
		if !root && op.Kind == envs.Store && strings.HasSuffix(env.Func().Name, ".copyTo") {
			env.Report(envs.Report{Kind: "store", Message: "an instance stores"})
		}
	})
	x := doWith(context.Background(), []string{"compare", "-json", "-run", "./testdata/unwatched"}, instances).decode(t)
	require.Empty(t, x.Errors)
	require.Len(t, x.Rows, 1)
	require.Equal(t, envs.NotObserved, x.Rows[0].Class)
	require.Equal(t, int64(2), x.Rows[0].Executed)
}

// A program that could not be run says nothing about what was exercised.
func TestNothingWatched(t *testing.T) {
	t.Setenv("GOTMPDIR", t.TempDir())
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	o := do(t, "compare", "-json", "-run", "./testdata/drain")
	x := o.decode(t)
	require.Equal(t, 2, x.Status)
	require.NotEmpty(t, x.Rows)
	for _, r := range x.Rows {
		require.Equal(t, envs.NotWatched, r.Class)
		require.Equal(t, "no run could be watched", r.Reason)
	}
}

// The race detector is one of the flags of the tests that need another build.
func TestRaceDetector(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector's standard library takes a minute to compile")
	}
	if out, err := exec.Command("go", "env", "CGO_ENABLED").Output(); err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Skip("the race detector needs cgo")
	}
	o := do(t, "test", "./testdata/racy")
	require.Equal(t, 0, o.status, o.stderr)
	o = do(t, "test", "./testdata/racy", "--", "-race", "-run", "Bump")
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "WARNING: DATA RACE")
	require.Contains(t, o.stderr, "racy failed: TestBump")
	require.Contains(t, o.out, "testdata/racy/detector.go:9:2", "files with the tag race are there")
}

func TestBrokenPackage(t *testing.T) {
	x := do(t, "check", "-json", "./testdata/good", "./testdata/broken", "./testdata/user", "./testdata/refused",
		"./testdata/stray").decode(t)
	require.Equal(t, 2, x.Status)
	require.Len(t, x.Findings, 1, "the package that compiles is analysed")
	var places []string
	for _, e := range x.Errors {
		require.NotEmpty(t, e.Message)
		require.NotContains(t, e.Message, "# ")
		places = append(places, e.Pos.String())
	}
	require.Equal(t, []string{
		"testdata/broken/broken.go:4:23",
		"testdata/broken/broken.go:6:12",
		"testdata/refused/refused.go:4:3", // what the compiler alone finds
		"testdata/stray/stray.go:4:8",
		"testdata/user/user.go:4:8", // the importer says why it is left out
	}, places, "each is told once")
	const folder = module + "/examples/driver/testdata/"
	require.Equal(t, []string{"example.com/nowhere", folder + "broken", folder + "refused", folder + "stray",
		folder + "user"}, x.LeftOut)
	require.Contains(t, do(t, "check", "./testdata/broken").out,
		"2 errors, so the result is incomplete. Left out for errors: "+folder+"broken.")
}

func TestCheckerFlags(t *testing.T) {
	check := func(flags ...string) outcome {
		return doWith(t.Context(), append(append([]string{"check"}, flags...), "testdata/stale.plx"), stale.Analyzer())
	}
	long := check("-stale.plain")
	require.Equal(t, long, check("-plain"))
	require.Contains(t, long.out, "peek")
	relaxed := check()
	require.Equal(t, relaxed, check("-plain=false"))
	require.Contains(t, relaxed.out, "in inc (stale, stale-value)")
	require.NotContains(t, relaxed.out, "peek", "by default, what is not written is left out")

	other := toy("other", func(envs.Env, *envs.Op) {})
	o := doWith(context.Background(), []string{"check", "-plain", "testdata/stale.plx"}, plain(), other)
	require.Equal(t, 2, o.status, "with two checkers the name is needed")
	o = doWith(context.Background(), []string{"check", "-checker", "other", "testdata/stale.plx"}, plain(), other)
	require.Equal(t, 0, o.status, "only the other checker runs")
}

// Who gives a flag that was removed is told what to do.
func TestRemovedFlag(t *testing.T) {
	for _, flag := range []string{"-relaxed", "-stale.relaxed", "--stale.relaxed=false", "-relaxed=true"} {
		o := do(t, "check", flag, "testdata/stale.plx")
		require.Equal(t, 2, o.status, flag)
		name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		require.Contains(t, o.stderr, "parallax: check: there is no flag -"+name+" any more: the relaxed mode is the "+
			"default: leave the flag out;")
	}
	require.NotContains(t, do(t, "help", "check").out, "-relaxed")
	o := doWith(t.Context(), []string{"check", "-checker", "other", "-other.relaxed", "testdata/stale.plx"}, plain(),
		toy("other", nil))
	require.Contains(t, o.stderr, "flag provided but not defined: -other.relaxed")
}

func TestInvalidCheckers(t *testing.T) {
	for _, c := range []struct {
		analyzers []*dataflow.Analyzer
		says      string
	}{
		{nil, "no checker was given"},
		{[]*dataflow.Analyzer{nil}, "checker 1 given to driver.Main is nil"},
		{[]*dataflow.Analyzer{plain(), plain()}, `two checkers have the name "stale"`},
		{[]*dataflow.Analyzer{toy("a b", nil)}, `has the name "a b"`},
	} {
		o := doWith(context.Background(), []string{"check", "testdata/clean.plx"}, c.analyzers...)
		require.Equal(t, 2, o.status)
		require.Contains(t, o.stderr, c.says)
	}
}

func TestSameOutputEachTime(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	for _, args := range []string{
		"check -v ./testdata/good testdata/stale.plx testdata/broken.plx",
		"check -json ../bank",
		"compare -json testdata/stale.plx ../bank/bank.plx",
		"compare -v ../bank/bank.plx",
		"test -json -runs 20 testdata/deadlock.plx testdata/throws.plx",
	} {
		first := do(t, strings.Fields(args)...)
		for range 9 {
			require.Equal(t, first, do(t, strings.Fields(args)...), args)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range []string{"check testdata/stale.plx", "check ./testdata/good", "test testdata/stale.plx",
		"compare testdata/stale.plx"} {
		o := doWith(ctx, strings.Fields(args), plain())
		require.Equal(t, 2, o.status, args)
		require.NotContains(t, o.stderr, "goroutine", args)
		require.NotEmpty(t, o.stderr, args)
	}
}

func TestCancelledInARun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	steps := 0
	a := toy("toy", func(envs.Env, *envs.Op) {
		if steps++; steps == 50 {
			cancel()
		}
	})
	o := doWith(ctx, []string{"test", "-json", "testdata/stale.plx"}, a)
	x := o.decode(t)
	require.Equal(t, 2, x.Status)
	require.Contains(t, x.Errors[0].Message, "interrupted")
	require.NotEmpty(t, x.Runs, "what was seen up to then is told")
	require.Less(t, len(x.Runs), 100)
}

// A flag of a checker that does not run would be ignored, and nothing found.
func TestFlagsOfOthers(t *testing.T) {
	second := plain()
	second.Name, second.OnDemand = "second", true
	third := plain()
	third.Name, third.OnDemand = "third", true
	for _, a := range []*dataflow.Analyzer{second, third} {
		a.Flags.Bool("own", false, "what stale does not have")
	}
	for args, want := range map[string]string{
		"check -second.plain testdata/clean.plx": "-second.plain is for the checker second, which does " +
			"not run: name it in -checker",
		"check -checker second -stale.plain testdata/clean.plx":  "-stale.plain is for the checker stale, which does not run",
		"check -checker second -second.plain testdata/clean.plx": "",
		"check -plain testdata/clean.plx":                        "", // of the one that runs unasked
		"check -checker second -plain testdata/clean.plx":        "-plain is for the checker stale, which does not run",
		"check -own x testdata/clean.plx": "flag provided but not defined: -own; there is " +
			"-second.own, -third.own\n",
	} {
		o := doWith(context.Background(), strings.Fields(args), plain(), second, third)
		if want == "" {
			require.Equal(t, 0, o.status, "%s: %s", args, o.stderr)
			continue
		}
		require.Equal(t, 2, o.status, args)
		require.Contains(t, o.stderr, want, args)
	}
}
