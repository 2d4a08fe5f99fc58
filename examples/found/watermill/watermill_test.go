package watermill_test

import (
	"testing"

	"github.com/ThreeDotsLabs/watermill"
)

// Captured gives away the map that the logger goes on to write.
//
// A CaptureLoggerAdapter has a lock, under which it writes the map (log.go:206-220). Captured takes the lock, but
// returns the map and no copy (log.go:222-227). So its caller reads the map without the lock, while another goroutine
// logs. Go may end the program for that, and the caller can do nothing about it.
func TestCaptured(t *testing.T) {
	l := watermill.NewCaptureLogger()
	done := make(chan bool)
	go func() {
		defer close(done)
		l.Info("logged by another goroutine", nil)
	}()
	_ = len(l.Captured()[watermill.InfoLogLevel])
	<-done
}
