// Command fixed counts texts in a map from two goroutines, one at a time.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

type text string

func main() {
	runtime.GOMAXPROCS(2)
	var mu sync.Mutex
	var wg sync.WaitGroup
	counts := map[text]int{}
	for range 2 {
		long := strings.Repeat("a", 1<<20)
		copies := []text{text(long), text(strings.Clone(long))} // it takes time to compare them
		wg.Go(func() {
			for n := range 1000 {
				mu.Lock()
				counts[copies[n%2]]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(len(counts), "text")
}
