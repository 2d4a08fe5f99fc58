// Command reuse makes objects that live for a short time, in goroutines that nothing orders, so that memory is used
// again. It takes how many, in thousands.
package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
)

type small struct {
	mu    sync.Mutex
	count int
	next  *small
}

type flat struct{ flat [3]int32 }

type large struct {
	first int
	rest  [5000]byte
	last  int
}

type huge struct {
	low  int
	rest [100000]byte
	high int
}

var (
	kept   [4]*small
	latest [4]struct {
		flat  *flat
		large *large
		huge  *huge
	}
)

func main() {
	thousands, _ := strconv.Atoi(os.Args[1])
	debug.SetGCPercent(20)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range thousands * 1000 / 4 {
				if n%500 == 0 {
					runtime.GC()
				}
				use(i, n)
			}
		})
	}
	wg.Wait()
}

func use(i, n int) {
	s := new(small)
	if n%100 == 0 {
		s.next = kept[i]
		kept[i] = s // it stays
	}
	touch(s)
	f := new(flat)
	latest[i].flat = f
	brush(f)
	if n%20 == 0 {
		l := new(large)
		latest[i].large = l
		fill(l)
	}
	if n%250 == 0 {
		h := new(huge)
		latest[i].huge = h
		spread(h)
	}
}

//go:noinline
func touch(s *small) {
	s.mu.Lock()
	s.count++
	s.mu.Unlock()
	if s.next != nil {
		s.next.count++
	}
	s.count++
}

//go:noinline
func brush(f *flat) { f.flat[1]++ }

//go:noinline
func fill(l *large) {
	l.first++
	l.last++
}

//go:noinline
func spread(h *huge) {
	h.low++
	h.high++
}
