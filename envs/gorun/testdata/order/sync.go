package main

import "sync"

var yesWaitGroup, noWaitGroup int

func waitGroup() {
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			noWaitGroup++
			wg.Done()
		}()
	}
	wg.Wait()
	yesWaitGroup++
	wg.Add(1)
	go func() {
		yesWaitGroup++
		wg.Done()
	}()
	wg.Wait()
	yesWaitGroup++
}

var yesWaitGroupGo, noWaitGroupGo int

func waitGroupGo() {
	var wg sync.WaitGroup
	wg.Go(func() { yesWaitGroupGo++; noWaitGroupGo++ })
	noWaitGroupGo++
	wg.Wait()
	yesWaitGroupGo++
}

var yesOnce, noOnce int

func once() {
	var o sync.Once
	use := func() {
		noOnce++
		o.Do(func() { yesOnce = 1 })
		_ = yesOnce + 1
	}
	wait := start(use)
	use()
	wait()
	o.Do(func() {})
	use2 := start(func() { o.Do(func() {}); sink = yesOnce })
	use2()
}

var sink int

var yesOnceValue int

func onceValue() {
	v := sync.OnceValue(func() *int { yesOnceValue = 2; return &yesOnceValue })
	wait := start(func() { sink = *v() })
	_ = *v() + 1
	wait()
}

var (
	yesMutex, noMutex int
	mu                sync.Mutex
)

func mutex() {
	wait := start(func() {
		noMutex++
		mu.Lock()
		yesMutex++
		mu.Unlock()
	})
	noMutex++
	mu.Lock()
	yesMutex++
	mu.Unlock()
	wait()
}

var (
	yesRW, noRW int
	rw          sync.RWMutex
)

func readersAndWriter() {
	reader := func() {
		rw.RLock()
		_ = yesRW + 1
		noRW++
		rw.RUnlock()
	}
	a, b := start(reader), start(reader)
	rw.Lock()
	yesRW++
	rw.Unlock()
	a()
	b()
	rw.Lock()
	yesRW++
	rw.Unlock()
}

var yesCond, noCond int

// condSignal has the waiter wait first, so that what is ordered is so by Signal: it is called without the lock.
func condSignal() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	wait := start(func() {
		noCond++
		mu.Lock()
		for !ready {
			c.Wait()
		}
		mu.Unlock()
		yesCond++
	})
	noCond++
	yesCond++
	mu.Lock()
	ready = true
	mu.Unlock()
	c.Signal()
	wait()
}

var yesBroadcast int

func condBroadcast() {
	var mu sync.RWMutex
	c := sync.NewCond(mu.RLocker())
	ready := make(chan bool, 2)
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			c.L.Lock()
			ready <- true
			c.Wait()
			_ = yesBroadcast + 1
			c.L.Unlock()
			done <- true
		}()
	}
	<-ready
	<-ready
	mu.Lock() // both wait
	mu.Unlock()
	yesBroadcast++
	c.Broadcast()
	<-done
	<-done
}

var yesSyncMap, noSyncMap int

func syncMap() {
	var m sync.Map
	wait := start(func() {
		noSyncMap++
		yesSyncMap++
		m.Store("key", &yesSyncMap)
	})
	noSyncMap++
	for {
		if v, ok := m.Load("key"); ok {
			*v.(*int)++
			break
		}
	}
	wait()
}

type thing struct{ yesPool int }

var noPool int

func pool() {
	var p sync.Pool
	give := func() {
		t, _ := p.Get().(*thing)
		if t == nil {
			t = new(thing)
		}
		t.yesPool++
		p.Put(t)
	}
	wait := start(func() {
		noPool++
		for range 100 {
			give()
		}
	})
	noPool++
	for range 100 {
		give()
	}
	wait()
}
