// Command fixed uses another group for the second round.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	runtime.GOMAXPROCS(1) // one waiter goes on before the other one
	var round, over, next sync.WaitGroup
	round.Add(1)
	over.Add(2)
	for range 2 {
		go func() {
			defer over.Done()
			round.Wait()
			next.Add(1)
			time.Sleep(time.Millisecond)
			next.Done()
		}()
	}
	time.Sleep(5 * time.Millisecond)
	round.Done()
	over.Wait()
	next.Wait()
	fmt.Println("two rounds")
}
