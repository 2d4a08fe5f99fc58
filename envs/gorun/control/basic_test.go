package control

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var basic struct {
	sync.Once
	b   *Build
	err error
}

// explored explores a test of testdata/basic.
func explored(t *testing.T, name string, opts Options) *Test {
	basic.Do(func() {
		basic.b, basic.err = Prepare(context.Background(), Config{Dir: "testdata/basic"})
	})
	require.NoError(t, basic.err)
	require.Empty(t, basic.b.Failed())
	opts.Run = "^" + name + "$"
	var one *Test
	for x, err := range basic.b.Explore(t.Context(), opts) {
		require.NoError(t, err)
		require.Nil(t, one)
		one = x
	}
	require.NotNil(t, one, name)
	require.NotZero(t, one.Executions, name)
	for _, x := range one.Shown {
		if len(one.Outside) == 0 {
			require.Equal(t, x.Replays, x.Same, "execution %d of %s is not repeated", x.Number, name)
		}
	}
	return one
}

func TestMain(m *testing.M) {
	defer func() {
		if basic.b != nil {
			basic.b.Close()
		}
	}()
	m.Run()
}

var exhaustive = Options{Strategy: "all", Preemptions: -1, Executions: 100000, Failures: 100000, All: true}

// TestOutcomes explores small programs exhaustively, and wants the outcomes that there are, no others.
func TestOutcomes(t *testing.T) {
	for name, want := range map[string][]string{
		"TestLost":      {"pass", "fail x is 1"},
		"TestKept":      {"pass"},
		"TestCycle":     {"pass", "deadlock"},
		"TestReaders":   {"pass", "deadlock"},
		"TestMissed":    {"pass", "deadlock"},
		"TestCond":      {"pass"},
		"TestLate":      {"pass", "fail not done"},
		"TestNegative":  {"panic sync: negative WaitGroup counter"},
		"TestOnce":      {"pass"},
		"TestReflect":   {"pass", "fail x is 1"},
		"TestOrder":     {"fail ab", "fail ba"},
		"TestSelect":    {"fail a", "fail b"},
		"TestClosed":    {"pass", "panic send on closed channel"},
		"TestPanic":     {"pass", "panic assignment to entry in nil map"},
		"TestExit":      {"pass", "exit exit status 7"},
		"TestFunctions": {"pass", "fail 1"},
		"TestSpin":      {"pass"},
		"TestCancel":    {"fail done", "fail context canceled"},
		"TestDeadline":  {"pass"},
		"TestTicker":    {"pass"},
		"TestSleepers":  {"pass"},
		"TestParallel":  {"fail ab", "fail ba"},
		"TestFatal":     {"fail fatal"},
		"TestSkip":      {"skip"},
		"TestPipe":      {"pass"},
		"TestStarted":   {"pass"},
		"TestEarly":     {"pass"},
	} {
		t.Run(name, func(t *testing.T) {
			slices.Sort(want)
			opts := exhaustive
			opts.Eager = name != "TestFunctions"
			all := explored(t, name, opts)
			require.Equal(t, want, outcomes(all.Shown))
			require.Empty(t, all.Outside)
			require.False(t, all.Differs)
			why := incomplete[name]
			require.Regexp(t, "^("+why+")$", all.Why)
			require.Equal(t, why == "", all.Complete)

			opts.Strategy, opts.Eager = "source", false
			some := explored(t, name, opts)
			require.Equal(t, want, outcomes(some.Shown), "with partial-order reduction")
			require.False(t, some.Differs)
			t.Logf("%d executions, %d of them redundant, instead of %d", some.Executions, some.Redundant,
				all.Executions)
		})
	}
}

// incomplete are the tests of which not all schedules are covered, and why.
var incomplete = map[string]string{
	"TestSkip": "the test was skipped", "TestTicker": passed, "TestDeadline": passed, "TestSleepers": passed,
	"TestEarly": passed, "TestSpin": "threads were made to wait for others.*",
}

const passed = "timers could have fired earlier"

func outcomes(list []Execution) []string {
	got := map[string]bool{}
	for _, x := range list {
		got[outcome(x)] = true
	}
	return slices.Sorted(maps.Keys(got))
}

var message = regexp.MustCompile(`_test\.go:\d+: (.*)|panic: (.*)|(exit status .*)`)

// outcome is how an execution has ended, and the message that says so.
func outcome(x Execution) string {
	m := message.FindStringSubmatch(x.Text)
	if m == nil || x.End == "skip" {
		return x.End
	}
	return x.End + " " + strings.TrimSuffix(m[1]+m[2]+m[3], " [recovered, repanicked]")
}

func TestTryLockNeedsReleases(t *testing.T) {
	opts := exhaustive
	require.Contains(t, explored(t, "TestTry", opts).Why, "releases were no points")
	opts.Releases = true
	sum := explored(t, "TestTry", opts)
	require.True(t, sum.Complete, sum.Why)
	require.NotZero(t, sum.Ends["fail"])
	require.NotZero(t, sum.Ends["pass"])
}

func TestStacks(t *testing.T) {
	sum := explored(t, "TestCycle", Options{Strategy: "all", Preemptions: -1, Executions: 1000})
	last := sum.Shown[len(sum.Shown)-1]
	require.Equal(t, "deadlock", last.End)
	require.Len(t, last.Left, 3)
	for _, l := range last.Left[1:] {
		require.Equal(t, "a lock", l.Waits)
		require.Regexp(t, `^example.com/basic.TestCycle.func\d$`, l.Stack[0].Func)
		require.Equal(t, "locks_test.go", filepath.Base(l.Stack[0].File))
	}
}

