package fixed

import (
	"sync/atomic"
	"testing"
)

func TestClose(t *testing.T) {
	var carried atomic.Int32
	o := New(func(Letter) { carried.Add(1) })
	for _, to := range []string{"ada", "bob"} {
		o.Post(func() Letter { return Letter{to, "hello"} })
	}
	o.Close()
	if n := carried.Load(); n != 2 {
		t.Errorf("%d letters are delivered, want 2", n)
	}
}
