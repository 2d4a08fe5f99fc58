package main

import (
	"fmt"
	"time"
)

func check(n int) {
	if n > 2 {
		panic(fmt.Sprintf("too large: %d", n)) // ends: panic: too large: 3
	}
	fmt.Println(n)
}

func main() {
	done := make(chan bool)
	go func() {
		defer fmt.Println("deferred")
		check(1)
		time.Sleep(100 * time.Millisecond) // until it is waited for
		check(3)
		close(done)
	}()
	<-done // waits at the end
}