func TestLeak(t *testing.T) {
	sum := explored(t, "TestLeak", exhaustive)
	require.NotZero(t, sum.Ends["leak"])
	left := sum.Shown[0].Left[0]
	require.Equal(t, "chan send", left.Waits)
	require.Equal(t, "example.com/basic.TestLeak", left.Start[0].Func)
	require.Equal(t, left.Stack[0].Line, left.Start[0].Line)
}

// TestCause has a test that says more than why it fails.
func TestCause(t *testing.T) {
	x := explored(t, "TestSays", Options{Executions: 1}).Shown[0]
	require.Regexp(t, `^    outside_test.go:\d+: cause\n        in two lines\n$`, x.Cause)
	require.Contains(t, x.Text, "first")
}

// TestLeft has goroutines that are started as time goes on when the test is over, and more than are described.
func TestLeft(t *testing.T) {
	x := explored(t, "TestTicking", Options{Executions: 3}).Shown[0]
	require.Len(t, x.Left, 1)
	require.Equal(t, "timer", x.Left[0].Waits)
	x = explored(t, "TestSpinners", Options{Executions: 1}).Shown[0]
	require.Len(t, x.Left, 2)
	x = explored(t, "TestMany", Options{Executions: 1}).Shown[0]
	require.Equal(t, 150, len(x.Left)+x.More)
	require.Equal(t, 50, x.More)
}

// TestLate has threads that are left by a test and end by themselves.
func TestLate(t *testing.T) {
	for name, leaks := range map[string]bool{"TestStarted": false, "TestLater": false, "TestLaterError": false,
		"TestTicking": true} {
		for _, strategy := range []string{"all", "source", "walk"} {
			opts := exhaustive
			opts.Strategy, opts.Executions = strategy, 100
			sum := explored(t, name, opts)
			require.Zero(t, sum.Failed(), name)
			require.Equal(t, leaks, sum.Ends[Leak] > 0, name)
		}
	}
}

// TestOver has little time. That counts whatever else was left out, such as timers.
func TestOver(t *testing.T) {
	x := explored(t, "TestEarly", Options{Executions: 1 << 30, Test: 50 * time.Millisecond})
	require.Equal(t, "the time for the test was over", x.Why)
}

// TestWithin executes every schedule of few preemptions.
func TestWithin(t *testing.T) {
	opts := exhaustive
	for bound, complete := range map[int]bool{1: false, 100: true} {
		opts.Preemptions = bound
		x := explored(t, "TestLost", opts)
		require.True(t, x.Within)
		require.Equal(t, complete, x.Complete, x.Why)
	}
	require.False(t, explored(t, "TestLost", Options{Executions: 10, Failures: 10}).Within)
}

func TestLimit(t *testing.T) {
	sum := explored(t, "TestForever", Options{Points: 5000})
	require.Equal(t, "limit", sum.Shown[0].End)
	require.Contains(t, fmt.Sprint(sum.Shown[0].Left), "TestForever")
}

// TestPartly has a program that is not controlled as a whole.
func TestPartly(t *testing.T) {
	sum := explored(t, "TestNet", Options{Executions: 20})
	require.Equal(t, 20, sum.Ends["pass"])
	require.Contains(t, strings.Join(sum.Outside, "\n"), "IO wait")
}

// TestOutside has no timer fire long before it natively would, while a thread waits for what is not controlled.
func TestOutside(t *testing.T) {
	for _, name := range []string{"TestProcess", "TestSpinsForProcess"} {
		sum := explored(t, name, Options{Executions: 5})
		require.Equal(t, map[string]int{"pass": 5}, sum.Ends, name)
		require.NotEmpty(t, sum.Outside, name)
	}
	sum := explored(t, "TestSignals", Options{Executions: 100})
	require.Equal(t, map[string]int{"pass": 100}, sum.Ends)
}

// TestSameSeedSameRun makes executions twice, in two processes, and wants all that they have come to to be the same.
func TestSameSeedSameRun(t *testing.T) {
	for _, strategy := range []string{"walk", "pct"} {
		for _, name := range []string{"TestLost", "TestOrder", "TestCancel", "TestRandom"} {
			opts := Options{Strategy: strategy, Seed: 3, Executions: 50, Failures: 50, All: true}
			one := explored(t, name, opts)
			two := explored(t, name, opts)
			one.Time, two.Time = 0, 0
			require.Equal(t, one, two, name)
		}
	}
}

// TestTimePassesInLoops has a thread wait in a loop for one that sleeps for a minute.
func TestTimePassesInLoops(t *testing.T) {
	sum := explored(t, "TestNap", Options{Executions: 10})
	require.Equal(t, map[string]int{"pass": 10}, sum.Ends)
}

func TestReplay(t *testing.T) {
	sum := explored(t, "TestLost", Options{Executions: 1000})
	fails := sum.Shown[len(sum.Shown)-1]
	require.Equal(t, "fail", fails.End)
	again := explored(t, "TestLost", Options{Executions: 1, Schedule: fails.Schedule, Rand: fails.Rand})
	require.Equal(t, fails.Text, again.Shown[0].Text)
	require.Equal(t, fails.Schedule, again.Shown[0].Schedule)
}

func TestCallers(t *testing.T) {
	require.Equal(t, map[string]int{"pass": 5}, explored(t, "TestCallers", Options{Executions: 5}).Ends)
}
