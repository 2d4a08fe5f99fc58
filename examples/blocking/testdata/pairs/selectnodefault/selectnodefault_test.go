package selectnodefault

import (
	"testing"
	"time"
)

func TestRing(t *testing.T) {
	b := NewBell()
	go b.Ring()
	time.Sleep(10 * time.Millisecond)
}
