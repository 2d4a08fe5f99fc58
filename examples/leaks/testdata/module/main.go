// Objects that other threads find while they are still being made.
package main

import (
	"sync"
	"sync/atomic"
)

type Node struct {
	value int
	next  *Node
}

type Counter struct {
	hits   int64
	misses atomic.Int64
}

var counter *Counter

var registry struct{ first, latest *Node }

var (
	mu    sync.Mutex
	nodes = map[string]*Node{}
	found = make(chan *Node, 10)
)

// early leaks its object before it is ready.
func early() *Node {
	n := new(Node)
	n.value = 1
	registry.first = n
	n.value = 2 // want constructor-leak
	return n
}

// late does so after all is written.
func late() *Node {
	n := &Node{value: 1}
	registry.first = n
	return n
}

// guarded writes under a lock.
func guarded() {
	n := &Node{}
	registry.first = n
	mu.Lock()
	n.value = 2
	mu.Unlock()
}

func register(n *Node) {
	mu.Lock()
	registry.latest = n
	mu.Unlock()
}

func set(n *Node, v int) {
	n.value = v // want constructor-leak
}

// below leaks and writes in what it calls.
func below() {
	n := &Node{}
	m := n
	register(n)
	set(m, 1)
}

func announce(n *Node) { registry.first = n }

func finish(n *Node) {
	n.value = 2 // want constructor-leak
}

// apart accesses nothing itself, and nothing that it calls has a lock.
func apart() {
	n := &Node{}
	announce(n)
	finish(n)
}

// listed puts its object into a map.
func listed(name string) {
	n := &Node{}
	mu.Lock()
	nodes[name] = n
	mu.Unlock()
	n.value = 1 // want constructor-leak
}

// sent sends its object away.
func sent() {
	n := &Node{}
	found <- n
	n.value = 1 // want constructor-leak
}

func read(n *Node) { _ = n.value }

// handed gives its object to a thread.
func handed() {
	n := &Node{}
	go read(n)
	n.value = 3 // want constructor-leak
}

// captured gives its object to a thread that is a closure.
func captured() {
	n := &Node{}
	go func() { read(n) }()
	n.value = 3 // want constructor-leak
}

// replaced gives another object to its thread than the one that it goes on with.
func replaced() {
	n := &Node{}
	go read(n)
	n = &Node{}
	n.value = 3
}

// counted needs no lock for what it does.
func counted() {
	n := &Counter{}
	counter = n
	atomic.AddInt64(&n.hits, 1)
	n.misses.Add(1)
}

// waited writes when the thread is over, which is not known.
func waited() {
	n := &Node{}
	done := make(chan bool)
	go func() {
		read(n)
		done <- true
	}()
	<-done
	n.value = 3 // want constructor-leak
}

// private stores its object in one of its own.
func private() *Node {
	n := &Node{}
	o := &Node{}
	o.next = n
	n.value = 1
	return o
}

// watch lets a second thread access what is shared.
func watch() {
	registry.first = nil
	counter = nil
	mu.Lock()
	registry.latest = nil
	nodes["none"] = nil
	mu.Unlock()
	found <- nil
}

func main() {
	done := make(chan bool)
	go func() {
		watch()
		done <- true
	}()
	<-done
	n := early()
	n.value = 4 // after the function is done
	late()
	guarded()
	below()
	apart()
	listed("one")
	sent()
	handed()
	captured()
	replaced()
	counted()
	waited()
	private()
}
