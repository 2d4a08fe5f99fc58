// Package fixed starts something that ends with its context, which is cancelled on each path.
package fixed

import (
	"context"
	"errors"
)

// Do has a goroutine beside it that waits for its end.
func Do(fail bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
	}()
	if fail {
		cancel()
		return errors.New("failed")
	}
	cancel()
	return nil
}
