// Package stringbuffer is a string buffer. Its method append asks the argument for its length, and then for so many
// characters. In between another goroutine may delete some. It is figure 1(a) of Hatcliff, Robby and Dwyer, "Verifying
// atomicity specifications for concurrent object-oriented software using model-checking" (VMCAI 2004). The code is our
// own.
package stringbuffer

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
func (b *buffer) setCharAt(i int, c rune) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i >= b.count {
		return false
	}
	b.value[i] = c
	return true
}

//parallax:atomic
func (b *buffer) getChars(n int, to []rune) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
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
func (b *buffer) append(other *buffer) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := other.length()
	if !other.getChars(n, b.value[b.count:]) {
		return false
	}
	b.count += n
	return true
}

func (b *buffer) edit() {
	b.setCharAt(0, 'z')
	b.deleteLast()
}
