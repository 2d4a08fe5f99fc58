package fixed

import (
	"sync/atomic"
	"testing"
)

func TestStart(t *testing.T) {
	var ada, bob, home atomic.Int64
	hiker := func(mine, other *atomic.Int64) Hiker {
		return Hiker{
			Walk: func(leg Leg) {
				mine.Store(int64(leg))
				if n := other.Load() - int64(leg); n < -1 || n > 1 {
					t.Errorf("the hikers are %d legs apart", n)
				}
			},
			Rest: func(Leg) {},
			Home: func() { home.Add(1) },
		}
	}
	New(3).Start(hiker(&ada, &bob), hiker(&bob, &ada))
	if n := home.Load(); n != 2 {
		t.Errorf("%d hikers are at home, want 2", n)
	}
}
