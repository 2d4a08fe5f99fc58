// Command rare has a defect for each argument, which shows only if a goroutine is overtaken in a short moment: before
// what is marked. It prints whether it did.
package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	shapes := map[string]func() bool{
		"check": check, "signal": signal, "cycle": cycle, "add": add, "close": closing, "serial": serial,
	}
	fmt.Println(shapes[os.Args[1]]())
}

// soon is when what others do has usually been done long ago.
func soon() { time.Sleep(300 * time.Microsecond) }

// check takes from an account what it has found there before.
func check() bool {
	var (
		mu      sync.Mutex
		balance = 1
		wg      sync.WaitGroup
	)
	take := func() {
		defer wg.Done()
		mu.Lock()
		enough := balance > 0
		mu.Unlock()
		if enough {
			mu.Lock() // rare
			balance--
			mu.Unlock()
		}
	}
	wg.Add(2)
	go take()
	soon()
	go take()
	wg.Wait()
	return balance < 0
}

// signal tells one who may not wait yet.
func signal() bool {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	done := make(chan bool)
	go func() {
		mu.Lock() // rare
		cond.Wait()
		mu.Unlock()
		close(done)
	}()
	soon()
	mu.Lock()
	cond.Signal()
	mu.Unlock()
	return late(done)
}

// cycle takes two locks in either order.
func cycle() bool {
	var a, b sync.Mutex
	done := make(chan bool)
	both := func(x, y *sync.Mutex) {
		x.Lock()
		y.Lock() // rare
		y.Unlock()
		x.Unlock()
		done <- true
	}
	go both(&a, &b)
	soon()
	go both(&b, &a)
	return late(done) || late(done)
}

// add adds to a group for which somebody may wait already.
func add() bool {
	var wg sync.WaitGroup
	var n atomic.Int32
	go func() {
		wg.Add(1) // rare
		n.Add(1)
		wg.Done()
	}()
	soon()
	wg.Wait()
	return n.Load() == 0
}

// closing closes a channel after it has found it open, as others do.
func closing() (twice bool) {
	var closed atomic.Bool
	ch, done := make(chan bool), make(chan bool)
	stop := func() {
		defer func() {
			if recover() != nil {
				twice = true
			}
			done <- true
		}()
		if !closed.Load() {
			closed.Store(true) // rare
			close(ch)
		}
	}
	go stop()
	soon()
	go stop()
	<-done
	<-done
	return twice
}

// late reports whether what is waited for does not come.
func late(done chan bool) bool {
	select {
	case <-done:
		return false
	case <-time.After(50 * time.Millisecond):
		return true
	}
}

// serial has one goroutine at a time.
func serial() bool {
	var mu sync.Mutex
	done := make(chan int)
	for range 20 {
		go func() {
			for range 5 {
				mu.Lock()
				mu.Unlock()
			}
			done <- 1
		}()
		<-done
	}
	return false
}
