package fixed

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestConn(t *testing.T) {
	var c Client
	s := stage.New(t)
	var dialled atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			c.Conn(func() *Conn {
				s.Done()
				s.Try(2) // the other one waits for the Once
				dialled.Add(1)
				return &Conn{Addr: "localhost"}
			})
		})
	}
	wg.Wait()
	if n := dialled.Load(); n != 1 {
		t.Errorf("there are %d connections, want 1", n)
	}
}
