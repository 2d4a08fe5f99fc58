package edges

import (
	"bytes"
	"log"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

var point atomic.Int32

// TestLog has two goroutines write to a log, whose lock is no point.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	var wg sync.WaitGroup
	wg.Go(func() { l.Print("a") })
	wg.Go(func() { l.Print("b") })
	wg.Wait()
}

// TestLast has one trace until the race in it has points.
func TestLast(t *testing.T) {
	x := 0
	go func() {
		if x == 1 {
			panic("x is 1")
		}
	}()
	go func() { x = 1 }()
	point.Load()
}

// TestTail leaves a goroutine that waits for a lock. If it is first, it panics.
func TestTail(t *testing.T) {
	var a sync.Mutex
	c := make(chan int)
	go func() { a.Lock(); <-c }()
	go func() { a.Lock(); panic("second first") }()
	point.Load()
}

// TestRange goes through a map while elements are added.
func TestRange(t *testing.T) {
	var m sync.Map
	var early atomic.Bool
	m.Store(0, 0)
	go func() { early.Store(true); m.Store(1, 1) }()
	first, began, saw := true, false, false
	m.Range(func(_, v any) bool {
		if first {
			first, began = false, early.Load()
		}
		saw = saw || v == 1
		return true
	})
	if saw && !began {
		t.Error("added on the way")
	}
}

// TestWide sends by a select of many cases.
func TestWide(t *testing.T) {
	x := 0
	b := make(chan int, 1)
	var z [17]chan int
	go func() {
		x = 1
		select {
		case b <- 1:
		case <-z[0]:
		case <-z[1]:
		case <-z[2]:
		case <-z[3]:
		case <-z[4]:
		case <-z[5]:
		case <-z[6]:
		case <-z[7]:
		case <-z[8]:
		case <-z[9]:
		case <-z[10]:
		case <-z[11]:
		case <-z[12]:
		case <-z[13]:
		case <-z[14]:
		case <-z[15]:
		}
	}()
	<-b
	if x != 1 {
		t.Error("x")
	}
}

var requests = make(chan chan bool)

func init() {
	go func() {
		for c := range requests {
			c <- true
		}
	}()
}

// TestWorker is answered by a goroutine that is not one of the test's.
func TestWorker(t *testing.T) {
	x := 0
	c := make(chan bool, 1)
	go func() { x = 1; requests <- c }()
	<-c
	if x != 1 {
		t.Error("x")
	}
}

// TestFile reads from a pipe what was written before.
func TestFile(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := 0
	go func() { x = 1; w.Write([]byte("a")) }()
	point.Load()
	r.Read(make([]byte, 1))
	if x != 1 {
		t.Error("x")
	}
	r.Close()
	w.Close()
}

// TestNeighbours takes two locks that are next to each other.
func TestNeighbours(t *testing.T) {
	var v struct {
		a, b sync.Mutex
		x    int
	}
	var wg sync.WaitGroup
	wg.Go(func() { v.b.Lock(); v.x++; v.b.Unlock() })
	wg.Go(func() { v.a.Lock(); v.x++; v.a.Unlock() })
	wg.Wait()
}

// TestStacks has goroutines write to their stacks, which grow, and are those of others later.
func TestStacks(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			deep(300+i, &[8]int{})
			point.Load()
			deep(300+i, &[8]int{})
		})
	}
	wg.Wait()
}

//go:noinline
func deep(n int, p *[8]int) int {
	var a [8]int
	p[n%8] = n
	if n == 0 {
		return a[0]
	}
	return deep(n-1, &a) + a[n%8]
}

// TestCrowd has more goroutines than are told apart.
func TestCrowd(t *testing.T) {
	var wg sync.WaitGroup
	x := make([]int, 300)
	for i := range x {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x[i]++
		}()
		x[0] = len(x)
	}
	wg.Wait()
}
