package transfers

import (
	"testing"
	"time"
)

func TestMove(t *testing.T) {
	a, b := Open(5, 100), Open(6, 100)
	if err := Move(a, b, 30); err != nil || a.Money() != 70 || b.Money() != 130 {
		t.Error(err, a.Money(), b.Money())
	}
	moved := make(chan error, 2)
	go func() { moved <- Move(a, b, 10) }()
	go func() { moved <- Move(b, a, 10) }()
	for range 2 {
		select {
		case err := <-moved:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(30 * time.Millisecond):
			t.Log("it takes long to move money")
		}
	}
}
