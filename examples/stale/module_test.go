package stale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

// Go, from both sides.
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checkertest.Checker{Analyzer: Analyzer, Flags: []string{"plain=true"}}, "testdata/module")
}

// Copies that go through channels; without the option to send one is a use, and what is received is fresh.
func TestChannels(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checkertest.Checker{Analyzer: Analyzer, Flags: []string{"plain=true", "channels=true"}},
		"testdata/channels")
	static, dynamic := checkertest.Checker{Analyzer: Analyzer, Flags: []string{"plain=true"}}.Both(t, "testdata/channels")
	require.Equal(t, []int{25}, lines(static))
	require.Equal(t, []int{25}, lines(dynamic))
}

func TestChannelsRelaxed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checkertest.Checker{Analyzer: Analyzer, Flags: []string{"channels=true"}}, "testdata/sentrelaxed")
	static, dynamic := checkertest.Checker{Analyzer: Analyzer}.Both(t, "testdata/sentrelaxed")
	require.Empty(t, static)
	require.Empty(t, dynamic)
}

// What options leave out in Go.
func TestGoOptions(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checkertest.Checker{Analyzer: Analyzer,
		Flags: []string{"plain=true", "handover=true", "optimistic=true", "answers=true"}}, "testdata/options")
}
