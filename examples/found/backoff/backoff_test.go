package backoff_test

import (
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// A tick comes after Stop, which promises that there is none.
//
// The goroutine of the ticker selects between the channel of its timer and that of Stop (ticker.go:56-61), and then
// between the tick and Stop (ticker.go:69-73). Where both can go on, either may.
func TestTickAfterStop(t *testing.T) {
	ticker := backoff.NewTicker(backoff.NewConstantBackOff(time.Millisecond))
	<-ticker.C
	time.Sleep(time.Millisecond) // the next one is due
	ticker.Stop()
	if _, ok := <-ticker.C; ok {
		t.Error("a tick after Stop")
	}
}
