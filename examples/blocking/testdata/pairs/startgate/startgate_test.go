package startgate

import (
	"testing"
	"time"
)

func TestRace(t *testing.T) {
	r := NewRace()
	go r.Run(Runner{"ada", 1})
	time.Sleep(5 * time.Millisecond)
	r.Start()
	time.Sleep(20 * time.Millisecond)
	if n := r.Finished(); n > 1 {
		t.Error(n)
	}
}
