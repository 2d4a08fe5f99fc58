//go:build !linux

package wire

import "errors"

// A Ring is shared memory through which one program with probes is observed.
type Ring struct{}

// RingOptions are sizes.
type RingOptions struct{ Chunks, Behind int }

// A RingStat counts what happened in a ring so far.
type RingStat struct{ Goroutines, Chunks, Lost, Skipped uint64 }

// NewRing fails: programs can be observed on Linux only.
func NewRing(RingOptions) (*Ring, error) {
	return nil, errors.New("ring: programs can be observed on Linux only; replay a recorded file instead")
}

func (r *Ring) Env() string                          { return "" }
func (r *Ring) Writer() (pid int, identity uint64)   { return 0, 0 }
func (r *Ring) Stat() RingStat                       { return RingStat{} }
func (r *Ring) Close() error                         { return nil }
func (r *Ring) Batches(done <-chan struct{}) Batches { return func(func(Batch, error) bool) {} }
