package taint

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/hasse"
)

func TestRulesForGo(t *testing.T) {
	r := forGo()
	require.Greater(t, len(r.names), 100)
	for name := range r.names {
		require.NotEmpty(t, packageOf(name), name)
	}
}

// What a file says itself replaces what it includes.
func TestInclude(t *testing.T) {
	r, err := parseRules("r",
		"include go\nclean os.Getenv none\nsink os.Open(0) none\nsource strconv.Atoi local\nopaque bytes")
	require.NoError(t, err)
	level := func(name string) int {
		return slices.IndexFunc(r.elements, func(e hasse.Element) bool { return e.String() == name })
	}
	require.Equal(t, rule{clean: 0}, bare(r.names["os.Getenv"]))
	require.Equal(t, rule{clean: -1, source: level("local")}, bare(r.names["strconv.Atoi"]))
	require.Equal(t, rule{clean: -1, sinks: []bound{{0, 0}}}, bare(r.names["os.Open"]))
	require.Equal(t, rule{clean: -1, sinks: []bound{{0, level("local")}}}, bare(r.names["os.Create"]))
}

func bare(r *rule) rule {
	c := *r
	c.written = nil
	return c
}
