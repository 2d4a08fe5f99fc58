// Command donebranch waits for a goroutine that says that it is done in one case only.
package main

import (
	"fmt"
	"os"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if len(os.Args) > 99 {
			fmt.Println("so many arguments")
			wg.Done()
		}
	}()
	wg.Wait() // want blocked
}
