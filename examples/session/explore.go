package session

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
)

// An ExploreConfig says which schedules to explore.
type ExploreConfig struct {
	// Run says what the checkers see of each execution. Its Seed, Times and Schedules do not matter.
	Run RunConfig
	// Strategy chooses schedules.
	Strategy explore.Strategy
	explore.Options
	// Shrink is how many executions may be made more for each finding, to show it with fewer switches.
	Shrink int
}

// Explored is what came of it.
type Explored struct {
	Name       string `json:"name"` // of the program
	Executions int    `json:"executions"`
	Redundant  int    `json:"redundant,omitempty"` // executions that were given up, since nothing new could follow
	Steps      int    `json:"steps"`               // operations at which others could go on, in all executions
	// Ends says of a test how executions have ended, and how many have left goroutines behind.
	Ends map[string]int `json:"ends,omitempty"`
	// Complete says that every schedule is covered. Why says, if not, what was left out.
	Complete bool   `json:"complete"`
	Why      string `json:"why,omitempty"`
	// Outside says what a test has waited for that is not controlled.
	Outside []string `json:"outside,omitempty"`
	// Processes says that each execution of a test had a process of its own. Kept says of other tests why executions find
	// package variables as the one before has left them; it is empty if they do not.
	Processes bool   `json:"processes,omitempty"`
	Kept      string `json:"kept,omitempty"`
	// Native says how a test of which all executions fail ends without control: "pass", "fail" or "timeout".
	Native string `json:"native,omitempty"`
}

// Explore executes the program under one schedule after another, and shows each execution to the checkers. Executions
// that are given up since nothing new could follow are not shown.
func (p *Program) Explore(ctx context.Context, cfg ExploreConfig) (r *Result, of Explored, err error) {
	err = Guard(func() (err error) {
		r, of, err = p.explore(ctx, cfg)
		return err
	})
	return r, of, err
}

// mergeAt is how many findings are kept before those are merged that are the same.
const mergeAt = 4096

func (p *Program) explore(ctx context.Context, cfg ExploreConfig) (*Result, Explored, error) {
	of := Explored{Name: p.Name}
	if p.Schedules == nil {
		return nil, of, Problem{Pos: envs.Position{File: p.Name}, Message: "schedules can be explored of .plx files only"}
	}
	run := &cfg.Run
	p.prepareOn(dataflow.OverSchedules, run)
	whole := whole(run)
	if len(run.checkers) == 0 {
		return nil, of, run.unmade
	}
	r, trouble, s := p.result(run.checkers), newTally(0), p.Schedules(run)
	report := explore.Run(s.System, cfg.Strategy, cfg.Options, func(x explore.Execution) bool {
		if x.End == explore.Redundant {
			return ctx.Err() == nil
		}
		trouble.all++
		known, schedule := len(r.Findings), x.Schedule.String()
		name := fmt.Sprintf("%s -schedule %q", p.Name, schedule)
		r.watch(ctx, s.execution(x.End == explore.Cut, p.Name), name, whole, trouble)
		r.Runs = r.Runs[:len(r.Runs)-1] // there are too many to list them
		for i := range r.Findings[known:] {
			r.Findings[known+i].Schedule = schedule
		}
		if len(r.Findings) > mergeAt {
			r.Findings = merge(r.Findings, p.Code.Position)
		}
		return ctx.Err() == nil
	})
	of.Executions, of.Redundant, of.Steps = report.Executions, report.Redundant, report.Steps
	of.Complete, of.Why = report.Complete, report.Why
	if replay, ok := cfg.Strategy.(*explore.Replay); ok {
		trouble.add(p.Name, replay.Err())
	} else {
		r.Findings = merge(r.Findings, p.Code.Position)
		for _, f := range r.Findings {
			if less, ok := p.shrunk(ctx, cfg, s, run.checkers, whole, f); ok {
				r.Findings = append(r.Findings, less)
			}
		}
	}
	if ctx.Err() != nil {
		of.Why = "it was interrupted"
	}
	return r, of, errors.Join(run.unmade, trouble.err(), r.finish(run.needs))
}

// shrunk makes executions with fewer and fewer switches that show a finding. It gives the finding as the last of them
// shows it, if the schedule is shorter. Some checkers learn from one execution to the next; what they find is left out.
func (p *Program) shrunk(ctx context.Context, cfg ExploreConfig, s Scheduled, checkers []*dataflow.Analyzer, whole bool,
	f envs.Finding) (less envs.Finding, ok bool) {
	by := slices.IndexFunc(checkers, func(a *dataflow.Analyzer) bool { return a.Name == f.Checker })
	if cfg.Shrink == 0 || f.Schedule == "" || by < 0 || checkers[by].Informs {
		return less, false
	}
	schedule, err := explore.ParseSchedule(f.Schedule)
	if err != nil {
		return less, false
	}
	shows := func(by explore.Strategy) (made explore.Schedule, same bool) {
		r := p.result(checkers)
		explore.Run(s.System, by, cfg.Options, func(x explore.Execution) bool {
			made = slices.Clone(x.Schedule)
			r.watch(ctx, s.execution(x.End == explore.Cut, p.Name), p.Name, whole, newTally(0))
			return false
		})
		for _, g := range r.Findings {
			if g.Key() == f.Key() && g.Pos == f.Pos && ctx.Err() == nil {
				g.Schedule, g.Runs = made.String(), 0
				less = g
				return made, true
			}
		}
		return made, false
	}
	best := schedule.Shrink(cfg.Shrink, shows).String()
	return less, less.Schedule == best && best != f.Schedule && shorter(f.Schedule, best) == best
}

// whole reports whether executions are shown once they are over.
func whole(run *RunConfig) bool {
	return run.Offline || slices.ContainsFunc(run.checkers, func(a *dataflow.Analyzer) bool {
		return a.Only == dataflow.OverSchedules
	})
}

// kept are the events of a run that is over.
type kept []envs.Event

// Events gives them all.
func (k kept) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for _, ev := range k {
			if !yield(ev, nil) {
				return
			}
		}
	}
}

// execution is the present execution as one that is watched.
func (s *Scheduled) execution(cut bool, name string) *Execution {
	events := s.Events()
	return &Execution{
		again: kept(events),
		Each: func(f func(*envs.Event) bool) error {
			for i := range events {
				if !f(&events[i]) {
					break
				}
			}
			return nil
		},
		Wait: func() (int, error) {
			err := s.Ended()
			if cut && err == nil {
				const why = "an execution was cut, at the limit of steps or the end of the schedule"
				err = Problem{Pos: envs.Position{File: name}, Message: why}
			}
			if err != nil {
				return 1, err
			}
			return 0, nil
		},
	}
}
