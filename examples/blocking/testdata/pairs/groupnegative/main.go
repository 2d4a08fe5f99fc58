// Command groupnegative says twice that it is done, where one was added.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done() // want run: panic // no kind of blocking is for a group below zero
	wg.Wait()
	fmt.Println("done")
}
