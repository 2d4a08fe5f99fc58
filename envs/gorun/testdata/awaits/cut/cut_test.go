package cut

import (
	"testing"
	"time"
)

// Executions that end early leave goroutines that wait.
func TestPanic(*testing.T) {
	ch := make(chan int)
	go func() {
		<-ch // waits at the end
	}()
	time.Sleep(time.Millisecond)
	panic("early")
}
