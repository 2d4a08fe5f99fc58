package main

import (
	"context"
	"io"
	"iter"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var yesAfter, noAfter int

func afterFunc() {
	done := make(chan bool)
	yesAfter++
	time.AfterFunc(time.Millisecond, func() {
		yesAfter++
		noAfter++
		done <- true
	})
	noAfter++
	<-done
	yesAfter++
}

var yesTimer, noTimer int

// timer orders what is before its start before what is after it fired.
func timer() {
	t := time.NewTimer(time.Hour)
	wait := start(func() {
		yesTimer++
		noTimer++
		t.Reset(time.Millisecond)
	})
	noTimer++
	<-t.C
	yesTimer++
	wait()
}

var yesTicker int

func ticker() {
	yesTicker++
	t := time.NewTicker(time.Millisecond)
	wait := start(func() {
		<-t.C
		<-t.C
		yesTicker++
	})
	wait()
	t.Stop()
}

var yesReset int

func reset() {
	done := make(chan bool)
	t := time.AfterFunc(time.Hour, func() { yesReset++; done <- true })
	wait := start(func() { yesReset++; t.Reset(time.Millisecond) })
	<-done
	yesReset++
	wait()
}

var yesContext, noContext int

func contexts() {
	ctx, cancel := context.WithCancel(context.Background())
	child, stop := context.WithCancel(context.WithValue(ctx, &yesContext, 1))
	defer stop()
	wait := start(func() {
		noContext++
		yesContext++
		cancel()
	})
	noContext++
	<-child.Done()
	yesContext++
	wait()
}

var yesTimeout int

func contextTimeout() {
	yesTimeout++
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	wait := start(func() {
		<-ctx.Done()
		yesTimeout++
	})
	wait()
	_ = ctx.Err()
	yesTimeout++
}

var yesContextAfter int

func contextAfter() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	yesContextAfter++
	context.AfterFunc(ctx, func() {
		yesContextAfter++
		done <- true
	})
	yesContextAfter++
	cancel()
	<-done
	yesContextAfter++
}

var yesTyped, noTyped int

func typedAtomic() {
	var ready atomic.Bool
	wait := start(func() {
		noTyped++
		yesTyped++
		ready.Store(true)
	})
	noTyped++
	for !ready.Load() {
		runtime.Gosched()
	}
	yesTyped++
	wait()
}

var yesCounter, noCounter int

func counters() {
	var left atomic.Int64
	left.Store(2)
	f := func() {
		noCounter++
		if left.Add(-1) == 0 {
			yesCounter++
		}
	}
	yesCounter++
	wait := start(f)
	f()
	wait()
}

var yesSwaps, noSwaps int

func swaps() {
	var state atomic.Uint32
	f := func() {
		noSwaps++
		for range 20 {
			for !state.CompareAndSwap(0, 1) {
				runtime.Gosched()
			}
			yesSwaps++
			if state.Swap(0) != 1 {
				panic("not locked")
			}
		}
	}
	wait := start(f)
	f()
	wait()
}

var (
	yesFunction, noFunction int
	flag                    int32
)

func functionAtomic() {
	wait := start(func() {
		noFunction++
		yesFunction++
		atomic.StoreInt32(&flag, 1)
	})
	noFunction++
	for atomic.LoadInt32(&flag) == 0 {
		runtime.Gosched()
	}
	yesFunction++
	wait()
}

var yesNil int

// nilAtomic goes on after an atomic operation that has panicked.
func nilAtomic() {
	defer func() {
		yesNil++
		recover()
	}()
	atomic.AddInt32(nil, 1)
}

type node struct{ yesNode int }

func pointers() {
	var p atomic.Pointer[node]
	wait := start(func() {
		n := new(node)
		n.yesNode = 3
		p.Store(n)
	})
	for p.Load() == nil {
		runtime.Gosched()
	}
	p.Load().yesNode++
	wait()
}

func values() {
	var v atomic.Value
	wait := start(func() {
		n := new(node)
		n.yesNode = 3
		v.Store(n)
		v.CompareAndSwap(n, n)
	})
	for v.Load() == nil {
		runtime.Gosched()
	}
	v.Load().(*node).yesNode++
	wait()
}

var (
	noOneWay int
	oneWay   atomic.Int32
)

// atomicOneWay has a load that comes first, and what is done after a store is not ordered before what is done after the
// load.
func atomicOneWay() {
	_ = oneWay.Load()
	loaded := make(chan bool, 1)
	wait := start(func() {
		_ = oneWay.Load()
		loaded <- true
		noOneWay++
	})
	<-loaded
	noOneWay++
	oneWay.Store(1)
	wait()
}

var yesPipe, noPipe int

func pipe() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	wait := start(func() {
		noPipe++
		yesPipe++
		w.Write([]byte{1})
		w.Close()
	})
	noPipe++
	io.ReadAll(r)
	yesPipe++
	r.Close()
	wait()
}

var yesPull int

func pulls() {
	next, stop := iter.Pull(func(yield func(int) bool) {
		for i := range 3 {
			yesPull++
			if !yield(i) {
				return
			}
		}
	})
	for {
		yesPull++
		if _, ok := next(); !ok {
			break
		}
	}
	stop()
}

var yesNested, noNested int

// nested goes through goroutines that access nothing.
func nested() {
	done := make(chan bool)
	yesNested++
	hop(5, func() {
		noNested++
		yesNested++
		hop(5, func() { close(done) })
	})
	noNested++
	<-done
	yesNested++
}

func hop(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	go hop(n-1, f)
}

var yesExits, noExits int

func exits() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() {
			recover()
			yesExits++
			noExits++
			runtime.Goexit()
		}()
		var p *node
		p.yesNode++
	}()
	noExits++
	wg.Wait()
	yesExits++
}

type (
	yesKey string
	noKey  string
)

// ranges goes through maps. What is not ordered is not at the same time, either: the run time would end the program.
func ranges() {
	ordered, free := map[yesKey]int{"a": 1, "b": 2}, map[noKey]int{"a": 1}
	sum := 0
	wait := start(func() {
		time.Sleep(20 * time.Millisecond)
		for _, v := range free {
			sum += v
		}
		for k, v := range ordered {
			if k == "b" {
				break
			}
			sum += v
		}
	})
	free["b"] = 2
	wait()
	ordered["c"] = sum
	delete(ordered, "a")
}
