// Command ends counts to its second argument and then ends in the way that its first one says.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

var (
	mu    sync.Mutex
	count int
)

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	for range n {
		mu.Lock()
		count++
		mu.Unlock()
	}
	switch os.Args[1] {
	case "exit":
		defer fmt.Println("not reached")
		os.Exit(3)
	case "panic":
		panic("as asked")
	case "fatal":
		var free sync.RWMutex
		free.RUnlock()
	case "killed":
		fmt.Println("counted")
		time.Sleep(time.Hour)
	case "deadlock":
		mu.Lock()
		mu.Lock()
	}
}
