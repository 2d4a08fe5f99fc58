package forms

import (
	"runtime"
	"slices"
	"sync"
	"testing"
)

func TestPlain(t *testing.T) {
	p := &plain{}
	p.add()
	p.safe()
	p.twice()
	p.loop(200)
	p.marked()
	p.over(slices.Values([]int{1, 2, 3, 4}))
	if p.generic() < 100 || p.deferredLiteral() < 100 { // stale
		t.Error("too few")
	}
	if !p.try() {
		t.Error("the lock is free")
	}
	p.tries()
	p.mu.Lock()
	if p.try() {
		t.Error("the lock is held")
	}
	p.mu.Unlock()
}

func TestForms(t *testing.T) {
	e := &embedded{}
	e.add()
	e.methodValues()
	e.methodExpressions()
	r := &readers{}
	r.add()
	r.locker()
	locker(e, &e.n)
	locker(&r.mu, &r.n)
	if e.n != 4 || r.n != 3 {
		t.Error(e.n, r.n)
	}
	b := &box[string]{v: "a"}
	b.change(func(s string) string { return s + "b" })
	(&box[int]{}).change(func(n int) int { return n + 1 })
}

func TestPanics(t *testing.T) {
	p := &plain{}
	if p.recovers(func() { panic("as asked") }) != "as asked" {
		t.Error("it panicked")
	}
	if p.recovers(func() {}) != nil {
		t.Error("it did not panic")
	}
	if p.recovers(func() { var q *plain; q.n = 1 }) == nil {
		t.Error("it panicked")
	}
	p.safe()
	p.add()
}

func TestGoroutines(t *testing.T) {
	p, q := &plain{}, newQueue()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			q.put(i)
			p.safe()
		}()
		wg.Go(func() {
			q.take()
			p.add()
		})
	}
	wg.Wait()
	q = newQueue()
	wg.Go(func() { q.glimpse() })
	for !q.waiting() { // stale
		runtime.Gosched()
	}
	for range 100 {
		q.put(1)
	}
	wg.Wait()
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 7
	p.chosen(a, b)
	p.chosen(a, b)
	if initial != 0 || global.get() != 1 { // stale
		t.Error("initialisation")
	}
}

func TestCallbacks(t *testing.T) {
	p := &plain{}
	reopen = p.reopens
	p.calledBackAfter()
	p.calledBackBetween()
	for n := range 4 {
		p.calledBackFirst(make([]int, n), false)
		p.calledBackFirst(make([]int, n), true)
	}
}
