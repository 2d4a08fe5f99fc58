package views_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/views"
)

// Off-line a run comes to its end however many threads come to one block. Of the moments that are kept there, those
// that had to go are no news when they come again.
func TestManyThreadsOffline(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Box { x, y }
final b = new Box
func work() {
	sync b {
		b.x = 1
		b.y = 1
	}
	sync b { b.x = 2 }
	sync b { b.y = 2 }
}
func main() {
	n = 0
	while n < 100 {
		t = spawn work()
		n = n + 1
	}
}
`)
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	w := dataflow.NewWatch(p, views.Analyzer())
	require.NoError(t, w.RunWhole(ctx, p.Run(1, ir.Options{})))
	require.Len(t, w.Findings(), 1)
}
