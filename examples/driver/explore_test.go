package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/modelcheck"
	"github.com/seed38182bad/parallax/examples/session"
)

func exploreWith(args ...string) outcome {
	return doWith(context.Background(), append([]string{"explore", "-json", "-C", "testdata/explore"}, args...),
		blocking.Analyzer(), lockorder.Analyzer(), eraser.Analyzer(), modelcheck.Analyzer())
}

// TestExploreWhole shows executions once they are over to a checker of explored schedules. While an execution goes on,
// the first access of each thread is one of memory that nobody shares yet.
func TestExploreWhole(t *testing.T) {
	o := exploreWith("-checker", "modelcheck", "lost.plx").decode(t)
	require.True(t, o.Explored[0].Complete)
	require.Len(t, o.Findings, 1)
	require.Equal(t, "possibly-not-atomic", o.Findings[0].Kind)
	require.Equal(t, "increment", o.Findings[0].Subject)
	again := exploreWith("-checker", "modelcheck", "-schedule", o.Findings[0].Schedule, "lost.plx").decode(t)
	require.Equal(t, o.Findings[0].Message, again.Findings[0].Message)
}

// TestExplore explores a deadlock. The schedule that a finding names shows it again.
func TestExplore(t *testing.T) {
	o := exploreWith("-checker", "blocking,lockorder,eraser", "cycle.plx").decode(t)
	require.Len(t, o.Explored, 1)
	require.True(t, o.Explored[0].Complete)
	require.Equal(t, 3, o.Explored[0].Executions)
	kinds := map[string]string{} // by kind, the schedule
	for _, f := range o.Findings {
		require.NotEmpty(t, f.Schedule)
		kinds[f.Kind] = f.Schedule
	}
	require.Equal(t, map[string]string{"blocked": "1 2", "lock-cycle": "1*6 2*6"}, kinds)
	require.Regexp(t, regexp.MustCompile(`deadlock.*3 runs, first in cycle.plx -schedule "1 2"`), o.Errors[0].Message)
	for kind, schedule := range kinds {
		again := exploreWith("-checker", "blocking,lockorder", "-schedule", schedule, "cycle.plx").decode(t)
		require.Equal(t, "one schedule was replayed", again.Explored[0].Why)
		require.Equal(t, kind, again.Findings[0].Kind)
	}
	for _, by := range []string{"source", "all", "walk", "pct", "pos"} {
		o := exploreWith("-checker", "blocking", "-by", by, "cycle.plx").decode(t)
		require.Equal(t, "blocked", o.Findings[0].Kind, by)
		require.Equal(t, by == "source" || by == "all", o.Explored[0].Complete, by)
	}
	o = exploreWith("-checker", "blocking", "-preemptions", "0", "cycle.plx").decode(t)
	require.Empty(t, o.Findings)
	require.Contains(t, o.Explored[0].Why, "schedules with more than 0 preemptions were left out")
}

// TestExploreRefuses says what is wrong with arguments.
func TestExploreRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no strategy \"best\"`:                            {"-by", "best", "cycle.plx"},
		`word 1 of the schedule is \"x\"`:                          {"-schedule", "x", "cycle.plx"},
		"choice 1 of the schedule is thread 7":                     {"-schedule", "7", "cycle.plx"},
		".: there are no tests":                                    {"."},
		"-count has no meaning here":                               {".", "-count", "2"},
		".plx files have no tests":                                 {"cycle.plx", "-run", "X"},
		"-executions, -steps and -shrink are numbers or 0, -depth": {"-depth", "0", "cycle.plx"},
		"stopped after 6 operations":                               {"-steps", "3", "cycle.plx"},
		"(not every schedule is covered: the limit of exec":        {"-executions", "1", "cycle.plx"},
	} {
		o := exploreWith(args...)
		if want[0] == '(' {
			require.Equal(t, "the limit of executions was reached", o.decode(t).Explored[0].Why)
			continue
		}
		require.Contains(t, o.out+o.stderr, want)
		require.Equal(t, 2, o.status)
	}
}

// exploredTests is where tests are that go wrong under some schedules.
const exploredTests = "../../envs/gorun/control/testdata/basic"

func exploreTests(args ...string) outcome {
	return doWith(context.Background(), append([]string{"explore", "-C", exploredTests}, args...), blocking.Analyzer())
}

// TestExploreShrinks draws one schedule of a program. What it shows is shown with the fewest switches. The executions
// that were made for that do not count.
func TestExploreShrinks(t *testing.T) {
	one := func(shrink string) Finding {
		args := []string{"-by", "walk", "-executions", "1", "-seed", "3", "-checker", "eraser", "-shrink", shrink, "lost.plx"}
		o := exploreWith(args...).decode(t)
		require.Len(t, o.Findings, 1)
		require.EqualValues(t, 1, o.Findings[0].Runs)
		require.Equal(t, 1, o.Explored[0].Executions)
		return o.Findings[0]
	}
	require.Equal(t, "1 0 1 0", one("0").Schedule)
	require.Equal(t, "0*2 1*2", one("300").Schedule)
}

