// Package timerstopped waits for a timer that is stopped.
package timerstopped

import "time"

// Later calls the function after a moment.
func Later(call func()) {
	timer := time.NewTimer(5 * time.Millisecond)
	go func() {
		<-timer.C // want blocked
		call()
	}()
	timer.Stop()
}
