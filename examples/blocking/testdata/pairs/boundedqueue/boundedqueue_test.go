package boundedqueue

import (
	"testing"
	"time"
)

func TestStore(t *testing.T) {
	s := NewStore(1)
	got := make(chan Parcel, 2)
	for range 2 {
		go func() { got <- s.Get() }()
		time.Sleep(5 * time.Millisecond)
	}
	go s.Put(Parcel{1}, Parcel{2})
	for range 2 {
		select {
		case p := <-got:
			if p.Number == 0 {
				t.Error(p)
			}
		case <-time.After(20 * time.Millisecond):
			t.Log("no parcel in time")
		}
	}
}
