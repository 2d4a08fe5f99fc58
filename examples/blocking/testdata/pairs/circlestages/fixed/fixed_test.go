package fixed

import (
	"testing"
	"time"
)

func TestCount(t *testing.T) {
	if all, err := Count("a", "banana", "apple"); len(all) != 2 || err != nil {
		t.Error(all, err)
	}
	counted := make(chan int, 1)
	go func() {
		all, _ := Count("a", "banana", "apple", "pear", "fig", "plum", "date", "lime")
		counted <- len(all)
	}()
	select {
	case n := <-counted:
		if n != 7 {
			t.Error(n)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no answer in time")
	}
}
