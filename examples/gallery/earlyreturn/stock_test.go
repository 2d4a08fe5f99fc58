package earlyreturn

import (
	"sync"
	"testing"
)

func TestReserve(t *testing.T) {
	var s Stock
	s.Fill(12)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if err := s.Reserve(2); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := s.Left(); n != 8 {
		t.Errorf("%d are left, want 8", n)
	}
	if err := s.Reserve(9); err == nil {
		t.Error("more is reserved than there is")
	}
	if s.mu.TryLock() {
		t.Error("the lock was given back: nobody has to wait")
	}
}
