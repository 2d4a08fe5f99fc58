// Command mutexes has mutexes wherever a mutex may live. Of each two functions the second one is wrong. A run shows that
// for certain where several goroutines race at one place.
package main

import "sync"

func main() {
	captured()
	capturedOther()
	inLoop()
	freshInLoop()
	pointer()
	reassigned()
	deferred()
	deferredOther()
	nested()
	nestedFresh()
	locker()
	readLocker()
	embedded()
	embeddedOther()
	anonymous()
	anonymousNone()
	inMap()
	inSharedSlice()
	appended()
	appendedFresh()
	sliced()
	handedOn()
	constructed()
	found()
	passed()
	passedOther()
	passedGlobal()
	passedGlobals()
	returned()
	returnedFresh()
	copied()
	copiedOther()
	aliased()
	aliasedOther()
	element()
	elements()
	wrapped()
	unwrapped()
}

// both starts two goroutines, of which the first one may come last.
func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// The mutex and the variable are captured by two goroutines.
func captured() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
	wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
	wg.Wait()
}

func capturedOther() {
	var a, b sync.Mutex
	n := 0
	both(func() { a.Lock(); n++; a.Unlock() }, func() { b.Lock(); n++; b.Unlock() }) // want unordered-access // want paths: data-race
}

// One mutex, and goroutines that are started in a loop.
func inLoop() {
	var wg sync.WaitGroup
	var mu sync.RWMutex
	n := 0
	for i := range 4 {
		wg.Go(func() {
			if mu.RLock(); n < 10 {
				mu.RUnlock()
				mu.Lock()
				n += i
				mu.Unlock()
				return
			}
			mu.RUnlock()
		})
	}
	wg.Wait()
}

func freshInLoop() {
	var wg sync.WaitGroup
	n := 0
	for i := range 4 {
		var mu sync.Mutex
		wg.Go(func() {
			mu.Lock()
			n += i // want data-race unordered-access
			mu.Unlock()
		})
	}
	wg.Wait()
}

// A pointer to the mutex is captured.
func pointer() {
	var wg sync.WaitGroup
	mu := &sync.Mutex{}
	n := 0
	wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
	mu.Lock()
	n++
	mu.Unlock()
	wg.Wait()
}

func reassigned() {
	var wg sync.WaitGroup
	mu := new(sync.Mutex)
	n := 0
	for range 3 {
		started := make(chan bool)
		wg.Go(func() {
			mine := mu // want data-race // want paths: unordered-access // false: the order of channels is a run's
			close(started)
			mine.Lock()
			n++ // want data-race unordered-access
			mine.Unlock()
		})
		<-started
		mu = new(sync.Mutex) // want data-race // want paths: unordered-access // false, likewise
	}
	wg.Wait()
}

// The mutex is given back by a deferred call.
func deferred() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			n++
		}()
	}
	wg.Wait()
}

func deferredOther() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	for range 3 {
		wg.Add(1)
		go func() {
			var mu sync.Mutex
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			n++ // want data-race unordered-access
		}()
	}
	wg.Wait()
	_ = &mu
}

// A closure within a closure takes the mutex.
func nested() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	wg.Go(func() {
		for range 2 {
			wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
		}
	})
	wg.Wait()
}

func nestedFresh() {
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			var mu sync.Mutex
			wg.Go(func() { mu.Lock(); n++; mu.Unlock() }) // want data-race unordered-access
		})
	}
	wg.Wait()
}

// The mutex is an interface.
func locker() {
	var wg sync.WaitGroup
	var l sync.Locker = &sync.Mutex{}
	n := 0
	wg.Go(func() { l.Lock(); n++; l.Unlock() })
	wg.Go(func() { l.Lock(); n++; l.Unlock() })
	wg.Wait()
}

func readLocker() {
	var wg sync.WaitGroup
	var mu sync.RWMutex
	n := 0
	for range 3 {
		wg.Go(func() { mu.RLock(); n++; mu.RUnlock() }) // want data-race unordered-access
	}
	wg.Wait()
}

type guarded struct {
	sync.Mutex
	n int
}

// The mutex is embedded, and what it protects lies beside the struct.
func embedded() {
	var wg sync.WaitGroup
	var g guarded
	n := 0
	wg.Go(func() { g.Lock(); n++; g.Unlock() })
	wg.Go(func() { g.Mutex.Lock(); n++; g.Mutex.Unlock() })
	wg.Wait()
}

func embeddedOther() {
	var g, h guarded
	n := 0
	both(func() { g.Lock(); n++; g.Unlock() }, func() { h.Lock(); n++; h.Unlock() }) // want unordered-access // want paths: data-race
}

// The struct has no name.
func anonymous() {
	var wg sync.WaitGroup
	var s struct {
		mu sync.Mutex
		n  int
	}
	wg.Go(func() { s.mu.Lock(); s.n++; s.mu.Unlock() })
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	wg.Wait()
}

func anonymousNone() {
	var wg sync.WaitGroup
	var s struct {
		mu   sync.Mutex
		none int
	}
	for range 3 {
		wg.Go(func() { s.mu.Lock(); s.mu.Unlock(); s.none++ }) // want data-race unordered-access
	}
	wg.Wait()
}
