package fixed

import (
	"context"
	"testing"
	"time"
)

func TestCache(t *testing.T) {
	c := New(context.Background())
	if _, found := c.Get("oak"); found {
		t.Error("a new cache is empty")
	}
	time.Sleep(5 * time.Millisecond)
	if value, found := c.Get("oak"); value != "OAK" || !found {
		t.Error(value, found)
	}
	c.Close()
	time.Sleep(10 * time.Millisecond)
}
