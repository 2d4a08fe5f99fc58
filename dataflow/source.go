package dataflow

import (
	"context"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// Shared is what is solved for a program, once for all analyses that run over its paths. Analyses may share it side by
// side as far as what they require has no cost in common. With nothing but a Program, nothing is solved yet.
type Shared = ground.Shared

// Prepare solves what several analyzers require together, so that it is not solved for each of them. The more they
// require, the more calls are told apart. A checker that gives up where too much comes together may say a little more
// then than it says alone. Of one that cannot be made Fixpoint says why.
func Prepare(ctx context.Context, s *Shared, analyzers ...*Analyzer) error {
	all := &Requires{driver: &paths{}}
	for _, a := range On(OverPaths, analyzers) {
		_, _ = a.made(all)
	}
	_, err := all.driver.(*paths).solve(ctx, s, all.always.cost)
	return err
}

// paths are what answers an analysis over all paths: the facets of the driver itself, and those of a Source.
type paths struct {
	source ground.Source
	world  ground.Paths // nil if there is no source
	judges bool         // a pass came before, or none will follow
}

// from has the source answer, too.
func (p *paths) from(source ground.Source) any {
	if p.source == nil {
		p.source, p.world = source, source.Paths()
	}
	return p.world
}

// solve solves what the source has to find out, and gives what stands for it.
func (p *paths) solve(ctx context.Context, shared *Shared, cost ground.Cost) (solved any, err error) {
	if p.world == nil {
		return nil, nil
	}
	return p.world.Solve(ctx, shared, cost)
}

// pass begins a pass. Without a source each function is one frame, and each handler is reached: what is thrown, and
// where, is known to sources only.
func (p *paths) pass(prog envs.Program, solved any, cost ground.Cost) *ground.Ground {
	if p.world != nil {
		return p.world.Pass(solved, cost)
	}
	at := &fixpoint.At{Prog: prog}
	return &ground.Ground{Env: at, At: at, Below: fixpoint.Ground(prog), Roots: fixpoint.Roots(prog, prog.Roots()...),
		Steady: func() bool { return true }}
}

func (p *paths) Moment() envs.Moment                   { return 0 }
func (p *paths) Gathers() bool                         { return !p.judges }
func (p *paths) Judges() bool                          { return p.judges }
func (p *paths) MayFail(*envs.Check) bool              { return true }
func (p *paths) MustFail(*envs.Check) bool             { return false }
func (p *paths) Known(envs.Term) (machine.Value, bool) { return machine.Value{}, false }
