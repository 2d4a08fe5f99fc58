package left

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// settle gives goroutines the time to come to where they wait.
func settle() { time.Sleep(20 * time.Millisecond) }

func fetch(ctx context.Context) (int, error) {
	ch := make(chan int)
	go func() {
		settle()
		ch <- 1 // halts: no receiver is left
	}()
	select {
	case v := <-ch:
		return v, nil
	case <-ctx.Done():
		return 0, errors.New("cancelled")
	}
}

func TestSend(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fetch(ctx)
	settle()
	settle()
}

func TestLock(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		mu.Lock() // halts
		mu.Unlock()
	}()
	settle()
}

func TestReadLock(t *testing.T) {
	var mu sync.RWMutex
	mu.Lock()
	go func() {
		mu.RLock() // halts
		mu.RUnlock()
	}()
	settle()
}

func TestSelect(t *testing.T) {
	a, b := make(chan int), make(chan string)
	go func() {
		select { // halts
		case <-a:
		case b <- "x":
		}
	}()
	settle()
}

func TestGroup(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	go func() {
		wg.Wait() // halts
	}()
	settle()
}

func TestCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		c.Wait() // halts
	}()
	settle()
}

func TestNil(t *testing.T) {
	var ch chan int
	go func() {
		for range ch { // halts
		}
	}()
	settle()
}

// What something could wake does not halt before the program ends.
var served = make(chan int)

func TestKept(t *testing.T) {
	go func() {
		for range served { // waits at the end
		}
	}()
	settle()
}

func TestFine(t *testing.T) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	<-ch
	var mu sync.Mutex
	mu.Lock()
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
	})
	settle()
	mu.Unlock()
	wg.Wait()
}

func TestNever(t *testing.T) {
	go func() {
		select {} // halts
	}()
	settle()
}

func TestHandler(t *testing.T) {
	called := make(chan bool)
	handle(func() {
		close(called)
		select {} // halts
	})
	<-called
	settle()
}

// handle only starts a goroutine.
func handle(f func()) { go f() }

//go:nosplit
func unwatched(a, b chan int) {
	select { // halts
	case <-a:
	case <-b:
	}
}

func TestUnwatched(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go unwatched(a, b)
	settle()
}
