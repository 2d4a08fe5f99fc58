// Package fixed waits for a beat or for the end, and so does the sender of the beat.
package fixed

import "time"

type ending struct{}

type beat struct{ at time.Time }

// Beat waits for a beat or for the end.
func Beat(end <-chan ending) bool {
	beats := make(chan beat)
	go func() {
		time.Sleep(5 * time.Millisecond)
		select {
		case beats <- beat{time.Now()}:
		case <-end:
		}
	}()
	select {
	case <-beats:
		return true
	case <-end:
		return false
	}
}
