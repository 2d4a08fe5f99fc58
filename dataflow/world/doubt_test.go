package world_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/race"
)

// After a Doubt, and after an event that does not fit, races are found as before, but are not
// certain; in the next run they are.
func TestDoubt(t *testing.T) {
	const text = "A|fork(B)|1\nA|w(x)|2\nB|w(x)|3\n"
	p, events := tracetest.Read(t, text)
	proved := func(w *dataflow.Watch) bool {
		require.Len(t, w.Findings(), 1)
		return w.Findings()[0].Proved
	}
	feed := func(doubt func(*dataflow.Watch)) *dataflow.Watch {
		w := dataflow.NewWatch(p, race.Analyzer())
		for i, ev := range events {
			if i == len(events)-1 {
				doubt(w)
			}
			require.NoError(t, w.Event(&ev))
		}
		return w
	}
	require.True(t, proved(feed(func(*dataflow.Watch) {})))
	w := feed((*dataflow.Watch).Doubt)
	require.False(t, proved(w))
	require.False(t, proved(feed(func(w *dataflow.Watch) {
		require.Error(t, w.Event(&envs.Event{Thread: 1, PC: 99}))
	})))
	require.NoError(t, w.Run(context.Background(), events))
	require.True(t, proved(w))
}
