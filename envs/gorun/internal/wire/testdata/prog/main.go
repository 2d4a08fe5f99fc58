// Command prog has probes as generated code has them. The functions' operations are in tables_test.go.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"zzparallax"
)

const (
	fnMain = iota
	fnLeaf
	fnLocked
	fnTry
	fnGuard
	fnCleanup
	fnMayPanic
	fnDeferLock
	fnSpawn
	fnWorker
	fnCallback
	fnOuter
	fnRecurse
)

var (
	mu  sync.Mutex
	sum int
)

func leaf(n int) int {
	w, d := zzparallax.Enter(fnLeaf)
	if n%2 == 0 {
		w.Put(d | zzparallax.Block(2))
		n /= 2
	} else {
		w.Put(d | zzparallax.Block(4))
		n = 3*n + 1
	}
	w.Leave(d)
	return n
}

func locked(n int) {
	w, d := zzparallax.Enter(fnLocked)
	mu.Lock()
	w.Lock(d, 0, unsafe.Pointer(&mu))
	sum += n
	w.Lock(d, 3, unsafe.Pointer(&mu))
	mu.Unlock()
	w.Leave(d)
}

func try(m *sync.Mutex) bool {
	w, d := zzparallax.Enter(fnTry)
	ok := m.TryLock()
	w.Try(d, 0, unsafe.Pointer(m), ok)
	if ok {
		w.Put(d | zzparallax.Block(2))
		w.Lock(d, 2, unsafe.Pointer(m))
		m.Unlock()
	} else {
		w.Put(d | zzparallax.Block(4))
	}
	w.Leave(d)
	return ok
}

func guard(how string) {
	w, d := zzparallax.Enter(fnGuard)
	defer w.Exit(d)
	defer cleanup(true)
	mayPanic(how)
}

func cleanup(stop bool) {
	w, d := zzparallax.Enter(fnCleanup)
	if stop {
		recover()
	}
	w.Leave(d)
}

func mayPanic(how string) {
	w, d := zzparallax.Enter(fnMayPanic)
	if how != "" {
		w.Put(d | zzparallax.Block(1))
		switch how {
		case "panic":
			panic("as asked")
		case "nil":
			var p *int
			*p = 1
		default:
			runtime.Goexit()
		}
	}
	w.Put(d | zzparallax.Block(2))
	w.Leave(d)
}

func deferLock(how string) {
	w, d := zzparallax.Enter(fnDeferLock)
	defer w.Exit(d)
	mu.Lock()
	w.Lock(d, 0, unsafe.Pointer(&mu))
	defer func() {
		w.Deferred(d, 0, unsafe.Pointer(&mu), -1)
		mu.Unlock()
	}()
	mayPanic(how)
}

func spawn(n int, wg *sync.WaitGroup) {
	w, d := zzparallax.Enter(fnSpawn)
	for range n {
		w.Fork(d, 0)
		go worker(wg)
	}
	w.Leave(d)
}

func worker(wg *sync.WaitGroup) {
	w, d := zzparallax.Enter(fnWorker)
	wg.Done()
	w.Leave(d)
}

func callback() {
	w, d := zzparallax.Enter(fnCallback)
	w.Leave(d)
}

func outer(how string) {
	w, d := zzparallax.Enter(fnOuter)
	plain(how)
	w.Put(d | zzparallax.Block(1))
	mayPanic("")
	w.Leave(d)
}

// plain has no probes.
//
//go:noinline
func plain(how string) {
	callback()
	defer func() { recover() }()
	guardless(how)
}

//go:noinline
func guardless(how string) {
	defer callback()
	mayPanic(how)
}

func recurse(n int) {
	w, d := zzparallax.Enter(fnRecurse)
	if n > 0 {
		w.Put(d | zzparallax.Block(1))
		recurse(n - 1)
	} else {
		w.Put(d | zzparallax.Block(2))
	}
	w.Leave(d)
}

