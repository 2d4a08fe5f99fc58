package main

import "sync"

// The mutex and what it protects are parameters.
func passed() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := int8(0)
	for range 2 {
		wg.Add(1)
		go add(&mu, &n, &wg)
	}
	wg.Wait()
}

func add(mu *sync.Mutex, n *int8, wg *sync.WaitGroup) {
	defer wg.Done()
	mu.Lock()
	*n++
	mu.Unlock()
}

func passedOther() {
	var wg sync.WaitGroup
	var mu, other, third sync.Mutex
	n := int16(0)
	wg.Add(3)
	go addOther(&mu, &n, &wg)
	go addOther(&third, &n, &wg)
	go addOther(&other, &n, &wg)
	wg.Wait()
}

func addOther(mu *sync.Mutex, n *int16, wg *sync.WaitGroup) {
	defer wg.Done()
	mu.Lock()
	*n++ // want data-race unordered-access
	mu.Unlock()
}

var (
	total, totals          int
	first, one, two, again sync.Mutex
)

// All calls pass one mutex.
func passedGlobal() {
	var wg sync.WaitGroup
	wg.Go(func() { increase(&first) })
	increase(&first)
	wg.Wait()
}

func increase(mu *sync.Mutex) { mu.Lock(); total++; mu.Unlock() }

func passedGlobals() {
	var wg sync.WaitGroup
	wg.Go(func() { increases(&one) })
	wg.Go(func() { increases(&two) })
	increases(&again)
	wg.Wait()
}

func increases(mu *sync.Mutex) {
	mu.Lock()
	totals++ // want data-race unordered-access
	mu.Unlock()
}

type hidden struct {
	mu sync.Mutex
	n  int
	m  int
}

func (h *hidden) lock() *sync.Mutex { return &h.mu }

func (h *hidden) fresh() *sync.Mutex { return &sync.Mutex{} }

// A method returns the mutex.
func returned() {
	var wg sync.WaitGroup
	h := &hidden{}
	wg.Go(func() { h.lock().Lock(); h.n++; h.lock().Unlock() })
	h.mu.Lock()
	h.n++
	h.mu.Unlock()
	wg.Wait()
}

func returnedFresh() {
	var wg sync.WaitGroup
	h := &hidden{}
	for range 3 {
		wg.Go(func() {
			mu := h.fresh()
			mu.Lock()
			h.m++ // want data-race unordered-access
			mu.Unlock()
		})
	}
	wg.Wait()
}

type handle struct {
	mu *sync.Mutex
	n  *uint8
	m  *uint16
}

func (h handle) add() { h.mu.Lock(); *h.n++; h.mu.Unlock() }

func (h handle) addOther() { h.mu.Lock(); *h.m++; h.mu.Unlock() } // want run: data-race unordered-access // paths: nothing has two owners

// Two structs have copies of one pointer to the mutex.
func copied() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := uint8(0)
	h := handle{mu: &mu, n: &n}
	other := h
	wg.Go(func() { h.add() })
	other.add()
	wg.Wait()
}

func copiedOther() {
	var wg sync.WaitGroup
	var mu, fresh sync.Mutex
	m := uint16(0)
	h := handle{mu: &mu, m: &m}
	other := handle{mu: &fresh, m: &m}
	third := handle{mu: &sync.Mutex{}, m: &m}
	wg.Go(func() { h.addOther() })
	wg.Go(func() { third.addOther() })
	other.addOther()
	wg.Wait()
}

type owner struct {
	mu sync.Mutex
	n  int
	m  int
}

type view struct {
	mu *sync.Mutex
	of *owner
}

func (v *view) add() { v.mu.Lock(); v.of.n++; v.mu.Unlock() } // want paths: data-race unordered-access // false, and below

func (v *view) addOther() {
	v.mu.Lock()
	v.of.m++ // want run: data-race unordered-access // paths: nothing has two owners
	v.mu.Unlock()
}

// A struct has a copy of the pointer to the mutex of the struct that it leads to.
func aliased() {
	var wg sync.WaitGroup
	o := &owner{}
	v := &view{mu: &o.mu, of: o}
	wg.Go(v.add)
	o.mu.Lock()
	o.n++ // want paths: data-race unordered-access
	o.mu.Unlock()
	wg.Wait()
}

func aliasedOther() {
	var wg sync.WaitGroup
	o := &owner{}
	for range 3 {
		v := &view{mu: &sync.Mutex{}, of: o}
		wg.Go(v.addOther)
	}
	wg.Wait()
}

type shard struct {
	mu sync.Mutex
	n  int
	m  int
}

// The mutex lies in an element.
func element() {
	var wg sync.WaitGroup
	var shards [2]shard
	for i := range 4 {
		s := &shards[i%2]
		wg.Go(func() { s.mu.Lock(); s.n++; s.mu.Unlock() })
	}
	wg.Wait()
}

func elements() {
	var wg sync.WaitGroup
	var shards [3]shard
	for i := range 3 {
		wg.Go(func() { shards[i].mu.Lock(); shards[0].m++; shards[i].mu.Unlock() }) // want data-race unordered-access
	}
	wg.Wait()
}

// A closure takes the mutex and calls what it is handed.
func wrapped() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	with := func(f func()) { mu.Lock(); defer mu.Unlock(); f() }
	add := func() { n++ } // want paths: data-race unordered-access // false
	wg.Go(func() { with(add) })
	with(add)
	wg.Wait()
}

func unwrapped() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	with := func(f func()) { mu.Lock(); mu.Unlock(); f() }
	add := func() { n++ } // want data-race unordered-access
	wg.Go(func() { with(add) })
	wg.Go(func() { with(add) })
	with(add)
	wg.Wait()
}
