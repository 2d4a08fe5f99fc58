package control

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	trialDir      = flag.String("control.dir", "", "folder of a module whose tests TestTrial explores")
	trialPatterns = flag.String("control.patterns", "./...", "its packages")
	trialRun      = flag.String("control.run", "", "the tests")
	trialStrategy = flag.String("control.strategy", "walk", "the strategy")
	trialNumber   = flag.Int("control.executions", 20, "how many executions of each test")
	trialFailures = flag.Int("control.failures", 1, "how many failing ones")
	trialVerbose  = flag.Bool("control.verbose", false, "print what is known of failing executions")
	trialSchedule = flag.String("control.schedule", "", "a schedule to replay")
	trialRand     = flag.Uint64("control.rand", 0, "the random number to replay with it")
	trialEager    = flag.Bool("control.eager", false, "make no decision where a thread makes no operation next")
	trialWall     = flag.Duration("control.wall", 10*time.Second, "the time limit of an execution")
	trialTest     = flag.Duration("control.test", 20*time.Second, "the time limit of a test")
)

// TestTrial explores the tests of a module, and says how far they are controlled:
//
//	go test -run TestTrial -control.dir=... ./envs/gorun/control
func TestTrial(t *testing.T) {
	if *trialDir == "" {
		t.Skip("no -control.dir") // it is a trial of a module that the user names, and not a check
	}
	ctx := context.Background()
	b, err := Prepare(ctx, Config{Dir: *trialDir, Patterns: strings.Fields(*trialPatterns)})
	require.NoError(t, err)
	defer b.Close()
	for _, f := range b.Failed() {
		fmt.Printf("not built: %.500s\n", f.Err)
	}
	begin := time.Now()
	var tests, full, partly, differ, failed, skipped, executions int
	reasons := map[string]int{}
	opts := Options{
		Run: *trialRun, Strategy: *trialStrategy, Executions: *trialNumber, Failures: *trialFailures, Preemptions: -1,
		Seed: 1, Eager: *trialEager, Execution: *trialWall, Test: *trialTest, Schedule: *trialSchedule, Rand: *trialRand,
		Flags: []string{"-test.short"},
	}
	for x, err := range b.Explore(ctx, opts) {
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		for _, e := range x.Shown {
			if *trialVerbose && (fails(e.End) || e.End == Limit || len(e.Left) > 0) {
				fmt.Printf("    %s execution %d: %s schedule %q rand %d\n%s\n", x.Name, e.Number, e.End, e.Schedule, e.Rand, e.Text)
				for _, l := range e.Left {
					fmt.Printf("        thread %d waits for %s\n            %v\n", l.Thread, l.Waits, l.Stack)
				}
			}
		}
		tests++
		executions += x.Executions
		state := "full"
		switch {
		case x.Ends[Skip] > 0:
			skipped++
			state = "skip"
		case len(x.Outside) > 0 || x.Ends[Timeout]+x.Ends[Crash] > 0:
			partly++
			state = "partly"
			for _, why := range x.Outside {
				reasons[why]++
			}
		default:
			full++
		}
		if x.Differs {
			differ++
			state += " differs"
		}
		if x.Fresh {
			state += " fresh"
		}
		bad := x.Failed()
		if bad > 0 {
			failed++
		}
		if bad > 0 || x.Differs || x.Fresh || *trialVerbose {
			fmt.Printf("%s %s: %s %v points %d threads %d %v\n", x.Package, x.Name, state, x.Ends, x.Points/max(x.Executions, 1),
				x.Threads, x.Time)
		}
	}
	fmt.Printf("%s: %d tests, %d skipped, %d fully controlled, %d partly, %d do not repeat, %d fail, %d executions, %v\n",
		*trialDir, tests, skipped, full, partly, differ, failed, executions, time.Since(begin).Round(time.Millisecond))
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Printf("    outside %d: %s\n", reasons[why], why)
	}
}
