//go:build !linux

package wire

import (
	"errors"
	"time"

	"github.com/seed38182bad/parallax/envs"
)

// A Ring is shared memory through which one program with probes is observed.
type Ring struct{}

// NewRing fails: programs can be observed on Linux only.
func NewRing() (*Ring, error) {
	return nil, errors.New("ring: programs can be observed on Linux only; replay a recorded file instead")
}

func (r *Ring) Env() string                          { return "" }
func (r *Ring) Perturb(uint64, []envs.Point)         {}
func (r *Ring) Delays() (uint64, time.Duration)      { return 0, 0 }
func (r *Ring) Lost() uint64                         { return 0 }
func (r *Ring) Ending() Ending                       { return Ending{} }
func (r *Ring) Close() error                         { return nil }
func (r *Ring) Batches(done <-chan struct{}) Batches { return func(func(Batch, error) bool) {} }
