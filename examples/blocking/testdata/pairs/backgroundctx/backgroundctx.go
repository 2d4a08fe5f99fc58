// Package backgroundctx waits with a context that nobody can cancel, for a mark that nobody sets.
package backgroundctx

import "context"

type mark struct{ set bool }

func wait(ctx context.Context, marks <-chan mark) {
	select { // want blocked
	case <-ctx.Done():
	case <-marks:
	}
}

// Start waits for a mark beside the caller.
func Start(ctx context.Context) {
	marks := make(chan mark)
	go wait(context.Background(), marks)
}
