package main

import "sync"

// The mutex protects what a variable leads to.
func inMap() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	m := map[string]int{}
	for range 2 {
		wg.Go(func() { mu.Lock(); m["a"]++; mu.Unlock() })
	}
	wg.Wait()
}

var shared = make([]uint, 1)

// Each call has a mutex of its own, and all have one slice.
func inSharedSlice() {
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			m := shared
			var mu sync.Mutex
			var inner sync.WaitGroup
			inner.Go(func() { mu.Lock(); m[0]++; mu.Unlock() }) // want data-race unordered-access
			inner.Wait()
		})
	}
	wg.Wait()
}

// The variable is set again, each time to what is made for it.
func appended() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var all []int8
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			all = append(all, int8(i))
			mu.Unlock()
		})
	}
	wg.Wait()
}

func appendedFresh() {
	var wg sync.WaitGroup
	var all []int16
	for i := range 3 {
		var mu sync.Mutex
		wg.Go(func() {
			mu.Lock()
			all = append(all, int16(i)) // want data-race unordered-access
			mu.Unlock()
		})
	}
	wg.Wait()
}

// Each round has a mutex of its own and a variable of its own, and all variables lead to one array.
func sliced() {
	var wg sync.WaitGroup
	all := make([]int32, 4)
	for range 3 {
		var mu sync.Mutex
		part := all
		part = part[:2]
		wg.Go(func() { mu.Lock(); part[0]++; mu.Unlock() }) // want data-race unordered-access
	}
	wg.Wait()
}

// Each round takes over what the one before has made.
func handedOn() {
	var wg sync.WaitGroup
	var last []int64
	for range 3 {
		var mu sync.Mutex
		mine := last
		if mine == nil {
			mine = make([]int64, 1)
		}
		last = mine
		wg.Go(func() { mu.Lock(); mine[0]++; mu.Unlock() }) // want data-race unordered-access
	}
	wg.Wait()
}

type tally struct{ n int }

func newTally() *tally { return &tally{} }

// A constructor makes what the mutex protects.
func constructed() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	t := newTally()
	wg.Go(func() { mu.Lock(); t.n++; mu.Unlock() })
	wg.Go(func() { mu.Lock(); t.n++; mu.Unlock() })
	wg.Wait()
}

type score struct{ n int }

var theScore score

func findScore() *score { return &theScore }

func found() {
	var wg sync.WaitGroup
	for range 3 {
		var mu sync.Mutex
		s := findScore()
		wg.Go(func() { mu.Lock(); s.n++; mu.Unlock() }) // want data-race unordered-access
	}
	wg.Wait()
}
