package basic

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestBubble has the time of a bubble pass.
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		c := make(chan bool)
		go func() {
			time.Sleep(time.Hour)
			c <- true
		}()
		<-c
		if time.Since(begin) != time.Hour {
			t.Error(time.Since(begin))
		}
	})
}

// TestBubbleWaits has all that wakes goroutines in a bubble. What they do is ordered.
func TestBubbleWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() { x++ }()
		synctest.Wait()
		x++
		go func() {
			time.Sleep(time.Second)
			x++
		}()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		x++
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			wg.Wait()
			x++
		}()
		synctest.Wait()
		x++
		wg.Done()
		synctest.Wait()
		x++
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		context.AfterFunc(ctx, func() { x++ })
		<-ctx.Done()
		synctest.Wait()
		x++
		time.AfterFunc(time.Second, func() { x++ })
		tick := time.NewTicker(time.Second)
		<-tick.C
		<-tick.C
		tick.Stop()
		synctest.Wait()
		if x++; x != 11 {
			t.Error(x)
		}
	})
}

// TestBubbleOrder has two goroutines wake at the same time.
func TestBubbleOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var first atomic.Int32
		for i := range int32(2) {
			go func() {
				time.Sleep(time.Second)
				first.CompareAndSwap(0, i+1)
			}()
		}
		time.Sleep(time.Minute)
		if n := first.Load(); n != 1 {
			t.Error("first is", n)
		}
	})
}

// TestBubbleRace has a race that time does not order.
func TestBubbleRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		for range 2 {
			go func() {
				time.Sleep(time.Second)
				x++
			}()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if x != 2 {
			t.Error("lost")
		}
	})
}

// TestBubbleHeld has a goroutine sleep with a lock. One that waits for a lock is not blocked for a bubble, so that its
// time stands still.
func TestBubbleHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		go func() {
			mu.Lock()
			time.Sleep(time.Second)
			mu.Unlock()
		}()
		mu.Lock()
		mu.Unlock()
	})
}

// TestBubbleLeft leaves a goroutine, if another one comes too late.
func TestBubbleLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int, 1)
		for range 2 {
			go func() {
				select {
				case c <- 1:
				default:
					<-t.Context().Done()
					c <- 1
				}
			}()
		}
		<-c
	})
}

// TestBubbleYields has a goroutine wait in a loop, which is not blocked.
func TestBubbleYields(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var done atomic.Bool
		go done.Store(true)
		begin := time.Now()
		for !done.Load() {
			synctest.Wait()
		}
		if time.Since(begin) != 0 {
			t.Error("time has passed")
		}
	})
}

// TestBubbleOuter has goroutines of a bubble wait for timers that are not the bubble's.
func TestBubbleOuter(t *testing.T) {
	after, tick := time.After(time.Minute), time.NewTicker(time.Second)
	synctest.Test(t, func(t *testing.T) {
		<-tick.C
		tick.Stop()
		select {
		case <-after:
		case <-t.Context().Done():
			t.Error("the context is done")
		}
	})
}

// TestBubbleTwins has two timers of the same time, of which one stops the other.
func TestBubbleTwins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stopped atomic.Int32
		var timers [2]atomic.Pointer[time.Timer]
		for i := range timers {
			timers[i].Store(time.AfterFunc(time.Second, func() {
				if timers[1-i].Load().Stop() {
					stopped.Add(1)
				}
			}))
		}
		time.Sleep(time.Minute)
	})
}

// TestBubbleEscapes uses a channel of a bubble outside of it.
func TestBubbleEscapes(t *testing.T) {
	var c chan int
	synctest.Test(t, func(t *testing.T) { c = make(chan int, 1) })
	select {
	case c <- 1:
	default:
	}
}

// TestBubbleAtOnce has a timer fire when it is set, and another one later.
func TestBubbleAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.AfterFunc(0, func() {})
		done := make(chan bool)
		time.AfterFunc(time.Second, func() { close(done) })
		<-done
	})
}
