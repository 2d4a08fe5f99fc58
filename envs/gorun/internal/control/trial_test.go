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
//	go test -run TestTrial -control.dir=... ./envs/gorun/internal/control
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
		if x.Executions == 0 {
			if *trialVerbose && x.Replayed == nil && (x.End != "pass" && x.End != "skip" || len(x.Left) > 0) {
				fmt.Printf("    %s execution %d: %s choices %q rand %d\n%s\n", x.Test, x.Number, x.End, x.Choices, x.Rand, x.Text)
				for _, l := range x.Left {
					fmt.Printf("        thread %d waits %s\n            %s\n", l.Thread, l.Waits,
						strings.Join(l.Stack, "\n            "))
				}
			}
			continue
		}
		tests++
		executions += x.Executions
		state := "full"
		switch {
		case x.Ends["skip"] > 0:
			skipped++
			state = "skip"
		case len(x.Outside) > 0 || x.Ends["timeout"]+x.Ends[Crashed] > 0:
			partly++
			state = "partly"
			for _, why := range x.Outside {
				reasons[why]++
			}
		default:
			full++
		}
		if x.Repeats == "differs" {
			differ++
			state += " differs"
		}
		if x.Fresh {
			state += " fresh"
		}
		bad := x.Executions - x.Ends["pass"] - x.Ends["skip"]
		if bad > 0 {
			failed++
		}
		if bad > 0 || x.Repeats == "differs" || x.Fresh || *trialVerbose {
			fmt.Printf("%s %s: %s %v points %d threads %d %v\n", x.Package, x.Test, state, x.Ends, x.Points/x.Executions,
				x.Threads, time.Duration(x.NS))
		}
	}
	fmt.Printf("%s: %d tests, %d skipped, %d fully controlled, %d partly, %d do not repeat, %d fail, %d executions, %v\n",
		*trialDir, tests, skipped, full, partly, differ, failed, executions, time.Since(begin).Round(time.Millisecond))
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Printf("    outside %d: %s\n", reasons[why], why)
	}
}
