package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/mover"
)

// Atomicities generates the elements of mover.Domain.
func Atomicities() *rapid.Generator[mover.Atomicity] {
	return rapid.Map(rapid.Uint8Range(0, uint8(mover.Compound)),
		func(a uint8) mover.Atomicity { return mover.Atomicity(a) })
}
