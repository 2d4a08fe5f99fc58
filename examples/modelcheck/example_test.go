package modelcheck_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/examples/modelcheck"
	"github.com/seed38182bad/parallax/examples/session"
)

// Function transfer locks both accounts, so that nobody comes in between. But two transfers in opposite directions may
// wait for each other, and then a call that has begun never ends. Of balance nothing is found, and every schedule was
// covered: it is atomic.
func Example() {
	ctx := context.Background()
	s := &session.Session{Checkers: []*dataflow.Analyzer{modelcheck.Analyzer()}}
	programs, err := s.Open(ctx, session.Source{Patterns: []string{"testdata/transfer.plx"}, Runs: true})
	if err != nil {
		log.Fatal(err)
	}
	one := explore.NewDPOR(explore.DPOROptions{}) // schedule of each trace
	found, of, deadlocks := programs[0].Explore(ctx, session.ExploreConfig{Strategy: one})
	fmt.Println("all executions end:", deadlocks == nil)
	fmt.Println(of.Executions, "executions, which cover all schedules:", of.Complete)
	for _, f := range found.Findings {
		fmt.Printf("%s: %s\n", f.Kind, f.Message)
		for _, n := range f.Story {
			fmt.Printf("\tline %d: %s\n", n.Pos.Line, n.Text)
		}
	}
	// Output:
	// all executions end: false
	// 8 executions, which cover all schedules: true
	// definitely-not-atomic: transfer is not atomic: once it has begun, it may never come to its end
	// 	line 9: its thread never goes on from here: it waits for to
}
