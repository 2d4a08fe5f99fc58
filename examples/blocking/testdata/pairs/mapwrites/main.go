// Command mapwrites counts texts in a map from two goroutines.
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
	var wg sync.WaitGroup
	counts := map[text]int{}
	for range 2 {
		long := strings.Repeat("a", 1<<20)
		copies := []text{text(long), text(strings.Clone(long))} // it takes time to compare them
		wg.Go(func() {
			for n := range 1000 {
				counts[copies[n%2]]++ // want run: fatal
			}
		})
	}
	wg.Wait()
	fmt.Println(len(counts), "text")
}
