package basic

import (
	"reflect"
	"sync"
	"testing"
	"time"
)

// TestLost updates a variable in two critical sections: an update may be lost.
func TestLost(t *testing.T) {
	twice(t, func(mu *sync.Mutex, x *int) {
		mu.Lock()
		v := *x
		mu.Unlock()
		mu.Lock()
		*x = v + 1
		mu.Unlock()
	})
}

// TestReflect does the same by way of package reflect, which keeps what it knows of types: the first execution makes
// other accesses than those that follow. It calls functions that lock, and methods of locks.
func TestReflect(t *testing.T) {
	twice(t, func(mu *sync.Mutex, x *int) {
		var v int
		reflect.ValueOf(mu.Lock).Call(nil)
		v = *x
		reflect.ValueOf(mu.Unlock).Call(nil)
		reflect.ValueOf(func(n int) {
			mu.Lock()
			*x = n
			mu.Unlock()
		}).Call([]reflect.Value{reflect.ValueOf(v + 1)})
	})
}

// TestKept updates it in one.
func TestKept(t *testing.T) {
	twice(t, func(mu *sync.Mutex, x *int) {
		mu.Lock()
		v := *x
		*x = v + 1
		mu.Unlock()
	})
}

// twice has two goroutines update a variable that a mutex protects.
func twice(t *testing.T, update func(mu *sync.Mutex, x *int)) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	x := 0
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			update(&mu, &x)
		}()
	}
	wg.Wait()
	if x != 2 {
		t.Errorf("x is %d", x)
	}
}

// TestCycle takes two locks in two orders.
func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		defer wg.Done()
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
	wg.Wait()
}

// TestReaders takes a lock for reading twice, which a writer in between makes impossible.
func TestReaders(t *testing.T) {
	var mu sync.RWMutex
	done := make(chan bool)
	go func() {
		mu.RLock()
		mu.RLock()
		mu.RUnlock()
		mu.RUnlock()
		done <- true
	}()
	mu.Lock()
	mu.Unlock()
	<-done
}

// TestTry fails if it is tried while the lock is held.
func TestTry(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	if mu.TryLock() {
		mu.Unlock()
	} else {
		t.Error("held")
	}
	<-done
}

// TestMissed signals a condition that nobody may wait for yet.
func TestMissed(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		c.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	c.Wait()
	mu.Unlock()
}

// TestCond waits as one should.
func TestCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	for range 2 {
		go func() {
			mu.Lock()
			ready = true
			c.Broadcast()
			mu.Unlock()
		}()
	}
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
}

// TestLate adds to a group that may be waited for already.
func TestLate(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := false
	go func() {
		wg.Add(1)
		defer wg.Done()
		mu.Lock()
		done = true
		mu.Unlock()
	}()
	wg.Wait()
	mu.Lock()
	if !done {
		t.Error("not done")
	}
	mu.Unlock()
}

// TestNegative takes more from a group than there is.
func TestNegative(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Done()
	go wg.Done()
	wg.Wait()
	time.Sleep(time.Millisecond)
}

// TestOnce does something once.
func TestOnce(t *testing.T) {
	var once sync.Once
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() { once.Do(func() { n++ }) })
	}
	wg.Wait()
	if n != 1 {
		t.Error(n)
	}
}
