// Package cancelleft starts something that ends with its context. On one path the context is not cancelled.
package cancelleft

import (
	"context"
	"errors"
)

// Do has a goroutine beside it that waits for its end.
func Do(fail bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done() // want blocked
	}()
	if fail {
		return errors.New("failed") // want paths: cancel-lost // a run shows who waits for it
	}
	cancel()
	return nil
}
