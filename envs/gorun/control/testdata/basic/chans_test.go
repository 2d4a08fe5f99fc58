package basic

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestOrder receives from two senders, in any order.
func TestOrder(t *testing.T) {
	c := make(chan string)
	for _, s := range []string{"a", "b"} {
		go func() { c <- s }()
	}
	t.Error(<-c + <-c)
}

// TestSelect has two cases that are ready.
func TestSelect(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	select {
	case <-a:
		t.Error("a")
	case <-b:
		t.Error("b")
	}
}

// TestClosed sends on a channel that may be closed.
func TestClosed(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		done <- true
	}()
	close(c)
	<-done
}

// TestLeak returns before another goroutine can send.
func TestLeak(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Second):
	default:
	}
}

// TestPanic panics in another goroutine.
func TestPanic(t *testing.T) {
	var mu sync.Mutex
	var m map[string]int
	done := make(chan bool)
	go func() {
		mu.Lock()
		m["x"] = 1
		mu.Unlock()
		done <- true
	}()
	mu.Lock()
	m = map[string]int{}
	mu.Unlock()
	<-done
}

// TestExit ends the program.
func TestExit(t *testing.T) {
	var n atomic.Int32
	done := make(chan bool)
	go func() {
		if n.Load() == 1 {
			os.Exit(7)
		}
		done <- true
	}()
	n.Store(1)
	<-done
}

// TestFunctions uses the functions of sync/atomic.
func TestFunctions(t *testing.T) {
	var n int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { atomic.StoreInt32(&n, atomic.LoadInt32(&n)+1) })
	}
	wg.Wait()
	if n != 2 {
		t.Error(n)
	}
}

// TestSpin waits in a loop.
func TestSpin(t *testing.T) {
	var n atomic.Int32
	go func() { n.Store(1) }()
	for n.Load() == 0 {
		runtime.Gosched()
	}
}

// TestForever waits in a loop for what does not come.
func TestForever(t *testing.T) {
	var n atomic.Int32
	go func() {
		for n.Load() == 0 {
		}
	}()
	for n.Load() == 0 {
	}
}

// TestCancel cancels what may be done already.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int, 1)
	go func() { c <- 1 }()
	go cancel()
	select {
	case <-c:
		t.Error("done")
	case <-ctx.Done():
		t.Error(context.Cause(ctx))
	}
}

// TestDeadline lets a day pass.
func TestDeadline(t *testing.T) {
	begin := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), 24*time.Hour)
	defer cancel()
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) || time.Since(begin).Round(time.Hour) != 24*time.Hour {
		t.Error(ctx.Err(), time.Since(begin))
	}
}

// TestTicker lets an hour pass, in minutes.
func TestTicker(t *testing.T) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	var fired atomic.Bool
	time.AfterFunc(30*time.Minute, func() { fired.Store(true) })
	for i := range 60 {
		<-tick.C
		if fired.Load() != (i >= 30) && i != 29 {
			t.Error(i, fired.Load())
		}
	}
}

// TestSleepers wake in the order of their times.
func TestSleepers(t *testing.T) {
	c := make(chan int, 3)
	for i := range 3 {
		go func() {
			time.Sleep(time.Duration(3-i) * time.Hour)
			c <- i
		}()
	}
	if a, b, d := <-c, <-c, <-c; a != 2 || b != 1 || d != 0 {
		t.Error(a, b, d)
	}
}

// TestParallel has subtests that run at the same time.
func TestParallel(t *testing.T) {
	var mu sync.Mutex
	order := ""
	t.Cleanup(func() { t.Error(order) })
	for _, s := range []string{"a", "b"} {
		t.Run(s, func(t *testing.T) {
			t.Parallel()
			mu.Lock()
			order += s
			mu.Unlock()
		})
	}
}

// TestFatal ends at once.
func TestFatal(t *testing.T) {
	defer t.Log("deferred")
	t.Fatal("fatal")
}

// TestSkip is skipped.
// TestSkip ends by a skip, which is one of the ends that an execution may have.
func TestSkip(t *testing.T) { t.Skip("skipped") } // it is explored, to see what an exploration makes of a skip

// TestNap waits in a loop for one that sleeps.
func TestNap(t *testing.T) {
	var n atomic.Int32
	go func() {
		time.Sleep(time.Minute)
		n.Store(1)
	}()
	for n.Load() == 0 {
		runtime.Gosched()
	}
}

// TestStarted starts a goroutine at its end.
func TestStarted(t *testing.T) {
	go func() {}()
}

// TestLater leaves a goroutine that waits for time, and fails then, which nobody sees.
func TestLater(t *testing.T) {
	go func() {
		<-time.After(time.Second)
		panic("late")
	}()
}

// TestLaterError is TestLater with an error instead of a panic.
func TestLaterError(t *testing.T) {
	go func() {
		<-time.After(time.Second)
		t.Error("late")
	}()
}

// TestTicking leaves one that waits for time again and again. What it starts then is not left by the test.
func TestTicking(t *testing.T) {
	go func() {
		for range time.Tick(time.Second) {
			go func() { select {} }()
		}
	}()
}

// TestSpinners leaves two that go on and on.
func TestSpinners(t *testing.T) {
	for range 2 {
		go func() {
			for {
				runtime.Gosched()
			}
		}()
	}
}

// TestMany leaves more than are described.
func TestMany(t *testing.T) {
	for range 150 {
		go func() { select {} }()
	}
}

// TestEarly fails if a timer fires before another goroutine sends, which no schedule shows that is executed.
func TestEarly(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Second):
		t.Error("early")
	}
}
