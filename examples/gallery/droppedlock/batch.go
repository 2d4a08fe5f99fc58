// Package droppedlock gives its lock back for a slow operation and takes it again. What it knew
// before may not be so any more.
//
//	Flush                     Add("b")
//	sends ["a"], unlocked
//	                          pending is ["a", "b"]
//	pending is empty                                   "b" is never sent
//
// It looks like one critical section from outside, and the unlock is easily overlooked.
package droppedlock

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
	defer b.mu.Unlock()
	if len(b.pending) == 0 {
		return
	}
	lines := b.pending
	b.mu.Unlock()
	send(lines)
	b.mu.Lock()
	b.pending = nil
}
