package dataflow

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/layers"
	"github.com/seed38182bad/parallax/lattice"
)

// A layer is a provider below an analysis, over all paths.
type layer interface {
	// solveFor solves the provider for the analysis above a chain, unless that was done before.
	solveFor(ctx context.Context, c *chain) error
	// over puts the layer on a ground: a frame is one of what is below then, and one of the provider.
	over(g *ground.Ground)
	// all reports whether something is so of the provider and of those below it.
	all(is func(Algorithm) bool) bool
}

// A chain is what is below an analysis in all its passes: what its Source has solved, and the providers of facets.
type chain struct {
	shared *Shared
	solved any // by the source
	driver *paths
	cost   ground.Cost
	layers []layer
}

func (c *chain) add(ctx context.Context, layers []layer) error {
	for _, l := range layers {
		if err := l.solveFor(ctx, c); err != nil {
			return err
		}
		c.layers = append(c.layers, l)
	}
	return nil
}

// ground begins a pass.
func (c *chain) ground() *ground.Ground {
	g := c.driver.pass(c.shared.Program, c.solved, c.cost)
	if len(c.layers) > 0 {
		g.Below = layers.Numbered(g.Below)
	}
	for _, l := range c.layers {
		l.over(g)
	}
	return g
}

// provided is a provider that is solved above what a source has solved.
type provided struct {
	facet  any
	solved any
}

// solveFor is part of layer.
func (p *provision[S, Q]) solveFor(ctx context.Context, c *chain) (err error) {
	slot := c.shared.Of(provided{p.facet, c.solved}, func() any { return &once[S]{} }).(*once[S])
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if slot.rows == nil {
		slot.rows, err = p.solve(ctx, c)
	}
	p.rows = slot.rows
	return err
}

// once are the rows of a provider, once they are there.
type once[S lattice.Mergeable[S]] struct {
	mu   sync.Mutex
	rows *layers.Rows[S]
}

// solve solves the provider, for the analysis above a chain and all others that stand on the same ground.
func (p *provision[S, Q]) solve(ctx context.Context, above *chain) (*layers.Rows[S], error) {
	driver := p.inner.driver.(*paths)
	if from := above.driver.source; from != nil {
		driver.from(from)
	}
	c := &chain{shared: above.shared, solved: above.solved, driver: driver, cost: p.inner.always.cost}
	driver.judges = true
	if err := c.add(ctx, p.inner.layers); err != nil {
		return nil, err
	}
	g := c.ground()
	if len(c.layers) == 0 {
		g.Below = layers.Numbered(g.Below)
	}
	can := abilitiesOf(p.Analysis)
	e := fixpoint.NewAbove(ctx, g.Below, g.Env, g.At, can.overPaths(g, c.shared.Program), fixpoint.Options{Keep: true})
	if err := e.SolveRoots(g.Roots, nil); err != nil {
		return nil, named(err, providerOf(p.facet.name))
	}
	rows, err := layers.Record(e, g.Roots)
	*g.At = fixpoint.At{}
	return rows, err
}

// named is an error of the engine that says of which analysis.
func named(err error, of string) error {
	var panicked *fixpoint.PanicError
	var diverged *fixpoint.DivergenceError
	switch {
	case errors.As(err, &panicked):
		panicked.Of = cmp.Or(panicked.Of, of)
	case errors.As(err, &diverged):
		diverged.Of = cmp.Or(diverged.Of, of)
	}
	return err
}

// over is part of layer.
func (p *provision[S, Q]) over(g *ground.Ground) {
	l := &layers.Layer[S]{Inner: g.Below, Rows: p.rows, Cursor: p.view.at, Pairs: &p.pairs}
	g.Below, g.Roots, g.Sites = l, l.Roots(g.Roots, g.At), nil
}
