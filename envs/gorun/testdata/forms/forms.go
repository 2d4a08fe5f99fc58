// Package forms takes locks in all the ways in which Go can. A comment says where a stale value is used.
package forms

import "sync"

type plain struct {
	mu sync.Mutex
	n  int
}

func (p *plain) add() {
	p.mu.Lock()
	n := p.n
	p.mu.Unlock()
	n++ // stale
	p.mu.Lock()
	p.n = n // stale
	p.mu.Unlock()
}

func (p *plain) safe() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
}

// get hands a shared value out of its monitor block.
func (p *plain) get() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

func (p *plain) twice() {
	n := p.get()
	p.mu.Lock()
	p.n = 2 * n // stale
	p.mu.Unlock()
}

type embedded struct {
	sync.Mutex
	n int
}

func (e *embedded) add() {
	e.Lock()
	n := e.n
	e.Unlock()
	e.Lock()
	e.n = n + 1 // stale
	e.Unlock()
}

func (e *embedded) methodValues() {
	lock, unlock := e.Lock, e.Unlock
	lock()
	n := e.n
	unlock()
	lock()
	e.n = n + 1 // stale
	unlock()
}

func (e *embedded) methodExpressions() {
	(*embedded).Lock(e)
	n := e.n
	(*embedded).Unlock(e)
	(*sync.Mutex).Lock(&e.Mutex)
	e.n = n + 1 // stale
	(*sync.Mutex).Unlock(&e.Mutex)
}

type readers struct {
	mu sync.RWMutex
	n  int
}

func (r *readers) add() {
	r.mu.RLock()
	n := r.n
	r.mu.RUnlock()
	r.mu.Lock()
	r.n = n + 1 // stale
	r.mu.Unlock()
}

func (r *readers) locker() {
	l := r.mu.RLocker()
	l.Lock()
	n := r.n
	l.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n = n + 1 // stale
}

func locker(l sync.Locker, n *int) {
	l.Lock()
	m := *n
	l.Unlock()
	l.Lock()
	*n = m + 1 // stale
	l.Unlock()
}

func (p *plain) try() bool {
	if !p.mu.TryLock() {
		return false
	}
	n := p.n
	p.mu.Unlock()
	if p.mu.TryLock() {
		p.n = n + 1 // stale
		p.mu.Unlock()
	}
	return true
}

// tries does not ask whether it got the lock.
func (p *plain) tries() {
	p.mu.TryLock()
	n := p.n
	p.mu.Unlock()
	p.mu.TryLock()
	p.mu.TryLock()
	p.n = n + 1 // stale
	p.mu.Unlock()
}

func (p *plain) deferredLiteral() (n int) {
	func() {
		p.mu.Lock()
		defer func() { p.mu.Unlock() }()
		n = p.n
	}()
	return n
}

func (p *plain) recovers(f func()) (err any) {
	defer func() { err = recover() }()
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	p.n++
	return nil
}

func (p *plain) loop(times int) {
	for range times {
		p.mu.Lock()
		if p.n > 100 {
			p.mu.Unlock()
			break
		}
		p.n++
		p.mu.Unlock()
	}
}

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) change(f func(T) T) {
	b.mu.Lock()
	v := b.v
	b.mu.Unlock()
	v = f(v) // stale
	b.mu.Lock()
	b.v = v
	b.mu.Unlock()
}

func with[T any](mu *sync.Mutex, f func() T) T {
	mu.Lock()
	defer mu.Unlock()
	return f()
}

func (p *plain) generic() int {
	return with(&p.mu, func() int { return p.n })
}

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	items []int
	waits bool
}

func newQueue() *queue {
	q := &queue{}
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(x int) {
	q.mu.Lock()
	q.items = append(q.items, x)
	q.mu.Unlock()
	q.ready.Signal()
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.ready.Wait()
	}
	x := q.items[0]
	q.items = q.items[1:]
	return x
}

func (q *queue) waiting() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waits
}

func (q *queue) glimpse() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.items)
	for len(q.items) == 0 {
		q.waits = true
		q.ready.Wait()
	}
	return n + 1 // stale
}

func (p *plain) chosen(a, b chan int) {
	for range 2 {
		p.mu.Lock()
		n := p.n
		p.mu.Unlock()
		select { // stale
		case x := <-a:
			p.mu.Lock()
			p.n = x
			p.mu.Unlock()
		case b <- n:
		default:
		}
	}
}

func (p *plain) over(seq func(func(int) bool)) {
	for x := range seq {
		p.mu.Lock()
		p.n += x
		p.mu.Unlock()
		if x > 2 {
			break
		}
	}
}

var global plain

var initial = func() int {
	global.mu.Lock()
	defer global.mu.Unlock()
	return global.n
}()

func init() {
	global.mu.Lock()
	n := global.n
	global.mu.Unlock()
	global.mu.Lock()
	global.n = n + 1 // stale
	global.mu.Unlock()
}

//go:norace
func (p *plain) marked() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}
