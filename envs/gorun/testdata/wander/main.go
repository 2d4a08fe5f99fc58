// Program wander calls its functions at random, most of them often. Each counter is accessed with its own lock held,
// but for loose.
package main

import (
	"math/rand/v2"
	"sync"
)

type box struct {
	mu      sync.Mutex
	rw      sync.RWMutex
	guarded int
	shared  int
	inner   [4]int
}

var (
	boxes [6]box
	loose int
)

type walk struct {
	*rand.Rand
	left int
}

func (w *walk) box() *box { return &boxes[w.IntN(len(boxes))] }

// step does one of the things that there are.
func (w *walk) step(depth int) {
	if w.left--; w.left < 0 || depth > 12 {
		return
	}
	switch w.IntN(12) {
	case 0:
		w.locked(w.box())
	case 1:
		w.deferred(w.box(), depth)
	case 2:
		w.reads(w.box())
	case 3:
		w.helped(w.box(), depth)
	case 4:
		w.caught(depth)
	case 5:
		w.several(depth)
	case 6:
		w.given(w.box())
	case 7:
		w.conditional(w.box(), w.IntN(2) == 0)
	case 8:
		w.tried(w.box())
	case 9:
		w.ordered(w.IntN(len(boxes)-1), depth)
	case 10:
		if w.IntN(20) == 0 {
			loose++
		}
	case 11:
		w.started(depth)
	}
}

func (w *walk) locked(b *box) {
	b.mu.Lock()
	touch(b)
	b.mu.Unlock()
}

func touch(b *box) { b.guarded++ }

func (w *walk) deferred(b *box, depth int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.guarded++
	b.inner[w.IntN(4)]++
	w.may(depth)
}

func (w *walk) reads(b *box) int {
	if w.IntN(3) == 0 {
		b.rw.Lock()
		defer b.rw.Unlock()
		b.shared++
		return 0
	}
	b.rw.RLock()
	defer b.rw.RUnlock()
	return b.shared
}

func (b *box) lock()   { b.mu.Lock() }
func (b *box) unlock() { b.mu.Unlock() }

// helped has the lock taken and given back by others, and may be unwound in between.
func (w *walk) helped(b *box, depth int) {
	b.lock()
	defer b.unlock()
	touch(b)
	w.may(depth)
	touch(b)
}

// may throws sometimes.
func (w *walk) may(depth int) {
	if depth > 0 && w.IntN(40) == 0 {
		panic(w)
	}
}

func (w *walk) caught(depth int) {
	defer func() {
		if recover() != nil {
			w.locked(w.box())
		}
	}()
	w.throws(depth + 1)
}

func (w *walk) throws(depth int) {
	w.step(depth + 1)
	w.may(depth)
	w.step(depth + 1)
}

func (w *walk) several(depth int) {
	for range 1 + w.IntN(6) {
		w.caught(depth + 1)
	}
}

// given hands out what gives the lock back.
func (w *walk) given(b *box) {
	unlock := take(b)
	b.guarded++
	unlock()
}

func take(b *box) func() {
	b.mu.Lock()
	return func() { b.mu.Unlock() }
}

func (w *walk) conditional(b *box, locks bool) {
	if locks {
		b.mu.Lock()
	}
	n := w.IntN(4)
	if locks {
		b.guarded += n
		b.mu.Unlock()
	}
}

func (w *walk) tried(b *box) {
	if b.mu.TryLock() {
		b.guarded++
		b.mu.Unlock()
	}
}

// ordered takes two locks.
func (w *walk) ordered(i, depth int) {
	a, b := &boxes[i], &boxes[i+1]
	a.mu.Lock()
	a.inner[0]++
	b.mu.Lock()
	b.guarded++
	b.mu.Unlock()
	touch(a)
	a.mu.Unlock()
}

// started goes on in another goroutine and waits for it.
func (w *walk) started(depth int) {
	if depth > 6 || w.IntN(4) > 0 {
		w.step(depth + 1)
		return
	}
	done := make(chan bool)
	other := &walk{rand.New(rand.NewPCG(w.Uint64(), 1)), w.left / 2}
	go func() {
		defer close(done)
		other.caught(depth + 1)
	}()
	<-done
}

func main() {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 60 {
				w := &walk{rand.New(rand.NewPCG(uint64(i), uint64(j))), 400}
				for w.left > 0 {
					w.caught(0)
				}
			}
		})
	}
	wg.Wait()
}
