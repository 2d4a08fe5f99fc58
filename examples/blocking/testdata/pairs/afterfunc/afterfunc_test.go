package afterfunc

import (
	"testing"
	"time"
)

func TestLend(t *testing.T) {
	h := NewHouse()
	if _, ok := h.Lend("attic", 5*time.Millisecond); !ok {
		t.Error("the attic is not free")
	}
	time.Sleep(20 * time.Millisecond)
	r, ok := h.Lend("attic", time.Hour)
	if !ok {
		t.Fatal("the attic is not free again")
	}
	h.Return(r)
	time.Sleep(10 * time.Millisecond)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.lent) != 0 {
		t.Error(h.lent)
	}
}
