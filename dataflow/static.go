package dataflow

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// Options tune the fixpoint engine. The zero Options are good.
type Options struct {
	fixpoint.Options
	// Contexts is what SolveContexts found for the program, if it is to be used
	// again; nil means that Fixpoint solves it.
	Contexts *Contexts
	// Progress, if not nil, is told now and then how many of the roots are done.
	Progress func(done, all int)
}

// A Result is what Fixpoint found.
type Result struct {
	Findings []envs.Finding
	Stats    fixpoint.Stats
}

// Fixpoint runs a checker over all paths of a program. The findings are sorted;
// they do not depend on the order in which the engine worked. An error ends the
// analysis: ctx was cancelled (its error), the checker panicked (*PanicError) or
// did not converge (*DivergenceError); what was found up to then is returned
// with it.
func Fixpoint[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string,
	algorithm func(*Requires) Analysis[S], opts Options) (*Result, error) {
	env := &staticEnv{}
	return overPaths(ctx, prog, name, plan(env, algorithm), env, opts)
}

// overPaths is Fixpoint for an analysis whose questions env answers.
func overPaths[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string, an Analysis[S],
	env *staticEnv, opts Options) (*Result, error) {
	if err := an.check(name); err != nil {
		return &Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return &Result{}, err
	}
	c := opts.Contexts
	if c != nil && c.prog != prog {
		return &Result{}, fmt.Errorf("checker %q: the contexts are those of another program", name)
	}
	if c == nil {
		var err error
		if c, err = newContexts(prog).needing(ctx, an.needs); err != nil {
			return &Result{}, err
		}
	}
	c, err := c.needing(ctx, an.needs)
	if err != nil {
		return &Result{}, err
	}
	var e *fixpoint.Engine[S]
	for judges := !an.staged || an.Gather.Again == nil; ; judges = true {
		e, err = pass(ctx, an, env, opts, c, judges, e)
		if again := an.Gather.Again; err != nil || again == nil || !again() && judges {
			findings, late := findings(e, an, prog, name) // of the last pass only: its findings are those that count
			if err == nil {
				err = late
			}
			return &Result{findings, e.Stats()}, err
		}
	}
}

// pass goes through a program, with contexts that are solved. judges says that verdicts are due. before is the engine of the pass before, if there was
// one.
func pass[S lattice.Mergeable[S]](ctx context.Context, an Analysis[S], env *staticEnv, opts Options, c *Contexts, judges bool,
	before *fixpoint.Engine[S]) (*fixpoint.Engine[S], error) {
	*env = staticEnv{At: fixpoint.At{Prog: c.prog}, contexts: c, needs: an.needs, judges: judges}
	at := &position{c: c, env: env}
	can := abilitiesOf(an)
	opts.Shapes = c.shapes
	below, roots, err := overLayers(ctx, c, at, an.layers, &env.At)
	if err != nil {
		return fixpoint.NewAbove(ctx, at, env, &env.At, can.overPaths(at), opts.Options), err
	}
	e := fixpoint.NewAbove(ctx, below, env, &env.At, can.overPaths(at), opts.Options)
	e.Retain(before)
	if opts.Pick == nil && bySites(&an, c) {
		return e, overSites(e, env, c.accesses.sites)
	}
	return e, e.SolveRoots(roots, opts.Progress)
}

// findings groups all reports by function, kind and cause.
func findings[S lattice.Mergeable[S]](e *fixpoint.Engine[S], an Analysis[S], prog envs.Program,
	name string) (_ []envs.Finding, err error) {
	g := newGrouper(prog, name)
	err = e.Reports(func(at envs.Point, r envs.Report) { g.add(at, r, 0) })
	an.finish(prog, g)
	return g.findings(), err
}
