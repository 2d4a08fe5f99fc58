// Package racy has small tests with data races, and some without, which are explored.
package racy

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// together has two goroutines do something.
func together(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// TestCounter adds without a lock: an update may be lost.
func TestCounter(t *testing.T) {
	n := 0
	add := func() { n++ }
	together(add, add)
	if n != 2 {
		t.Errorf("n is %d", n)
	}
}

// TestLocked adds under a lock.
func TestLocked(t *testing.T) {
	var mu sync.Mutex
	n := 0
	add := func() { mu.Lock(); n++; mu.Unlock() }
	together(add, add)
	if n != 2 {
		t.Errorf("n is %d", n)
	}
}

// TestReadLocked writes under a lock for readers.
func TestReadLocked(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	add := func() { mu.RLock(); n++; mu.RUnlock() }
	together(add, add)
	if n != 2 {
		t.Errorf("n is %d", n)
	}
}

// TestReaders writes under a lock, and reads under it for readers.
func TestReaders(t *testing.T) {
	var mu sync.RWMutex
	n, m := 0, 0
	together(func() { mu.Lock(); n++; mu.Unlock() }, func() { mu.RLock(); m = n; mu.RUnlock() })
	if n != 1 || m > 1 {
		t.Errorf("%d %d", n, m)
	}
}

// TestMap writes to a map without a lock.
func TestMap(t *testing.T) {
	m := map[int]int{}
	together(func() { m[1] = 1 }, func() { m[2] = 2 })
	if len(m) != 2 {
		t.Error("an element is missing")
	}
}

// TestPublished hands an object over by a channel, an atomic pointer, a pool and the functions of sync/atomic.
func TestPublished(t *testing.T) {
	type object struct{ a, b int }
	c := make(chan *object, 1)
	var p atomic.Pointer[object]
	var word int32
	var plain object
	together(func() {
		c <- &object{1, 2}
		p.Store(&object{3, 4})
		plain.a = 5
		atomic.StoreInt32(&word, 1)
	}, func() {
		if o := <-c; o.a+o.b != 3 {
			t.Error("the channel")
		}
		if o := p.Load(); o != nil && o.a+o.b != 7 {
			t.Error("the pointer")
		}
		if atomic.LoadInt32(&word) == 1 && plain.a != 5 {
			t.Error("the word")
		}
	})
}

// TestTorn writes two variables, which are read in between.
func TestTorn(t *testing.T) {
	a, b := 0, 0
	together(func() { a = 1; b = 1 }, func() {
		if x, y := b, a; x > y {
			t.Error("b is set, and a is not") // no schedule does that
		}
		if x, y := a, b; x > y {
			t.Log("a is set, and b is not")
		}
	})
}

// TestChecked looks before it writes, without a lock.
func TestChecked(t *testing.T) {
	var p *int
	made := 0
	get := func() {
		if p == nil {
			made++
			p = new(int)
		}
	}
	together(get, get)
	if made > 1 {
		t.Errorf("it was made %d times", made)
	}
}

// TestCopied copies a slice while it is written.
func TestCopied(t *testing.T) {
	s := []int{1, 2, 3}
	to := make([]int, 3)
	together(func() { copy(to, s) }, func() { s[1] = 4 })
}

// TestTimer has a timer's function write what was written before.
func TestTimer(t *testing.T) {
	n := 1
	done := make(chan bool)
	time.AfterFunc(time.Second, func() { n++; done <- true })
	<-done
	if n != 2 {
		t.Errorf("n is %d", n)
	}
}

// TestSlept, TestAfter and TestAfterFunc have nothing but the time order accesses.
func TestSlept(t *testing.T) {
	n := new(int)
	go func() { *n = 1 }()
	time.Sleep(time.Second)
	*n = 2
}

func TestAfter(t *testing.T) {
	n := new(int)
	go func() { *n = 1 }()
	<-time.After(time.Second)
	*n = 2
}

func TestAfterFunc(t *testing.T) {
	n := new(int)
	time.AfterFunc(time.Second, func() { *n = 1 })
	time.Sleep(2 * time.Second)
	*n = 2
}

// TestReset has a timer that is set after a write end a wait.
func TestReset(t *testing.T) {
	n, timer, done := 0, time.NewTimer(time.Hour), make(chan bool)
	go func() {
		select {
		case <-timer.C:
			n++
		case <-make(chan bool):
		}
		<-timer.C
		n++
		done <- true
	}()
	time.Sleep(time.Second)
	n = 1
	timer.Reset(time.Second)
	time.Sleep(2 * time.Second)
	timer.Reset(time.Second)
	<-done
}

// TestEarly writes when a timer is set that starts a goroutine.
func TestEarly(t *testing.T) {
	n := new(int)
	time.AfterFunc(time.Second, func() { *n = 1 })
	*n = 2
	time.Sleep(2 * time.Second)
}

// TestSet writes before that, with another thread around.
func TestSet(t *testing.T) {
	n, done := 0, make(chan bool)
	go func() {}()
	n = 1
	time.AfterFunc(time.Second, func() { n++; close(done) })
	<-done
}

// TestReused has goroutines use memory that others have given back.
func TestReused(t *testing.T) {
	for range 100 {
		together(func() { b := new([64]int); b[1] = 1; sink.Store(b) }, func() { b := new([64]int); b[1] = 2 })
	}
}

var sink atomic.Pointer[[64]int]
