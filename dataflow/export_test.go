package dataflow

import (
	"context"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// FixpointAnyOrder is Fixpoint by an engine that follows no paths: it keeps a
// state at every point and takes roots, frames and their pending points in the order that pick draws.
// The locks held are solved in the usual order and shown at every point: how a
// stack of locks changes is not monotone in all cases (a release of a lock
// without a name is a guess), so there the order may show in the precision.
func FixpointAnyOrder[S lattice.Mergeable[S]](prog envs.Program, name string,
	algorithm func(*Requires) Analysis[S], pick func(n int) int) (*Result, error) {
	an := plan(&staticEnv{}, algorithm)
	c, err := solveContexts(context.Background(), prog, an.needs, seeAll)
	if err != nil {
		return nil, err
	}
	if an.needs&(needAccesses|needOrder) != 0 {
		if err := c.collect(context.Background()); err != nil {
			return nil, err
		}
	}
	return Fixpoint(context.Background(), prog, name, algorithm,
		Options{Contexts: c, Options: fixpoint.Options{Pick: pick}})
}

// seeAll has the chart drawn from what is seen at every point.
func seeAll(c *Contexts, e *fixpoint.Engine[*locks]) {
	at := map[siteKey]*locks{}
	c.at = at
	e.Watch = func(f *fixpoint.Frame[*locks], pc int32, s *locks) { at[siteKey{f.ID(), pc}] = s.Clone() }
}

// Unrecalled is who answers a facet over all paths and finds each answer anew.
func Unrecalled[Q any](answers Q) Q {
	v := *any(answers).(*staticEnv)
	v.recall = recall{number: 1 << 30}
	return any(&v).(Q)
}

// FixpointCold is Fixpoint by an engine that evicts what a frame of an analysis with Enter keeps whenever it is not
// worked on.
func FixpointCold[S lattice.Mergeable[S]](prog envs.Program, name string,
	algorithm func(*Requires) Analysis[S]) (*Result, error) {
	return Fixpoint(context.Background(), prog, name, algorithm, Options{Options: fixpoint.Options{MaxWarm: -1}})
}
