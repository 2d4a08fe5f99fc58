// Package rwvsn has readers and writers after Lea, "Concurrent programming in Java" (RWVSN.java), as figure 7 of the
// paper that package stringbuffer names has them. Readers wait at the object, and each writer at a monitor of its own.
// These stand in a vector, whose methods take its lock: for no reason, as it is used under the lock of the object only.
// Who notifies others also lets them in. The code is our own. As locks of Go cannot be taken again by who holds them,
// notifyReaders and notifyWriter are called with the lock held, and do not take it.
package rwvsn

import "sync"

// A monitor is a lock with a condition.
type monitor struct {
	sync.Mutex
	sync.Cond
}

func newMonitor() *monitor {
	m := &monitor{}
	m.L = &m.Mutex
	return m
}

type vector struct {
	mu    sync.Mutex
	items []*monitor
	n     int
}

type control struct {
	mu                                           sync.Mutex
	readers                                      *sync.Cond
	waitingWriters                               *vector
	waitingReaders, activeReaders, activeWriters int
	data                                         int
}

func newControl() *control {
	c := &control{waitingWriters: &vector{items: make([]*monitor, 2)}}
	c.readers = sync.NewCond(&c.mu)
	return c
}

//parallax:atomic
func (v *vector) size() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.n
}

//parallax:atomic
func (v *vector) addElement(m *monitor) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.items[v.n] = m
	v.n++
}

//parallax:atomic
func (v *vector) firstElement() *monitor {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.items[0]
}

//parallax:atomic
func (v *vector) removeFirst() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := 1; i < v.n; i++ {
		v.items[i-1] = v.items[i]
	}
	v.n--
}

//parallax:atomic
func (c *control) allowReader() bool {
	return c.waitingWriters.size() == 0 && c.activeWriters == 0
}

//parallax:atomic
func (c *control) allowWriter() bool {
	return c.waitingWriters.size() == 0 && c.activeReaders == 0 && c.activeWriters == 0
}

//parallax:atomic
func (c *control) notifyReaders() {
	c.activeReaders = c.waitingReaders
	c.waitingReaders = 0
	c.readers.Broadcast()
}

//parallax:atomic
func (c *control) notifyWriter() {
	if c.waitingWriters.size() > 0 {
		oldest := c.waitingWriters.firstElement()
		c.waitingWriters.removeFirst()
		oldest.Lock()
		oldest.Signal()
		oldest.Unlock()
		c.activeWriters++
	}
}

func (c *control) beforeRead() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.allowReader() {
		c.activeReaders++
	} else {
		c.waitingReaders++
		c.readers.Wait()
	}
}

//parallax:atomic
func (c *control) afterRead() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.activeReaders--
	if c.activeReaders == 0 {
		c.notifyWriter()
	}
}

func (c *control) beforeWrite() {
	m := newMonitor()
	m.Lock()
	defer m.Unlock()
	if c.enter(m) {
		return
	}
	m.Wait()
}

// enter lets a writer in, or has it wait.
func (c *control) enter(m *monitor) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.allowWriter() {
		c.activeWriters++
		return true
	}
	c.waitingWriters.addElement(m)
	return false
}

//parallax:atomic
func (c *control) afterWrite() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.activeWriters--
	if c.waitingReaders > 0 {
		c.notifyReaders()
	} else {
		c.notifyWriter()
	}
}

func (c *control) read() int {
	c.beforeRead()
	r := c.data
	c.afterRead()
	return r
}

func (c *control) write() {
	c.beforeWrite()
	c.data++
	c.afterWrite()
}
