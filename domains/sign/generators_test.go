package sign_test

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/sign"
	"pgregory.net/rapid"
)

// signs generates the sets of signs of kind k that are not empty.
func signs(k machine.Kind) *rapid.Generator[sign.Sign] {
	var elements []sign.Sign
	for set := range sign.Set(8) {
		if s, err := sign.New(k, set); err == nil && set != 0 {
			elements = append(elements, s)
		}
	}
	return rapid.SampledFrom(elements)
}
