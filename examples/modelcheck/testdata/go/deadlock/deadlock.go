// Package deadlock is the string buffer of figure 6(a) of the paper that package stringbuffer names: append locks its
// argument, too. Nothing comes in between any more. But two goroutines that call it both ways round may wait for each
// other, so that a call that has begun never ends. The code is our own. As locks of Go cannot be taken again by who
// holds them, append does not call the methods that take them.
package deadlock

import "sync"

type buffer struct {
	mu    sync.Mutex
	value []rune
	count int // how many characters there are
}

func newBuffer(size int) *buffer { return &buffer{value: make([]rune, size)} }

//parallax:atomic
func (b *buffer) length() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count
}

//parallax:atomic
func (b *buffer) charAt(i int) (c rune, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i >= b.count {
		return 0, false
	}
	return b.value[i], true
}

//parallax:atomic
func (b *buffer) getChars(n int, to []rune) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.copyChars(n, to)
}

// copyChars is called with the lock held.
func (b *buffer) copyChars(n int, to []rune) bool {
	if n > b.count {
		return false
	}
	for i := range n {
		to[i] = b.value[i]
	}
	return true
}

//parallax:atomic
func (b *buffer) push(c rune) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.value[b.count] = c
	b.count++
}

//parallax:atomic
func (b *buffer) deleteLast() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count--
}

//parallax:atomic
func (b *buffer) append(other *buffer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	other.mu.Lock()
	defer other.mu.Unlock()
	n := other.count
	other.copyChars(n, b.value[b.count:])
	b.count += n
}
