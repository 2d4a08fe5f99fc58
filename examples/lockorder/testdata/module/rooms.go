package orders

import "sync"

// A Pool has slots, of which threads take one in one function and give it back in another:
// who receives has sent before, and so need not wait.
type Pool struct {
	mu    sync.Mutex
	slots chan struct{}
	used  int
}

func NewPool() *Pool { return &Pool{slots: make(chan struct{}, 2)} }

func (p *Pool) take() { p.slots <- struct{}{} }
func (p *Pool) give() { <-p.slots }

func (p *Pool) use() {
	p.take()
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.give()
	p.used++
}

func (p *Pool) useLocked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.take()
	p.used++
	p.give()
}

// A Sloppy pool is given back what was not taken from it.
type Sloppy struct {
	mu    sync.Mutex
	slots chan struct{}
	used  int
}

func NewSloppy() *Sloppy { return &Sloppy{slots: make(chan struct{}, 2)} }

func (p *Sloppy) take() { p.slots <- struct{}{} }
func (p *Sloppy) give() { <-p.slots } // want paths: lock-wait // a run tells which of two calls it is

func (p *Sloppy) use() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.take() // want paths: lock-wait
	p.used++
	p.give()
}

func (p *Sloppy) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.give()
}

// A Post has room for what is sent, but who receives waits for it.
type Post struct {
	mu     sync.Mutex
	letter chan int
	sent   int
}

func NewPost() *Post { return &Post{letter: make(chan int, 1)} }

func (p *Post) send(n int) {
	p.mu.Lock()
	p.sent++
	p.mu.Unlock()
	p.letter <- n // want paths: lock-wait
}

func (p *Post) receive() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return <-p.letter // want lock-wait
}

// A Delivery has been sent if it is done, which who receives has looked up under the lock
// under which it is sent.
type Delivery struct {
	mu     sync.Mutex
	done   bool
	result chan int
}

func NewDelivery() *Delivery { return &Delivery{result: make(chan int, 1)} }

func (d *Delivery) deliver(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.done {
		d.done = true
		d.result <- n
		close(d.result)
	}
}

func (d *Delivery) cancel() (n int) {
	d.mu.Lock()
	if d.done {
		n = <-d.result
	} else {
		close(d.result)
	}
	d.done = true
	d.mu.Unlock()
	return n
}

// A Rash one does not look.
type Rash struct {
	mu     sync.Mutex
	result chan int
}

func NewRash() *Rash { return &Rash{result: make(chan int, 1)} }

func (r *Rash) deliver(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result <- n // want paths: lock-wait
}

func (r *Rash) take() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return <-r.result // want lock-wait
}

// A Promise is told of under the lock before it is kept.
type Promise struct {
	mu     sync.Mutex
	given  bool
	result chan int
}

func NewPromise() *Promise { return &Promise{result: make(chan int, 1)} }

func (p *Promise) keep(n int) {
	p.mu.Lock()
	p.given = true
	p.mu.Unlock()
	p.result <- n // want paths: lock-wait
}

func (p *Promise) take() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.given {
		return 0
	}
	return <-p.result // want lock-wait
}

// Another Delivery is looked at than the one of which something is received.
func (d *Ticket) deliver(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = true
	d.result <- n // want paths: lock-wait
}

type Ticket struct {
	mu     sync.Mutex
	done   bool
	result chan int
}

func NewTicket() *Ticket { return &Ticket{result: make(chan int, 1)} }

func (d *Ticket) take(e *Ticket) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.done {
		return 0
	}
	return <-e.result // want paths: lock-wait
}
