// Package fixed takes the lines out in one critical section, and has nothing to do after it
// has sent them.
package fixed

import "sync"

// A Line is something to send.
type Line string

// A Batch collects lines that are sent together.
type Batch struct {
	mu      sync.Mutex
	pending []Line
}

// Add adds a line.
func (b *Batch) Add(line Line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending = append(b.pending, line)
}

// Pending is how many lines have not been sent.
func (b *Batch) Pending() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pending)
}

// Flush sends the lines that were added. It does not hold the lock while it does.
func (b *Batch) Flush(send func(lines []Line)) {
	b.mu.Lock()
	lines := b.pending
	b.pending = nil
	b.mu.Unlock()
	if len(lines) > 0 {
		send(lines)
	}
}
