// Package served has shapes of waits that others end, or that nobody does, wherever the channel lives.
package served

import (
	"sync"
	"time"
)

// Ready is known to others by its name.
type Ready struct {
	Done   chan int
	failed chan int
}

// New makes one.
func New() *Ready { return &Ready{make(chan int), make(chan int)} }

// Wait waits for what somebody else may send.
func (r *Ready) Wait() int { return <-r.Done }

// Failed waits for what nobody sends.
func (r *Ready) Failed() int {
	if len(r.failed) > 0 {
		return <-r.failed // want paths: blocked
	}
	return <-r.failed // want paths: blocked
}

type boxed struct{ of any }

// Box sends through an interface.
func Box() (n int) {
	c := make(chan int)
	b := &boxed{c}
	go b.fill()
	return <-c
}

func (b *boxed) fill() {
	if c, ok := b.of.(chan int); ok {
		c <- 1
	}
}

type table struct{ waiting map[int]chan int }

// Ask waits for what another method sends, which finds the channel in a map.
func (t *table) Ask(i int) int {
	c := make(chan int)
	t.waiting[i] = c
	return <-c
}

// Tell sends it.
func (t *table) Tell(i, n int) {
	if c := t.waiting[i]; c != nil {
		c <- n
	}
}

type carried struct{ reply chan int }

type server struct {
	requests chan carried
	quit     chan struct{}
	log      []int
}

func start() *server {
	s := &server{make(chan carried), make(chan struct{}), nil}
	go s.serve()
	return s
}

func (s *server) serve() {
	for {
		select {
		case r := <-s.requests:
			switch len(s.log) {
			case 0:
				s.later(r)
			case 1:
				r.reply <- 1
			default:
				close(r.reply)
			}
		case <-s.quit:
			return
		}
	}
}

func (s *server) later(r carried) { go func() { r.reply <- 2 }() }

// Get always has a reply.
func (s *server) Get() int {
	c := make(chan int)
	s.requests <- carried{c}
	return <-c
}

// Stop ends the server.
func (s *server) Stop() { close(s.quit) }

type asked struct {
	key   int
	reply chan string
}

type forgetful struct {
	asks chan asked
	stop chan bool
}

func (f *forgetful) serve() {
	for {
		select {
		case a := <-f.asks:
			if a.key > 2 {
				continue
			}
			a.reply <- "small"
		case <-f.stop:
			return
		}
	}
}

// Get may have no reply.
func (f *forgetful) Get(key int) string {
	c := make(chan string)
	f.asks <- asked{key, c}
	return <-c // want paths: blocked
}

// Stop ends it.
func (f *forgetful) Stop() { close(f.stop) }

func startForgetful() *forgetful {
	f := &forgetful{make(chan asked), make(chan bool)}
	go f.serve()
	return f
}

// Forever is meant to stay.
func Forever() {
	forever := make(chan int)
	<-forever
}

type gate struct {
	mu     sync.Mutex
	opened *sync.Cond
	open   bool
	passed int
}

func newGate() *gate {
	g := &gate{}
	g.opened = sync.NewCond(&g.mu)
	return g
}

// Pass waits until the gate is open.
func (g *gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.opened.Wait()
	}
	g.passed++
}

// Open changes the state with the lock, and tells without it.
func (g *gate) Open() {
	g.set(true)
	g.tell()
}

func (g *gate) set(open bool) {
	g.mu.Lock()
	g.open = open
	g.mu.Unlock()
}

func (g *gate) tell() { g.opened.Broadcast() }

type bell struct {
	mu    sync.Mutex
	rung  *sync.Cond
	rings int
}

func newBell() *bell {
	b := &bell{}
	b.rung = sync.NewCond(&b.mu)
	return b
}

// Wait waits for the next ring.
func (b *bell) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for n := b.rings; n == b.rings; {
		b.rung.Wait()
	}
}

// Ring has no lock.
func (b *bell) Ring() {
	b.rings++
	b.rung.Broadcast() // want paths: lost-signal
}

type two struct {
	mu            sync.Mutex
	filled, drawn *sync.Cond
	n, most       int
}

func newTwo() *two {
	t := &two{most: 3}
	t.filled, t.drawn = sync.NewCond(&t.mu), sync.NewCond(&t.mu)
	return t
}

// Fill waits at another condition than Draw.
func (t *two) Fill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.n == t.most {
		t.drawn.Wait()
	}
	t.n++
	t.filled.Signal()
}

