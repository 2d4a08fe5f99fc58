package fixed

import "testing"

func TestSwap(t *testing.T) {
	var s Sign
	if old := s.Swap(true, "open"); old != "" {
		t.Error(old)
	}
	if old := s.Swap(false, "closed"); old != "open" {
		t.Error(old)
	}
	if old := s.Swap(true, ""); old != "closed" {
		t.Error(old)
	}
}
