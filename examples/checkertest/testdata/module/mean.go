// Package checked is run by its tests; the package below it has none.
package checked

import "example.org/checked/part"

// Mean is the mean of numbers, or 0.
func Mean(s []int) int {
	if len(s) == 0 {
		bad() // want paths: call
	}
	sum := 0
	for _, n := range s {
		sum += n
	}
	bad() // want call
	return part.Part(sum, len(s))
}

func bad() {}
