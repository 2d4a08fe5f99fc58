package domaintest

import (
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// Congruences generates congruences of kind k. Small moduli, powers of two, and those
// that leave two or three values come up often; now and then there is none, and the element
// is bottom.
func Congruences(k machine.Kind) *rapid.Generator[congruence.Congruence] {
	return rapid.Custom(func(t *rapid.T) congruence.Congruence {
		modulus := trim(k, Values(k).Draw(t, "modulus").Bits())
		switch rapid.IntRange(0, 3).Draw(t, "what modulus") {
		case 0:
			modulus = rapid.Uint64Range(1, 12).Draw(t, "small modulus")
		case 1:
			modulus &= -modulus
		case 2:
			modulus = trim(k, ^uint64(0))/rapid.Uint64Range(1, 3).Draw(t, "how often it fits") - rapid.Uint64Range(0, 2).Draw(t,
				"less")
		}
		modulus = max(modulus, 1)
		c, err := congruence.New(k, modulus, trim(k, Values(k).Draw(t, "rest").Bits())%modulus)
		if err != nil {
			t.Fatal(err)
		}
		return c
	})
}
