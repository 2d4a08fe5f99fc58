package world

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A lock that is known by the way from what is accessed is told of so that nobody has to know
// how ways are written.
func TestWaysAreSaid(t *testing.T) {
	path := func(steps string) *envs.Path { return &envs.Path{Root: envs.AtParam, Steps: steps} }
	for said, from := range map[string][2]string{
		"the object itself":   {".a", ".a"},
		"mu of its object":    {"", ".mu"},
		"in.mu of its object": {".a", ".a.in.mu"},
		"mu beside count":     {".count", ".mu"},
		"in.mu beside list[]": {".list[3]", ".in.mu"},
		"what holds a.b":      {".a.b", ""},
	} {
		way, _, ok := wayFrom(path(from[0]), path(from[1]))
		require.True(t, ok, from)
		require.Equal(t, said, sayWay(way), "%v is %q", from, way)
	}
}
