package fixed

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestAdd(t *testing.T) {
	var total atomic.Int64
	Add(&total, 2, 3)
	time.Sleep(10 * time.Millisecond)
	if total.Load() != 5 {
		t.Error(total.Load())
	}
}
