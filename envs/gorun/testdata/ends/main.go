// Command ends counts to its argument and then ends in the way that its input says.
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
	n, _ := strconv.Atoi(os.Args[1])
	var how string
	fmt.Scan(&how)
	for range n {
		mu.Lock()
		count++
		mu.Unlock()
	}
	switch how {
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
