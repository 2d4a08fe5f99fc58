package fixed

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestQuery(t *testing.T) {
	fast := &Store{}
	if row, err := fast.Query(context.Background(), 3); err != nil || row.Name != "customer 3" {
		t.Error(row, err)
	}
	slow := &Store{delay: 20 * time.Millisecond}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	if _, err := slow.Query(ctx, 4); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	time.Sleep(30 * time.Millisecond)
}
