package fixed

import (
	"testing"
	"time"
)

func TestPass(t *testing.T) {
	g := NewGate()
	passed := make(chan bool)
	go func() {
		g.Pass()
		close(passed)
	}()
	time.Sleep(5 * time.Millisecond)
	g.Set(true)
	<-passed
}
