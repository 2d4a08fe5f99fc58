package driver

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/examples/session"
)

// exploring are the flags of the verb explore.
type exploring struct {
	by, schedule                          string
	executions, steps, depth, preemptions int
	seed                                  uint64
}

func exploringFlags(f *flag.FlagSet, o *options) {
	x := &o.explore
	f.StringVar(&o.dir, "C", ".", "the `folder` to work in; all names are relative to it")
	f.StringVar(&x.by, "by", "dpor", "the `strategy` that chooses schedules: "+strings.Join(explore.Names(), ", "))
	f.StringVar(&x.schedule, "schedule", "", "execute one `schedule` only, as findings name it")
	f.IntVar(&x.executions, "executions", 0,
		"make at most `n` executions; 0 means any number, or 1000 of those that are drawn")
	f.IntVar(&x.steps, "steps", 0, "cut an execution after `n` operations at which others could go on; 0 means 10,000")
	f.IntVar(&x.depth, "depth", 3, "the `depth` of the defects that pct looks for: how many "+
		"events must be in a certain order")
	f.IntVar(&x.preemptions, "preemptions", -1,
		"leave out schedules in which more than `n` times a thread is set aside that could go on; -1 leaves out none")
	f.Uint64Var(&x.seed, "seed", 1, "the `seed` from which schedules are drawn")
}

// explore is the verb.
func (in *invocation) explore() error {
	if err := in.wantPatterns(); err != nil {
		return err
	}
	x := in.opts.explore
	if x.executions < 0 || x.steps < 0 || x.depth < 1 || x.preemptions < -1 {
		return errors.New("explore: -executions and -steps are numbers or 0, -depth is at least 1, -preemptions at least -1")
	}
	for _, p := range in.open(false, true) {
		cfg := session.ExploreConfig{
			Run: session.RunConfig{
				Elements: session.UsualElements, Offline: in.opts.offline, Stdout: in.stdout, Stderr: in.stderr,
			},
			Options: explore.Options{Executions: x.executions, Steps: x.steps},
		}
		var err error
		if cfg.Strategy, err = x.strategy(); err != nil {
			return err
		}
		in.assume(p, session.Runs, cfg.Run)
		r, of, err := p.Explore(in.ctx, cfg)
		in.problem(err)
		if r != nil {
			in.out.Explored = append(in.out.Explored, of)
			in.addFindings(r.Findings)
		}
	}
	in.mark(aPart)
	return nil
}

// strategy is the strategy that the flags ask for.
func (x *exploring) strategy() (explore.Strategy, error) {
	if x.schedule != "" {
		schedule, err := explore.ParseSchedule(x.schedule)
		if err != nil {
			return nil, fmt.Errorf("-schedule: %w", err)
		}
		return explore.NewReplay(schedule), nil
	}
	n := x.executions
	if n == 0 {
		n = 1000
	}
	s, err := explore.Named(x.by, explore.Config{
		Seed: x.seed, Executions: n, Depth: x.depth, Preemptions: x.preemptions,
	})
	if err != nil {
		return nil, fmt.Errorf("-by: %w", err)
	}
	return s, nil
}

// explored says which executions were made, of a program that is named if there are several.
func explored(x session.Explored, named bool) string {
	text := Plural(x.Executions-x.Redundant, "execution")
	if named {
		text = x.Name + ": " + text
	}
	if x.Complete {
		return text + " (every schedule is covered)"
	}
	return text + " (not every schedule is covered: " + x.Why + ")"
}
