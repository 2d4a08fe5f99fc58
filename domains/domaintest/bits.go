package domaintest

import (
	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// Bits generates known bits of kind k: a value of which a few, some or most bits
// are unknown.
func Bits(k machine.Kind) *rapid.Generator[bits.Bits] {
	return rapid.Custom(func(t *rapid.T) bits.Bits {
		unknown := Values(k).Draw(t, "unknown").Bits()
		switch rapid.IntRange(0, 3).Draw(t, "how much is known") {
		case 0:
			unknown = 0
			for range 2 {
				unknown |= 1 << rapid.IntRange(0, k.Bits()-1).Draw(t, "unknown bit")
			}
		case 1:
			unknown = ^unknown
		}
		b, err := bits.New(k, trim(k, Values(k).Draw(t, "value").Bits()&^unknown), trim(k, unknown))
		if err != nil {
			t.Fatal(err)
		}
		return b
	})
}

// trim cuts digits to the width of k.
func trim(k machine.Kind, digits uint64) uint64 { return digits & (1<<k.Bits() - 1) }