// TestExploreTests explores tests of a Go package. The schedule that a finding names shows it again, and so does the
// file of it.
func TestExploreTests(t *testing.T) {
	gogentest.Controlled(t)
	dir := t.TempDir()
	o := exploreTests("-json", "-by", "dpor", "-o", dir, ".", "-run", "^(TestCycle|TestLost|TestKept|TestSkip)$").decode(t)
	require.Empty(t, o.Errors)
	require.Len(t, o.Explored, 4)
	complete := map[string]bool{}
	for _, x := range o.Explored {
		complete[x.Name] = x.Complete
	}
	require.True(t, complete["example.com/basic.TestKept"])
	require.False(t, complete["example.com/basic.TestSkip"])
	schedules := map[string]string{}
	for _, f := range o.Findings {
		require.Equal(t, "explore", f.Checker)
		schedules[f.Kind] = f.Schedule
		require.NotZero(t, f.Seed)
		require.NotEmpty(t, f.Story)
		require.Regexp(t, `^goroutine \d is set aside before .* in example.com/basic\.\w+.*, and goroutine \d goes on$`,
			f.Story[0].Text)
	}
	require.Len(t, schedules, 2)
	for kind, test := range map[string]string{"deadlock": "TestCycle", "fails": "TestLost"} {
		again := exploreTests("-json", "-schedule", schedules[kind], ".", "-run", "^"+test+"$").decode(t)
		require.Len(t, again.Findings, 1)
		require.Equal(t, kind, again.Findings[0].Kind)
		require.Equal(t, schedules[kind], again.Findings[0].Schedule)
		again = exploreTests("-json", "-schedule", filepath.Join(dir, "basic."+test+"-"+kind+".schedule"), ".").decode(t)
		require.Len(t, again.Findings, 1)
		require.Equal(t, kind, again.Findings[0].Kind)
	}
	text := exploreTests(".", "-run", "^TestCycle$")
	require.Equal(t, 1, text.status)
	require.Regexp(t, `(?s)in TestCycle no goroutine can go on under some schedules.*goroutine 1 waits for a lock in .*`+
		`shown with -run '\^TestCycle\$' -seed \d+ -schedule ".*1 finding in 1 file`, text.out)
	wrong := exploreTests("-schedule", "0*2 7", ".", "-run", "^TestCycle$")
	require.Equal(t, 2, wrong.status)
	require.Contains(t, wrong.stderr, "the schedule does not fit TestCycle: choice 3 of the schedule is thread 7")
}

// TestWriteSchedules writes none for what is about all executions.
func TestWriteSchedules(t *testing.T) {
	dir := t.TempDir()
	found := []envs.Finding{
		{Kind: "tells"}, {Checker: session.Scheduler, Kind: "race", Test: "example.org/p.TestX", Schedule: "0 1"},
	}
	require.NoError(t, writeSchedules(dir, found, nil))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.Equal(t, "p.TestX-race.schedule", files[0].Name())
}

// TestExploreShows shows executions of Go tests to checkers. What a finding names makes an execution that shows it
// again.
func TestExploreShows(t *testing.T) {
	gogentest.Controlled(t)
	do := func(args ...string) *Output {
		const dir = "../../envs/gorun/confirm/testdata/shop"
		args = append([]string{"explore", "-json", "-C", dir, "-checker", "lockorder,eraser"}, args...)
		return doWith(context.Background(), append(args, "."), lockorder.Analyzer(), eraser.Analyzer()).decode(t)
	}
	o := do("-executions", "20")
	require.Empty(t, o.Errors)
	kinds := map[string]envs.Finding{}
	for _, f := range o.Findings {
		require.NotEmpty(t, f.Schedule)
		kinds[f.Checker+" "+f.Kind] = f.Finding
	}
	require.Len(t, kinds, 5)
	for name, in := range map[string]string{
		"lockorder lock-cycle": "TestMove", "eraser data-race": "TestCount",
		"explore deadlock": "TestMove", "explore race": "TestCount", "explore panics": "TestNext",
	} {
		f := kinds[name]
		require.Equal(t, "example.org/shop."+in, f.Test)
		again := do("-schedule", f.Schedule, "-seed", fmt.Sprint(f.Seed), "-executions", "1")
		require.True(t, slices.ContainsFunc(again.Findings, func(g Finding) bool {
			return g.Key() == f.Key() && g.Test == f.Test
		}), name)
	}
}
