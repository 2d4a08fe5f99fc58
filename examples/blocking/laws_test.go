package blocking

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states have the paths of two objects and of the frame, some of which are too many to tell.
var states = rapid.Custom(func(t *rapid.T) *state {
	if rapid.IntRange(0, 9).Draw(t, "none") == 0 {
		return nil
	}
	s := &state{objects: make([]*exchange.Object, 2), paths: make([][]path, 3)}
	for i := range s.paths {
		var ps []path
		for range rapid.IntRange(0, 3).Draw(t, "paths") {
			p := path{lost: rapid.IntRange(0, 9).Draw(t, "lost") == 0, plain: rapid.IntRange(0, 9).Draw(t, "plain") == 0}
			p.own[rapid.IntRange(0, int(exchange.NumRoles)-1).Draw(t, "role")] = rapid.Uint8Range(0, 3).Draw(t, "own")
			p.threads[rapid.IntRange(0, 2).Draw(t, "thread")] = rapid.Uint8Range(0, 2).Draw(t, "threads")
			ps = append(ps, p)
		}
		s.paths[i] = united(ps)
	}
	return s
})

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states) }

// More paths than can be told are one of which nothing is known, and stay so.
func TestManyPaths(t *testing.T) {
	var ps []path
	for i := range maxPaths + 1 {
		ps = append(ps, path{deferred: flow.Deferred(i)})
	}
	require.Len(t, united(ps[:maxPaths]), maxPaths)
	for _, p := range united([]path{{plain: true}, {deferred: 1}, {deferred: 2}}) {
		require.True(t, p.plain, "what was left out once does not come back")
	}
	require.Equal(t, []path{{lost: true}}, united(ps))
	require.Equal(t, []path{{lost: true}}, united(append(united(ps), path{deferred: 7})))
}

// What is needed in any number is too much for a small buffer only: a large one may have been made as large.
func TestFewer(t *testing.T) {
	for _, c := range []struct {
		have uint8
		room int
		need uint8
		want bool
	}{
		{0, 0, 1, true}, {1, 0, 1, false}, {0, 1, 1, false}, {0, 1, 2, true}, {0, -1, 2, false}, {exchange.Many, 0, 3, false},
		{0, 0, exchange.Many, true}, {2, 0, exchange.Many, true}, {1, 1, exchange.Many, true},
		{1, 2, exchange.Many, false}, {exchange.Many, 0, exchange.Many, false},
	} {
		require.Equal(t, c.want, fewer(c.have, c.room, c.need), fmt.Sprint(c))
	}
}
