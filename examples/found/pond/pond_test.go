package pond_test

import (
	"context"
	"errors"
	"testing"

	"github.com/alitto/pond/v2"
)

// A task that was cancelled fails with the error that the pool is stopped.
//
// Submit makes a future of the context (result.go:79), and asks then whether the pool is stopped (result.go:81). If the
// context is cancelled in between, the future has the wrong error. A caller cannot tell by errors.Is what happened.
func TestErrorAfterCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	pool := pond.NewResultPool[int](1, pond.WithContext(ctx))
	defer pool.StopAndWait()
	done := make(chan bool)
	go func() { cancel(); close(done) }()
	_, err := pool.Submit(func() int { return 1 }).Wait()
	<-done
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("submitted while the context was cancelled: %v", err)
	}
}
