// Package recvnever prints a reading that on one path nobody sends.
package recvnever

import "log"

type reading float64

// Start measures if it should, and prints what was measured.
func Start(measure bool) {
	readings := make(chan reading)
	if measure {
		go func() { readings <- 21.5 }()
	}
	go func() {
		log.Println(<-readings) // want blocked
	}()
}
