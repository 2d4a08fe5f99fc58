// Package fixed prints a reading only where somebody sends it.
package fixed

import "log"

type reading float64

// Start measures if it should, and prints what was measured.
func Start(measure bool) {
	readings := make(chan reading)
	if measure {
		go func() { readings <- 21.5 }()
		go func() {
			log.Println(<-readings)
		}()
	}
}
