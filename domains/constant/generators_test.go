package constant_test

import (
	"github.com/seed38182bad/parallax/domains/constant"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// constants generates the constants of kind k, and now and then the element that
// knows the kind only.
func constants(k machine.Kind) *rapid.Generator[constant.Constant] {
	known := rapid.Map(domaintest.Values(k), constant.Of)
	return rapid.OneOf(known, known, known, rapid.Just(constant.Domain{}.All(k)))
}
