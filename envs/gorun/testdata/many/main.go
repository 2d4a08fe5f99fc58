// Command many has as many goroutines at once as its first argument says, and after that starts as many short ones as
// its second says, not too many at a time. Every third of these does nothing.
package main

import (
	"os"
	"strconv"
	"sync"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func main() {
	alive, _ := strconv.Atoi(os.Args[1])
	short, _ := strconv.Atoi(os.Args[2])
	var all counter
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range alive {
		wg.Go(func() {
			all.add()
			<-stop
		})
	}
	tokens := make(chan struct{}, 64)
	var done sync.WaitGroup
	for i := range short {
		tokens <- struct{}{}
		done.Add(1)
		go func() {
			defer done.Done()
			if i%3 != 0 {
				all.add()
			}
			<-tokens
		}()
	}
	done.Wait()
	close(stop)
	wg.Wait()
	println(all.n)
}