//go:noinline
func bare(n int) int {
	if n%2 == 0 {
		n /= 2
	} else {
		n = 3*n + 1
	}
	return n
}

//go:noinline
func enterLeave(n int) int {
	w, d := zzparallax.Enter(fnCallback)
	w.Leave(d)
	return n + 1
}

//go:noinline
func nothing(n int) int { return n + 1 }

// Whose processor time counts.
const (
	ofProcess = 0
	ofThread  = 1
)

// timed prints processor time for a round, the least of several tries: the machine may be busy with other things.
func timed(name string, n int, f func()) { timedOf(ofThread, name, n, f) }

func timedOf(who int, name string, n int, f func()) {
	best := time.Duration(1 << 62)
	for range 8 {
		var from, to syscall.Rusage
		syscall.Getrusage(who, &from)
		f()
		syscall.Getrusage(who, &to)
		best = min(best, time.Duration(to.Utime.Nano()+to.Stime.Nano()-from.Utime.Nano()-from.Stime.Nano()))
	}
	fmt.Printf("%s %.2f\n", name, float64(best)/float64(n))
}

func bench(n int) {
	runtime.LockOSThread()
	w, d := zzparallax.Enter(fnRecurse)
	x := 1
	timed("call-bare", n, func() {
		for range n {
			x += nothing(x)
		}
	})
	timed("call-enter-leave", n, func() {
		for range n {
			x += enterLeave(x)
		}
	})
	timed("branch-bare", n, func() {
		for i := range n {
			x += bare(i)
		}
	})
	timed("branch-probed", n, func() {
		for i := range n {
			x += leaf(i)
		}
	})
	timed("block", n, func() {
		for range n {
			w.Put(d | zzparallax.Block(1))
		}
	})
	timed("object", n, func() {
		for range n {
			w.Object(d, 1, unsafe.Pointer(&x))
		}
	})
	timed("lock-bare", n, func() {
		for i := range n {
			mu.Lock()
			sum += i
			mu.Unlock()
		}
	})
	timed("lock-probed", n, func() {
		for i := range n {
			mu.Lock()
			w.Lock(d, 0, unsafe.Pointer(&mu))
			sum += i
			w.Lock(d, 3, unsafe.Pointer(&mu))
			mu.Unlock()
		}
	})
	// What a checker inside the program would have to read: the same records in private memory.
	buf := make([]uint64, 512)
	timed("private", n, func() {
		for i := range n {
			buf[i&511] = d | zzparallax.Block(1)
		}
	})
	sum += x + int(buf[7])
}

// waits times operations at which goroutines may wait, on one processor. There each round finds the lock free, and
// parks its goroutine once at a channel. What stands around them is what generated code has there.
func waits(n int, probed, awaits bool) {
	runtime.GOMAXPROCS(1)
	timedOf(ofProcess, "lock", 10*n, func() { locks(10*n, probed, awaits) })
	type player = func(n int, from, to chan int, probed, awaits bool)
	for name, echo := range map[string]player{"pingpong": echo, "select": choose} {
		timedOf(ofProcess, name, 2*n, func() {
			ping, pong := make(chan int, 1), make(chan int, 1)
			ping <- 1
			var wg sync.WaitGroup
			wg.Go(func() { echo(n, ping, pong, probed, awaits) })
			wg.Go(func() { echo(n, pong, ping, probed, awaits) })
			wg.Wait()
		})
	}
}

func locks(n int, probed, awaits bool) {
	w, d := writer(probed)
	for i := range n {
		if awaits {
			w.Await(d, 0, unsafe.Pointer(&mu))
		}
		mu.Lock()
		if probed {
			w.Lock(d, 0, unsafe.Pointer(&mu))
		}
		sum += i
		if probed {
			w.Unlock(d, 3, unsafe.Pointer(&mu))
		}
		mu.Unlock()
	}
}

