package gorun

import (
	"context"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/plan"
)

// Compile builds the binary of a run.
func (b *Build) Compile(ctx context.Context, i int) error {
	_, err := b.binary(ctx, i)
	return err
}

// Probed is how many functions have probes.
func (b *Build) Probed() int {
	n := 0
	for id := range b.prog.NumFuncs() {
		if b.view.Probed(envs.FuncID(id)) {
			n++
		}
	}
	return n
}

// Counts are the counts that Accesses says.
func (b *Build) Counts() plan.Accesses { return b.plans.Accesses(b.view) }

// Misfits is how many of them did not fit the operations of the program: 0 unless there is a defect.
func (s *Session) Misfits() uint64 { return s.misfits }

// Records is how many records were read.
func (s *Session) Records() uint64 { return s.records }

// Delays is how often goroutines were to be delayed in the latest run, and for how long in all.
func (s *Session) Delays() (n uint64, all time.Duration) { return s.delays, s.delayed }
