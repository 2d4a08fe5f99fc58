// Command groupreuse uses a group for a second round when one of two waiters is through with the first one.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	runtime.GOMAXPROCS(1) // one waiter goes on before the other one
	var round, over sync.WaitGroup
	round.Add(1)
	over.Add(2)
	for range 2 {
		go func() {
			defer over.Done()
			round.Wait() // want run: panic // over all paths the Add is told
			round.Add(1) // want group-reuse
			time.Sleep(time.Millisecond)
			round.Done()
		}()
	}
	time.Sleep(5 * time.Millisecond)
	round.Done()
	over.Wait()
	round.Wait()
	fmt.Println("two rounds")
}
