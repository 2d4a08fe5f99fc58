package session

import (
	"errors"
	"fmt"
	"math"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// Textual is the environment of .plx files, which hold a program of the textual IR each. Their main is run under one
// schedule after another.
func Textual() Environment { return Files("plx", ".plx", "the textual IR", parseTextual) }

func parseTextual(name, text string) (*Program, error) {
	prog, err := ir.Parse(name, text)
	if err != nil {
		return nil, err
	}
	explored := func(cfg *RunConfig) Scheduled { return scheduled(name, prog, cfg) }
	run := func(cfg *RunConfig, seed uint64) (envs.Run, func() error) {
		x := prog.Run(seed, ir.Options{Elements: elements(cfg)})
		return x, func() error { return EndOf(name, prog, x.Result()) }
	}
	return &Program{Code: prog, Schedules: explored, Runner: Schedules(name, run)}, nil
}

// elements is how many elements of an array are told apart.
func elements(cfg *RunConfig) int {
	if n := cfg.elements(); n != 0 {
		return n
	}
	return math.MaxInt
}

func scheduled(name string, prog *ir.Program, cfg *RunConfig) Scheduled {
	var events []envs.Event
	s := prog.System(ir.Options{
		Elements: elements(cfg),
		MaxSteps: 100_000,
		Events:   func(ev envs.Event) { events = append(events, ev) },
		Begins:   func() { events = events[:0] },
	})
	var res *ir.Result
	return Scheduled{
		System: s,
		Events: func() []envs.Event {
			res = s.Result() // which says in the events who waits for good
			return events
		},
		Ended: func() error { return EndOf(name, prog, res) },
	}
}

// EndOf is how a run of the program with that name failed. There is an error for each thread that cannot go on, or that
// an exception ends, at its place. If the run has come to a limit, the error says so.
func EndOf(name string, prog *ir.Program, res *ir.Result) error {
	var errs []error
	fail := func(pos envs.Position, format string, args ...any) {
		errs = append(errs, Problem{Pos: pos, Message: fmt.Sprintf(format, args...)})
	}
	for _, u := range res.Uncaught {
		fail(prog.Position(u.At), "uncaught exception %s ends a thread", u.Value)
	}
	switch res.End {
	case ir.Deadlock:
		for _, b := range res.Blocked {
			fail(prog.Position(b.At), "deadlock: a thread cannot go on here")
		}
	case ir.ThreadLimit:
		fail(envs.Position{File: name}, "stopped after %d threads", res.Threads)
	case ir.StepLimit:
		fail(envs.Position{File: name}, "stopped after %d operations", res.Steps)
	}
	return errors.Join(errs...)
}
