package session_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/stale"
)

// Both sides of a program, laid beside each other.
func Example() {
	ctx := context.Background()
	s := &session.Session{Checkers: []*dataflow.Analyzer{stale.Analyzer()}, Dir: "../bank"}
	programs, err := s.Open(ctx, session.Source{Patterns: []string{"bank.plx"}, Runs: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range programs {
		paths, err := p.Check(ctx)
		if err != nil {
			log.Fatal(err)
		}
		runs, err := p.Watch(ctx, session.RunConfig{Schedules: 20, Count: true})
		if err != nil {
			log.Fatal(err)
		}
		for _, row := range session.Compare(paths, runs) {
			fmt.Printf("%s: %s: %s\n", row.Class, row.Shown.Pos, row.Shown.Func)
		}
	}
	// Output:
	// confirmed: bank.plx:25:5: depositSlowly
	// confirmed: bank.plx:44:6: withdrawHopefully
	// not exercised: bank.plx:56:10: raiseInterest
}

// Runs are recorded once, and looked at later by other checkers.
func ExampleSession_Replay() {
	ctx := context.Background()
	s := &session.Session{Checkers: []*dataflow.Analyzer{eraser.Analyzer()}}
	programs, err := s.Open(ctx, session.Source{Patterns: []string{"testdata/counter.plx"}, Runs: true})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := programs[0].Record(ctx, &file, session.RunConfig{Schedules: 3}); err != nil {
		log.Fatal(err)
	}

	s.Checkers = []*dataflow.Analyzer{race.Analyzer()}
	t, err := s.OpenTrace("counter.plxt", &file, false)
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	seen, err := s.Replay(ctx, t, session.ReplayConfig{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range seen.Findings {
		fmt.Printf("%d runs: %s: %s\n", len(seen.Runs), f.Pos, f.Message)
	}
	// Output:
	// 3 runs: testdata/counter.plx:4:2: hits is written, and nothing orders that with another thread's access
}

// Errors have places in the files that they are about.
func ExampleProblems() {
	s := &session.Session{}
	_, err := s.Open(context.Background(), session.Source{Patterns: []string{"testdata/broken.plx", "testdata/none.plx"}})
	for _, p := range session.Problems(err) {
		fmt.Println(p.Pos.File, p.Pos.Line, p.Message)
	}
	// Output:
	// testdata/broken.plx 2 y is never assigned: there is no register, variable or object of this name
	// testdata/broken.plx 2 no class has a field nothing
	// testdata/broken.plx 3 there is no func nobody
	// testdata/none.plx 0 no such file or directory
}
