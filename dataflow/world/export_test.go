package world

import (
	"context"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// FixpointAnyOrder is dataflow.Fixpoint by an engine that follows no paths. The engine keeps a state at every point. It
// takes roots, frames and their pending points in the order that pick draws. The locks held are solved in the usual
// order, and shown at every point. A stack of locks does not always change monotonically, since a release of a lock
// without a name is a guess. So another order of solving locks might change the precision.
func FixpointAnyOrder[S lattice.Mergeable[S]](prog envs.Program, name string,
	algorithm func(*dataflow.Requires) dataflow.Analysis[S], pick func(n int) int) (*dataflow.Result, error) {
	ctx := context.Background()
	a := dataflow.NewAnalyzer(name, "", algorithm)
	var cost ground.Cost
	for c, facet := range map[ground.Cost]dataflow.AnyFacet{
		needAccesses: Memory, needOrder: Races, needSegments: Segments, needLockSets: LockSets, needMeetings: Meetings,
		needSequence: Sequence,
	} {
		if a.Requires(dataflow.OverPaths, facet) {
			cost |= c
		}
	}
	v, err := solveContexts(ctx, prog, cost)
	if err != nil {
		return nil, err
	}
	shared := dataflow.Share(prog)
	shared.Of(source{}, func() any {
		all := newContexts(prog)
		all.variants = append(all.variants, v)
		return all
	})
	return dataflow.Fixpoint(ctx, prog, name, algorithm,
		dataflow.Options{Shared: shared, Options: fixpoint.Options{Pick: pick}})
}

// Unrecalled is who answers a facet over all paths and finds each answer anew.
func Unrecalled[Q any](answers Q) Q {
	v := *any(answers).(*staticEnv)
	v.recall = recall{number: 1 << 30}
	return any(&v).(Q)
}
