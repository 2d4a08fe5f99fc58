package dataflow

import (
	"context"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// FixpointCold is Fixpoint by an engine that evicts what a frame of an analysis with Enter keeps whenever it is not
// worked on.
func FixpointCold[S lattice.Mergeable[S]](prog envs.Program, name string,
	algorithm func(*Requires) Analysis[S]) (*Result, error) {
	return Fixpoint(context.Background(), prog, name, algorithm, Options{Options: fixpoint.Options{MaxWarm: -1}})
}
