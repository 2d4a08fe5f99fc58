// Command costs prints how long operations take, in ns.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type object struct {
	mu     sync.Mutex
	rw     sync.RWMutex
	f, g   int
	total  atomic.Int64
	number int64
	list   []int
	table  map[int]int
}

const n = 100000

var shared = &object{list: make([]int, 64), table: map[int]int{1: 1}}

func main() {
	o := shared
	measure("field", func() {
		for range n {
			o.add()
		}
	})
	measure("element", func() {
		for i := range n {
			o.list[i%64] += i
		}
	})
	measure("map", func() {
		for i := range n {
			o.table[i%64] = i
		}
	})
	measure("mutex", func() {
		for range n {
			o.mu.Lock()
			o.mu.Unlock()
		}
	})
	measure("rlock", func() {
		for range n {
			o.rw.RLock()
			o.rw.RUnlock()
		}
	})
	measure("atomic", func() {
		for range n {
			o.total.Add(1)
		}
	})
	measure("function", func() {
		for range n {
			atomic.AddInt64(&o.number, 1)
		}
	})
	measure("buffer", func() {
		c := make(chan int, 1)
		for range n {
			c <- 1
			<-c
		}
	})
	measure("rendezvous", func() {
		c := make(chan int)
		go func() {
			for range n {
				c <- 1
			}
		}()
		for range n {
			<-c
		}
	})
	measure("goroutine", func() {
		var wg sync.WaitGroup
		for range n {
			wg.Add(1)
			go func() { wg.Done() }()
			wg.Wait()
		}
	})
}

func (o *object) add() {
	o.f++
	o.g += o.f
}

func measure(name string, f func()) {
	best := time.Hour
	for range 5 {
		begin := time.Now()
		f()
		best = min(best, time.Since(begin))
	}
	fmt.Printf("%s %.2f\n", name, float64(best.Nanoseconds())/n)
}
