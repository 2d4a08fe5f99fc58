// Package stringbuffer appends one buffer to another one: it asks for the length, and then for
// as much. The other buffer has a lock of its own, and may have become shorter.
//
//	a.Append(b)           b.Clear
//	b.Len: 3
//	                      b is empty
//	b.Prefix(3)                         there are no 3 bytes: a panic
//
// It is what StringBuffer.append of Java's library once did. That it holds the lock of a
// meanwhile does not help, and may block for good if another one appends a to b.
package stringbuffer

import (
	"slices"
	"sync"
)

// A Char is a byte of a text.
type Char byte

// A Buffer holds bytes.
type Buffer struct {
	mu    sync.Mutex
	bytes []Char
}

// New gives a buffer that holds a text.
func New(text string) *Buffer { return &Buffer{bytes: []Char(text)} }

// Len is how many bytes there are.
func (b *Buffer) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.bytes)
}

// Prefix copies the first n bytes.
func (b *Buffer) Prefix(n int) []Char {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.bytes[:n])
}

// Clear removes all bytes.
func (b *Buffer) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes = []Char{}
}

// Append adds what another buffer holds, with as much room as grow gives.
func (b *Buffer) Append(other *Buffer, grow func(bytes []Char, n int) []Char) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := other.Len()
	b.bytes = grow(b.bytes, n)
	b.bytes = append(b.bytes, other.Prefix(n)...)
}
