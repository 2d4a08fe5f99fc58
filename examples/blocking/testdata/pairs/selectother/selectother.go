// Package selectother waits for a beat or for the end. At the end the sender of the beat is left behind.
package selectother

import "time"

type ending struct{}

type beat struct{ at time.Time }

// Beat waits for a beat or for the end.
func Beat(end <-chan ending) bool {
	beats := make(chan beat)
	go func() {
		time.Sleep(5 * time.Millisecond)
		beats <- beat{time.Now()} // want blocked
	}()
	select {
	case <-beats:
		return true
	case <-end:
		return false
	}
}
