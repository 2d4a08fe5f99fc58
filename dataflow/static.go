package dataflow

import (
	"cmp"
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// Options tune the fixpoint engine. The zero Options are good.
type Options struct {
	fixpoint.Options
	// Shared is what is solved for the program, if several analyses are to use it; nil means that Fixpoint solves what the
	// analysis requires.
	Shared *Shared
	// Progress, if not nil, is told now and then how many of the roots are done.
	Progress func(done, all int)
}

// A Result is what Fixpoint found.
type Result struct {
	Findings []envs.Finding
	Stats    fixpoint.Stats
}

// overPaths runs an analysis that was made over all paths of a program; see Analyzer.Fixpoint.
func overPaths[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string, an Analysis[S],
	opts Options) (*Result, error) {
	if err := an.check(checkerNamed(name)); err != nil {
		return &Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return &Result{}, err
	}
	shared := opts.Shared
	switch {
	case shared == nil:
		shared = &Shared{Program: prog}
	case shared.Program != prog:
		return &Result{}, fmt.Errorf("%s: what is shared is about another program", checkerNamed(name))
	}
	driver := an.requires.driver.(*paths)
	solved, err := driver.solve(ctx, shared, an.requires.always.cost)
	if err != nil {
		return &Result{}, err
	}
	chain := &chain{shared: shared, solved: solved, driver: driver, cost: an.requires.always.cost}
	if err := chain.add(ctx, an.requires.layers); err != nil {
		return &Result{}, err
	}
	var e *fixpoint.Engine[S]
	for driver.judges = !an.requires.staged || len(an.requires.tables) == 0; ; driver.judges = true {
		again := false
		if e, err = pass(ctx, an, opts, chain, e); err == nil {
			err = guarded(checkerNamed(name)+", in Again,", func() { again = an.requires.again() })
		}
		if err != nil || !again && driver.judges { // the findings of the last pass are those that count
			fs, late := verdict(prog, name, func(add add) {
				err = cmp.Or(err, e.Reports(func(at envs.Point, r envs.Report) { add(at, r, 0) }))
			}, an.Finish)
			return &Result{fs, e.Stats()}, cmp.Or(err, late)
		}
	}
}

// pass goes through a program, of which all is solved that the analysis requires. before is the engine of the pass
// before, if there was one.
func pass[S lattice.Mergeable[S]](ctx context.Context, an Analysis[S], opts Options, below *chain,
	before *fixpoint.Engine[S]) (*fixpoint.Engine[S], error) {
	g := below.ground()
	can := abilitiesOf(an)
	opts.Shapes = g.Shapes
	e := fixpoint.NewAbove(ctx, g.Below, g.Env, g.At, can.overPaths(g, below.shared.Program), opts.Options)
	e.Retain(before)
	if opts.Pick == nil && g.Sites != nil && an.bySites() {
		if done, err := g.Sites(an.Tuning.Selects, e.Scan); done {
			return e, err
		}
	}
	return e, e.SolveRoots(g.Roots, opts.Progress)
}

// bySites reports whether it may be enough to show the analysis accesses, each once in each surrounding: it keeps
// nothing in frames.
func (a *Analysis[S]) bySites() bool {
	_, stateless := any(a).(*Analysis[Nothing])
	return stateless && a.Tuning.Selects != nil && a.Return == nil && a.Enter == nil && a.Branch == nil &&
		a.Tuning.Skip == nil && len(a.requires.layers) == 0
}