// Draw is the other one.
func (t *two) Draw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.n == 0 {
		t.filled.Wait()
	}
	t.n--
	t.drawn.Signal()
}

// Later rings in a while, with no change.
func (b *bell) Later() {
	time.AfterFunc(time.Second, func() {
		b.mu.Lock()
		b.rings++
		b.mu.Unlock()
		b.rung.Signal()
	})
}

type lazy struct {
	once  sync.Once
	inner *lazy
	n     int
}

// Get asks another one.
func (l *lazy) Get() int {
	l.once.Do(func() {
		if l.inner != nil {
			l.n = l.inner.Get() + 1
		}
	})
	return l.n
}

// Itself asks itself.
func (l *lazy) Itself() int {
	l.once.Do(l.fill) // want paths: blocked
	return l.n
}

func (l *lazy) fill() { l.help(3) }

func (l *lazy) help(n int) {
	if n > 0 {
		l.n = l.Itself()
	}
}

// Literal asks itself in a function literal.
func (l *lazy) Literal() int {
	l.once.Do(func() { // want paths: blocked
		l.n = l.nested()
	})
	return l.n
}

func (l *lazy) nested() int { return l.Literal() + 1 }

// Inner asks another one in a function literal.
func (l *lazy) Inner() int {
	l.once.Do(func() {
		if l.inner != nil {
			l.n = l.inner.Inner()
		}
	})
	return l.n
}

var (
	tableOnce sync.Once
	filled    int
)

// Filled fills a table once.
func Filled() int {
	tableOnce.Do(fillTable) // want paths: blocked
	return filled
}

func fillTable() { filled = Filled() + 1 }

// Stages has room for all answers.
func Stages(texts []string) (n int) {
	in, out := make(chan string), make(chan int, len(texts))
	go func() {
		defer close(out)
		for t := range in {
			out <- len(t)
		}
	}()
	for _, t := range texts {
		in <- t
	}
	close(in)
	for l := range out {
		n += l
	}
	return n
}

// Narrow has room for one.
func Narrow(texts []string) (n int) {
	in, out := make(chan string), make(chan int, 1)
	go func() {
		defer close(out)
		for t := range in {
			out <- len(t) // want paths: blocked
		}
	}()
	for _, t := range texts {
		in <- t // want paths: blocked
	}
	close(in)
	for l := range out {
		n += l
	}
	return n
}

// Few sends what there is room for.
func Few() (n int) {
	in, out := make(chan string, 1), make(chan int, 3)
	go func() {
		defer close(out)
		for t := range in {
			out <- len(t)
		}
	}()
	for range 3 {
		in <- ""
	}
	close(in)
	for l := range out {
		n += l
	}
	return n
}

type feed struct {
	mu     sync.Mutex
	items  chan int64
	others chan int64
	joined int
	hook   chan int64
}

func newFeed() *feed { return &feed{items: make(chan int64), others: make(chan int64)} }

// Push sends with the lock.
func (f *feed) Push(n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hook != nil {
		f.hook <- n
	}
	f.items <- n
}

// Read takes the lock once, and receives then.
func (f *feed) Read() (n int64) {
	f.mu.Lock()
	f.joined++
	f.mu.Unlock()
	for v := range f.items {
		n += v
	}
	return n
}

// Choose sends with the lock.
func (f *feed) Choose(n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	select { // want paths: blocked
	case f.others <- n:
	case f.hook <- n:
	}
}

// One takes the lock for each.
func (f *feed) One() (n int64) {
	for range 3 {
		f.mu.Lock() // want paths: blocked
		f.joined++
		f.mu.Unlock()
		n += <-f.others
	}
	return n
}

// A Queue is of whatever.
type Queue[T any] struct{ items, done chan T }

// NewQueue makes one.
func NewQueue[T any]() *Queue[T] { return &Queue[T]{make(chan T), make(chan T)} }

// Put sends.
func (q *Queue[T]) Put(v T) { q.items <- v }

// Get receives.
func (q *Queue[T]) Get() T { return <-q.items }

// Lost sends what nobody receives.
func (q *Queue[T]) Lost(v T) {
	q.done <- v // want paths: blocked
}

// UseQueue uses one.
func UseQueue() int {
	q := NewQueue[int]()
	go q.Put(1)
	return q.Get()
}
