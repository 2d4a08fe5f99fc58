// Command panicworker divides the work by the number of workers, which is zero, beside the caller.
package main

import (
	"fmt"
	"time"
)

type share struct{ from, to int }

func split(items, workers int) share {
	return share{0, items / workers} // want run: panic
}

func main() {
	workers := 0
	go func() {
		fmt.Println(split(10, workers))
	}()
	time.Sleep(20 * time.Millisecond)
}
