package driver

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// example is what the command does when it is given no arguments; nil if what it
// needs is not here.
func example() []string {
	const dir = "./examples/bank"
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return []string{"compare", "-run", dir}
}

// splitTestFlags leaves in cfg what the tests of Go packages take themselves, and
// notes the flags for building them.
func (in *invocation) splitTestFlags(cfg *runConfig) (err error) {
	if cfg.Test {
		in.opts.build, cfg.Args, err = gorun.SplitFlags(cfg.Args)
	}
	return err
}

// goRuns is the dynamic side of Go packages: the main package, or the tests of one
// package after the other.
type goRuns struct {
	prog *gosrc.Program
	cfg  gosrc.Config

	build   *gorun.Build // made when the first run starts, removed after the last
	watched *gorun.Build // the same, but it stays
	stop    func() bool
}

// instead adds to the error that there is nothing to run which command runs what there may be.
func (in *invocation) instead(err error) error {
	var command string
	switch {
	case errors.Is(err, gorun.ErrNoMain):
		command = map[string]string{"run": "test", "compare": "compare without -run", "record": "record -test", inferring: inferring + " -test"}[in.verb.name]
	case errors.Is(err, gorun.ErrNoTests):
		command = map[string]string{"test": "run", "compare": "compare -run", "record": "record without -test", inferring: inferring + " -run"}[in.verb.name]
	default:
		return err
	}
	return fmt.Errorf("%w (%s %s)", err, in.name, command)
}

func (g *goRuns) Plan(_ context.Context, cfg runConfig) ([]string, error) {
	return gorun.Runs(g.prog, cfg.Test)
}

func (g *goRuns) Start(ctx context.Context, cfg runConfig, i int) (session, error) {
	if g.build == nil {
		c := gorun.Config{
			Dir: g.cfg.Dir, BuildFlags: g.cfg.BuildFlags, Env: g.cfg.Env, Tests: cfg.Test,
			Stdin: cfg.Stdin, Stdout: cfg.Stdout, Stderr: cfg.Stderr,
			All: cfg.Needs.Everywhere, Checks: cfg.Needs.Checks,
			Accesses: cfg.Needs.Asks.Memory(), Order: cfg.Needs.Asks.Ordering(),
			Meetings: cfg.Needs.Asks.Has(dataflow.Meetings),
		}
		if cfg.Selects != nil {
			if cfg.Needs.Asks.Has(dataflow.Whole) {
				c.Omit = gorun.Select(cfg.Selects(g.prog))
			} else {
				c.Omit = gorun.Sample(cfg.Selects(g.prog))
				c.Calls = cfg.Calls
			}
		}
		c.Elements, c.Ways, c.Rounds = cfg.Elements, cfg.Ways, cfg.Rounds
		if cfg.Test {
			c.TestFlags = cfg.Args
		} else {
			c.Args = cfg.Args
		}
		b, err := gorun.Prepare(ctx, g.prog, c)
		if err != nil {
			return nil, err
		}
		g.build, g.watched, g.stop = b, b, context.AfterFunc(ctx, func() { b.Close() })
	}
	return &goRun{g.build.Session(ctx, i), ctx, g, i == len(g.build.Runs())-1 && cfg.Last}, nil
}

func (g *goRuns) Watched(p envs.Point) (envs.Point, string) { return g.watched.Watched(p) }

// Probes tells which accesses to memory are watched, and why others need not be.
func (g *goRuns) Probes() string {
	if g.watched == nil {
		return ""
	}
	if n := g.watched.Accesses(); n.All > 0 {
		return n.String()
	}
	return ""
}

// goRun is one of the runs.
type goRun struct {
	*gorun.Session
	ctx  context.Context
	runs *goRuns
	last bool
}

func (r *goRun) Kept() []Kept {
	var kept []Kept
	for _, k := range r.Session.Kept() {
		kept = append(kept, Kept(k))
	}
	return kept
}

func (r *goRun) Wait() (int, error) {
	exit, err := r.Session.Wait()
	if (r.last || r.ctx.Err() != nil) && r.runs.build != nil {
		r.runs.stop()
		err = errors.Join(err, r.runs.build.Close())
		r.runs.build = nil
	}
	return exit, err
}
