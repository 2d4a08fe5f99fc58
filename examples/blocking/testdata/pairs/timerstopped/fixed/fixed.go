// Package fixed waits for a timer that fires.
package fixed

import "time"

// Later calls the function after a moment.
func Later(call func()) {
	timer := time.NewTimer(5 * time.Millisecond)
	go func() {
		<-timer.C
		call()
	}()
}
