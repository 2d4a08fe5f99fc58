// Two goroutines call each method at once, many times. A method that does one thing is serializable, however that is
// done; Reset does two, and another thread comes between them.
package main

import (
	"sync"
	"sync/atomic"
)

// A Cell has what goroutines meet at.
type Cell struct {
	n      atomic.Int64
	word   int64
	value  atomic.Value
	ptr    atomic.Pointer[int]
	m      sync.Map
	queue  chan int
	direct chan int
	closed chan int
	group  sync.WaitGroup
	once   sync.Once
	lazy   func() int
	mu     sync.Mutex
	rw     sync.RWMutex
	cond   *sync.Cond
	pool   sync.Pool
}

func (c *Cell) Add()          { c.n.Add(1) }
func (c *Cell) Load()         { c.n.Load() }
func (c *Cell) Store()        { c.n.Store(3) }
func (c *Cell) Swap()         { c.n.Swap(4) }
func (c *Cell) CAS()          { c.n.CompareAndSwap(3, 4) }
func (c *Cell) AddWord()      { atomic.AddInt64(&c.word, 1) }
func (c *Cell) CASWord()      { atomic.CompareAndSwapInt64(&c.word, 1, 2) }
func (c *Cell) StoreValue()   { c.value.Store(1) }
func (c *Cell) LoadValue()    { c.value.Load() }
func (c *Cell) CASValue()     { c.value.CompareAndSwap(1, 1) }
func (c *Cell) SwapPtr()      { c.ptr.Swap(new(int)) }
func (c *Cell) MapStore()     { c.m.Store(1, 2) }
func (c *Cell) MapLoad()      { c.m.Load(1) }
func (c *Cell) MapBoth()      { c.m.LoadOrStore(1, 3) }
func (c *Cell) MapDelete()    { c.m.LoadAndDelete(1) }
func (c *Cell) MapCAS()       { c.m.CompareAndSwap(1, 2, 3) }
func (c *Cell) Send()         { c.queue <- 1 }
func (c *Cell) Receive()      { <-c.queue }
func (c *Cell) SendDirect()   { c.direct <- 1 }
func (c *Cell) TakeDirect()   { <-c.direct }
func (c *Cell) Close()        { close(c.closed) }
func (c *Cell) Ended()        { <-c.closed }
func (c *Cell) GroupAdd()     { c.group.Add(1) }
func (c *Cell) GroupDone()    { c.group.Done() }
func (c *Cell) GroupWait()    { c.group.Wait() }
func (c *Cell) Once()         { c.once.Do(func() {}) }
func (c *Cell) Lazy()         { c.lazy() }
func (c *Cell) Lock()         { c.mu.Lock() }
func (c *Cell) Unlock()       { c.mu.Unlock() }
func (c *Cell) TryLock() bool { return c.mu.TryLock() }
func (c *Cell) RLock()        { c.rw.RLock() }
func (c *Cell) RUnlock()      { c.rw.RUnlock() }
func (c *Cell) WLock()        { c.rw.Lock() }
func (c *Cell) WUnlock()      { c.rw.Unlock() }
func (c *Cell) Broadcast()    { c.cond.Broadcast() }
func (c *Cell) Get()          { c.pool.Get() }
func (c *Cell) Put()          { c.pool.Put(1) }

// Poll sends and receives as far as it need not wait.
func (c *Cell) Poll(send bool) {
	queue, other := c.queue, make(chan int)
	if !send {
		queue, other = other, c.queue
	}
	select {
	case queue <- 1:
	case <-other:
	default:
	}
}

// Reset is two steps.
func (c *Cell) Reset(now, done chan int) {
	c.n.Load()
	now <- 1
	<-done
	c.n.Store(0)
}

// twice calls each function in two goroutines.
func twice(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(func() { f() })
		wg.Go(func() { f() })
	}
	wg.Wait()
}

func round() {
	c := &Cell{queue: make(chan int, 4), direct: make(chan int), closed: make(chan int), lazy: sync.OnceValue(func() int { return 1 })}
	c.cond = sync.NewCond(&c.mu)
	twice(c.Add, c.Load, c.Store, c.Swap, c.CAS)
	twice(c.AddWord, c.CASWord, c.SwapPtr)
	twice(c.StoreValue, c.LoadValue, c.CASValue)
	twice(c.MapStore, c.MapLoad, c.MapBoth, c.MapDelete, c.MapCAS)
	twice(c.Send, c.Receive, func() { c.Poll(true) }, func() { c.Poll(false) })
	for len(c.queue) > 0 {
		<-c.queue
	}
	twice(c.SendDirect, c.TakeDirect)
	twice(c.GroupAdd)
	twice(c.GroupDone, c.GroupWait, c.Once, c.Lazy)
	twice(func() { c.Lock(); c.Unlock() }, c.Broadcast, func() {
		if c.TryLock() {
			c.Unlock()
		}
	})
	twice(func() { c.RLock(); c.RUnlock() }, func() { c.WLock(); c.WUnlock() })
	twice(c.Get, c.Put)
	var first atomic.Bool
	twice(c.Ended, func() {
		if first.CompareAndSwap(false, true) {
			c.Close()
		}
	})
}

func main() {
	for range 100 {
		round()
	}
	c, now, done := &Cell{}, make(chan int), make(chan int)
	go func() {
		<-now
		c.Add()
		done <- 1
	}()
	c.Reset(now, done)
}
