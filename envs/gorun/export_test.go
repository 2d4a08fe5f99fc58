package gorun

import "context"

// Compile builds the binary of a run.
func (b *Build) Compile(ctx context.Context, i int) error {
	_, err := b.binary(ctx, i)
	return err
}

// Probed is how many functions have probes.
func (b *Build) Probed() int {
	n := 0
	for _, p := range b.view.probed {
		if p {
			n++
		}
	}
	return n
}

var TestFlags = testFlags