// writer is that of the goroutine, which has none unless it is asked for.
func writer(probed bool) (*zzparallax.Writer, uint64) {
	if !probed {
		return nil, 0
	}
	return zzparallax.Enter(fnRecurse)
}

func echo(n int, from, to chan int, probed, awaits bool) {
	w, d := writer(probed)
	for range n {
		if probed {
			w.Object(d, 0, zzparallax.Word(from))
		}
		if awaits {
			w.Await(d, 0, zzparallax.Word(from))
		}
		x := <-from
		if awaits {
			w.Done(d)
		}
		send(w, d, to, x, probed, awaits)
	}
}

func choose(n int, from, to chan int, probed, awaits bool) {
	w, d := writer(probed)
	never, x := make(chan int), 0
	for range n {
		if awaits {
			w.Case(d, 0, zzparallax.Word(from))
			w.Case(d, 1, zzparallax.Word(never))
			w.Cases(d, 0, 2)
		}
		select {
		case x = <-from:
		case x = <-never:
		}
		if probed {
			w.Object(d, 1, zzparallax.Word(from))
		}
		if awaits {
			w.Done(d)
		}
		send(w, d, to, x, probed, awaits)
	}
}

func send(w *zzparallax.Writer, d uint64, to chan int, x int, probed, awaits bool) {
	if probed {
		w.Object(d, 2, zzparallax.Word(to))
	}
	if awaits {
		w.Await(d, 2, zzparallax.Word(to))
	}
	to <- x
	if awaits {
		w.Done(d)
	}
}

func main() {
	w, d := zzparallax.Enter(fnMain)
	n := 0
	if len(os.Args) > 2 {
		n, _ = strconv.Atoi(os.Args[2])
	}
	var wg sync.WaitGroup
	switch os.Args[1] {
	case "calls":
		leaf(2)
		leaf(3)
		recurse(2)
		locked(1)
		m := new(sync.Mutex)
		try(m)
		m.Lock()
		try(m)
	case "panics":
		guard("")
		guard("panic")
		guard("nil")
		deferLock("")
		outer("panic")
		outer("")
		func() {
			defer func() { recover() }()
			deferLock("panic")
		}()
		leaf(1)
	case "goexit":
		wg.Add(1)
		go func() {
			defer wg.Done()
			guard("exit")
		}()
		wg.Wait()
		wg.Add(1)
		go func() {
			defer wg.Done()
			mayPanic("exit")
		}()
		wg.Wait()
	case "crash":
		mayPanic("panic")
	case "exit":
		leaf(2)
		os.Exit(3)
	case "locks":
		for range 8 {
			wg.Go(func() {
				for i := range n {
					locked(i)
				}
			})
		}
		wg.Wait()
	case "many":
		for left := n; left > 0; left -= 100 {
			wg.Add(100)
			spawn(100, &wg)
			wg.Wait()
		}
	case "parked":
		stop := make(chan bool)
		wg.Add(n)
		for range n {
			go func() {
				leaf(1)
				wg.Done()
				<-stop
			}()
		}
		wg.Wait()
	case "flood":
		for i := range n {
			leaf(i)
			if i%1000 == 0 {
				runtime.GC()
			}
		}
	case "stream":
		for range 2 {
			wg.Go(func() {
				for i := range n {
					leaf(i)
				}
			})
		}
		wg.Wait()
	case "kill":
		for i := range n {
			leaf(i)
		}
		fmt.Println("written")
		time.Sleep(time.Hour)
	case "child":
		leaf(2)
		cmd := exec.Command(os.Args[0], "flood", "10")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			panic(err)
		}
		leaf(3)
	case "stack":
		recurse(n)
	case "bench":
		bench(n)
	case "waits":
		waits(n, os.Args[3] != "bare", os.Args[3] == "awaits")
	}
	w.Leave(d)
	fmt.Println("done", sum)
}
