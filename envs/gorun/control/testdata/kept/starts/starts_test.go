// Package starts starts a goroutine when it is initialised.
package starts

import "testing"

var c = make(chan int)

func init() {
	go func() {
		for n := 0; ; n++ {
			c <- n
		}
	}()
}

func TestSet(t *testing.T) { <-c }
