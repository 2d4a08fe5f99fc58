// Package fixed waits for a mark that nobody sets, but no longer than its context.
package fixed

import "context"

type mark struct{ set bool }

func wait(ctx context.Context, marks <-chan mark) {
	select {
	case <-ctx.Done():
	case <-marks:
	}
}

// Start waits for a mark beside the caller.
func Start(ctx context.Context) {
	marks := make(chan mark)
	go wait(ctx, marks)
}
