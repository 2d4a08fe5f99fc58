package main

import "sync"

// A gate is a mutex that is not given back by who took it.
type gate struct {
	mu     sync.Mutex
	passed int
}

func (g *gate) count() {
	g.passed++ // want run: unordered-access
}

func (g *gate) open() { g.mu.Unlock() }

func (g *gate) enter(done chan struct{}) {
	g.mu.Lock()
	g.count()
	g.mu.Unlock()
	close(done)
}

// handOver counts after it has let somebody else open the gate.
func handOver() {
	g, done := &gate{}, make(chan struct{})
	g.mu.Lock()
	go g.enter(done)
	go g.open()
	g.count()
	<-done
}

// A baton is held by who may run: each hands it to the next one, by giving the mutex back
// that this one waits for.
type baton struct {
	next   [3]sync.Mutex
	rounds int
}

func (b *baton) run(i int, done *sync.WaitGroup) {
	defer done.Done()
	b.next[i].Lock()
	b.rounds++ // want paths: unordered-access // false: paths do not know who gives back what who waits for
	if i+1 < len(b.next) {
		b.next[i+1].Unlock()
	}
}

// handOn has nobody run before who comes before has.
func handOn() {
	b := &baton{}
	var done sync.WaitGroup
	for i := range b.next {
		b.next[i].Lock()
	}
	for i := range b.next {
		done.Add(1)
		go b.run(i, &done)
	}
	b.next[0].Unlock()
	done.Wait()
}
