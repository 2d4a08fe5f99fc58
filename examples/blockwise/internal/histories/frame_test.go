package histories

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

type here struct{ envs.Env }

func (here) Point() envs.Point { return envs.At(1, 5) }

// A callee's history may be taken over by its caller. It is then the caller's transaction, which begins where it began,
// and none that the callee has left open.
func TestCalleeGoesOnWithBlock(t *testing.T) {
	begins := envs.At(1, 1)
	f := Frame{&lists{open: ways{{whose: block, from: begins}}}}
	did := &history{whose: outer}
	did.access(event{Var: 1, Op: interleaving.Read}, envs.Segment{}, true)
	done, f := (*Book)(nil).Returned(here{}, f, Frame{&lists{open: ways{did}}})
	require.Empty(t, done.ways)
	require.Len(t, f.open, 1)
	require.Len(t, f.open[0].Events, 1)
	require.Equal(t, begins, f.open[0].from)

	left := &history{whose: block, from: envs.At(2, 3)}
	_, f = (*Book)(nil).Returned(here{}, Frame{}, Frame{&lists{open: ways{left}}})
	require.Len(t, f.open, 1)
	require.Equal(t, envs.At(1, 5), f.open[0].from, "what a callee leaves open begins with its call")
}
