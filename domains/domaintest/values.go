package domaintest

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// Kinds generates the kinds of integers, the 8-bit ones every other time: they
// have the fewest values, so that elements drawn for them are related most often.
func Kinds() *rapid.Generator[machine.Kind] {
	return rapid.OneOf(rapid.SampledFrom([]machine.Kind{machine.Int8, machine.Uint8}), rapid.SampledFrom(machine.Kinds()))
}

// Values generates values of kind k. Values near zero, near the least and the
// greatest value of the kind, and near powers of two come up often.
func Values(k machine.Kind) *rapid.Generator[machine.Value] {
	near := rapid.Int64Range(-3, 3)
	return rapid.Custom(func(t *rapid.T) machine.Value {
		switch rapid.IntRange(0, 5).Draw(t, "where") {
		case 0, 1:
			return k.Of(rapid.Int64Range(-10, 10).Draw(t, "small"))
		case 2:
			return k.Bitwise(k.Min().Bits() + uint64(near.Draw(t, "from the least")))
		case 3:
			power := uint64(1) << rapid.IntRange(0, k.Bits()-1).Draw(t, "power of two")
			return k.Bitwise(power + uint64(near.Draw(t, "from it")))
		case 4:
			power := ^uint64(0) << rapid.IntRange(0, k.Bits()-1).Draw(t, "minus a power of two")
			return k.Bitwise(power + uint64(near.Draw(t, "from it")))
		}
		return k.Bitwise(rapid.Uint64().Draw(t, "bits"))
	})
}

// AnyValues generates values of all kinds.
func AnyValues() *rapid.Generator[machine.Value] {
	return rapid.Custom(func(t *rapid.T) machine.Value {
		return Values(Kinds().Draw(t, "kind")).Draw(t, "value")
	})
}

// AllValues returns the 256 values of an 8-bit kind, in ascending order.
func AllValues(k machine.Kind) []machine.Value {
	all := make([]machine.Value, 256)
	for i := range all {
		all[i] = k.Bitwise(k.Min().Bits() + uint64(i))
	}
	return all
}
