package fixed

import (
	"context"
	"testing"
	"time"
)

func TestStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	Start(ctx)
	cancel()
	time.Sleep(10 * time.Millisecond)
}
