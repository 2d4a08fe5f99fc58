package main

import "sync"

// Pipe has the address of its own lock, which is set when it is first needed. That says where
// something is, and never anything else.
type Pipe struct {
	mu    sync.Mutex
	cond  condition
	items int
}

type condition struct{ lock sync.Locker }

func (p *Pipe) push() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cond.lock == nil {
		p.cond.lock = &p.mu
	}
	p.items++
}

func (p *Pipe) locker() sync.Locker {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cond.lock
}

func (p *Pipe) pop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.items--
}

// Span is written as a whole only before anybody else has it.
type Span struct {
	mu        sync.Mutex
	low, high int
}

var spans struct {
	mu   sync.Mutex
	last *Span
}

func newSpan(low, high int) {
	s := &Span{}
	s.mu.Lock()
	s.low, s.high = low, high
	s.mu.Unlock()
	spans.mu.Lock()
	spans.last = s
	spans.mu.Unlock()
}

func (s *Span) lower() {
	s.mu.Lock()
	s.low--
	s.mu.Unlock()
}

func (s *Span) raise() {
	s.mu.Lock()
	s.high++
	s.mu.Unlock()
}

// Peer has a word of flags, of which others mean others.
type Peer struct {
	mu    sync.Mutex
	state flags
	queue []string
}

type flags uint8

const (
	started flags = 1 << iota
	closed
)

func (p *Peer) close() {
	p.mu.Lock()
	defer p.mu.Unlock() // want view-inconsistency
	p.state |= closed
	p.state &^= started
	p.queue = append(p.queue, "closed")
}

func (p *Peer) start() {
	p.mu.Lock()
	p.state |= started
	p.mu.Unlock() // want view-inconsistency
}

func (p *Peer) take() (queue []string) {
	p.mu.Lock()
	defer p.mu.Unlock() // want view-inconsistency
	queue, p.queue = p.queue, nil
	return queue
}

func made(p *Pipe, q *Peer) {
	p.push()
	p.locker()
	p.pop()
	newSpan(0, 1)
	spans.mu.Lock()
	s := spans.last
	spans.mu.Unlock()
	s.lower()
	s.raise()
	q.start()
	q.take()
	q.close()
}
