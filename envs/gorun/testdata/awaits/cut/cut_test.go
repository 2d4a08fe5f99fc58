package cut

import (
	"sync"
	"testing"
	"time"
)

// A goroutine that was woken does not wait, though it has not gone on at the end of the test.
func TestWoken(*testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		c.Wait()
	}()
	time.Sleep(time.Millisecond)
	c.Signal()
}

// Executions that end early leave goroutines that wait.
func TestPanic(*testing.T) {
	ch := make(chan int)
	go func() {
		<-ch // waits at the end
	}()
	time.Sleep(time.Millisecond)
	panic("early")
}
