// Package fixed copies what the other buffer holds in one critical section, before it takes the
// lock of its own.
package fixed

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

// Bytes copies all bytes.
func (b *Buffer) Bytes() []Char {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.bytes)
}

// Clear removes all bytes.
func (b *Buffer) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes = []Char{}
}

// Append adds what another buffer holds, with as much room as grow gives.
func (b *Buffer) Append(other *Buffer, grow func(bytes []Char, n int) []Char) {
	bytes := other.Bytes()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes = grow(b.bytes, len(bytes))
	b.bytes = append(b.bytes, bytes...)
}
