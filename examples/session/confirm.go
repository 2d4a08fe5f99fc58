package session

import (
	"context"
	"fmt"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/confirm"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A ConfirmConfig says how to look for schedules that show what was found over all paths.
type ConfirmConfig struct {
	// Run selects tests, as "go test -run" does; Flags are flags of the test binary, such as "-test.short".
	Run   string
	Flags []string
	// Executions is how many are made of tests for a finding, and Time how long that may take; as in confirm.Config.
	Executions int
	Time       time.Duration
	// Seed is what schedules follow from.
	Seed uint64
}

// Unseen are rows of what was found over all paths, of which no run tells anything.
func Unseen(paths *Result) []Row {
	none := paths.Program.result(nil)
	return Compare(paths, none)
}

// Confirm looks for schedules that show what was found over all paths of a program of Go packages, in which its tests
// come to that. What a run has confirmed is left as it is. Rows of which one is found become envs.Shown. Of those of
// which nothing else was known it is known then whether tests come to them.
func (p *Program) Confirm(ctx context.Context, rows []Row, cfg ConfirmConfig) error {
	return Guard(func() error { return p.confirm(ctx, rows, cfg) })
}

func (p *Program) confirm(ctx context.Context, rows []Row, cfg ConfirmConfig) error {
	if _, ok := p.Code.(*gosrc.Program); !ok {
		const why = "schedules that show findings are looked for in Go packages only"
		return Problem{Pos: envs.Position{File: p.Name}, Message: why}
	}
	with := confirm.Config{
		Load: goConfig(p.src), Run: cfg.Run, Flags: cfg.Flags, Executions: cfg.Executions, Time: cfg.Time, Seed: cfg.Seed,
		Witness:  p.session.witness,
		Progress: func(what string) { p.session.progress("%s", what) },
	}
	var of []int // indices of rows
	var found []envs.Finding
	for i, r := range rows {
		if r.Class != envs.DynamicOnly && r.Class != envs.Confirmed {
			of, found = append(of, i), append(found, r.Finding)
		}
	}
	attempts, err := confirm.Confirm(ctx, with, found)
	for i, a := range attempts {
		rows[of[i]].tried(a)
	}
	return err
}

// tried takes in what has come of the finding.
func (r *Row) tried(a *confirm.Attempt) {
	switch x := a.Shown; {
	case x != nil:
		r.Class, r.Reason = envs.Shown, ""
		f := r.Finding
		f.Schedule, f.Seed, f.Test, f.Proved, f.Runs = x.Schedule, x.Rand, x.Test.Package+"."+x.Test.Test, true, 1
		f.Story, f.Rank, f.Why = x.Story, 0, nil
		if x.Second != nil {
			f.Second = x.Second.String()
		}
		if x.Source != nil {
			text := x.Test.Test + " is a test that was written for this; -o writes it beside its schedule, with which explore " +
				"takes it in"
			f.Story = append(f.Story, envs.Note{Pos: f.Pos, Text: text})
		}
		if x.End != control.Pass {
			text := fmt.Sprintf("under this schedule %s ends so: %s", x.Test.Test, x.End)
			if said := x.Said(); said != "" {
				text += ": " + said
			}
			if x.Serial {
				text += " (as it does if one call is made behind the other)"
			}
			f.Story = append(f.Story, envs.Note{Pos: f.Pos, Text: text})
		}
		r.Shown = f
		r.Dynamic = append(r.Dynamic, f)
	case r.Class != envs.NotWatched:
	case len(a.Tests) > 0:
		r.Class, r.Reason = envs.NotObserved, ""
	default:
		r.Class, r.Reason = envs.NotExercised, ""
	}
	r.Tried, r.Why, r.Attempt = a.Executions, a.Why, a
	r.Ran = max(r.Ran, a.Ran)
	r.Covered = a.Covered
}

// witness says how an execution shows what a checker finds.
func (s *Session) witness(checker string) envs.Witness {
	for _, a := range s.Checkers {
		if a.Name == checker {
			return a.Witness
		}
	}
	return 0
}
