package fixed

import (
	"errors"
	"testing"
	"time"
)

func TestBuy(t *testing.T) {
	s := New()
	s.Stock("pen", 1, 7)
	if price, err := s.Buy("pen"); price != 7 || err != nil {
		t.Error(price, err)
	}
	if _, err := s.Buy("pen"); !errors.Is(err, ErrSoldOut) {
		t.Error(err)
	}
	stocked := make(chan bool)
	go func() {
		s.Stock("pen", 3, 8)
		close(stocked)
	}()
	select {
	case <-stocked:
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to stock pens")
	}
}
