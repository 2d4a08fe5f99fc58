package shop

import (
	"bufio"
	"context"
	"io"
	"sync"
	t "time"
)

// A Journal has methods whose parameters are of all shapes.
type Journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *Journal) add(line string) { j.mu.Lock(); defer j.mu.Unlock(); j.lines = append(j.lines, line) }

// Len is how many lines there are.
func (j *Journal) Len() int { j.mu.Lock(); defer j.mu.Unlock(); return len(j.lines) }

// Unnamed has no names.
func (j *Journal) Unnamed(string, t.Duration) { j.add("unnamed") }

// Blank has names that name nothing.
func (j *Journal) Blank(_, line string, _ int) (_ error) { j.add(line); return nil }

// All is variadic.
func (j *Journal) All(lines ...string) {
	for _, line := range lines {
		j.add(line)
	}
}

// Empty has an empty body.
func (*Journal) Empty() {}

// A Source gives lines.
type Source interface{ Line() string }

type fixed struct{ line string }

func (f fixed) Line() string { return f.line }

// From takes a value of an interface, and more.
func (j *Journal) From(ctx context.Context, s Source, w io.Writer, f func(string, ...int) (int, error),
	m map[string][]int, c <-chan int) error {
	if _, err := f("x"); err != nil || ctx.Err() != nil {
		return err
	}
	j.add(s.Line())
	return nil
}

// A Secret is implemented by nobody.
type Secret interface{ secret(*Secret) }

// Tell needs a Secret.
func (j *Journal) Tell(r *bufio.Reader, s Secret) { j.add("secret") }

// A Line has methods on values.
type Line struct{ j *Journal }

// Write writes the line.
func (l Line) Write(n int) Line { l.j.add("line"); return l }

// Rewrite is called on a pointer.
func (l *Line) Rewrite() { l.j.add("again") }

// A Box is generic.
type Box[T any] struct{ v T }

// Set is a method of a generic type.
func (b *Box[T]) Set(v T) { b.v = v }

var total struct {
	sync.Mutex
	n int
}

// Count changes a package variable.
func Count(n int) int { total.Lock(); defer total.Unlock(); total.n += n; return total.n }

// Uncount has no input.
func Uncount() { total.Lock(); defer total.Unlock(); total.n = 0 }

// atStart calls a function with a hook before any init function.
var atStart = Count(1)

// A Shelf has a sync.Map.
type Shelf struct{ m sync.Map }

// Fill puts something there, if there is nothing.
func (s *Shelf) Fill(name string) {
	if _, ok := s.m.Load(name); !ok {
		s.m.Store(name, 1)
	}
}

// Clear takes it away.
func (s *Shelf) Clear(name string) { s.m.Delete(name) }

// Lines are buffered.
type Lines struct {
	mu  sync.Mutex
	buf []string
	j   *Journal
}

// Write flushes what is buffered.
func (l *Lines) Write(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf = append(l.buf, line)
	l.flush()
}

// Flush writes what is buffered.
func (l *Lines) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	func() { l.flush() }()
	l.flush()
}

// flush is called with the lock held.
func (l *Lines) flush() {
	for _, line := range l.buf {
		l.j.add(line)
	}
	l.buf = nil
}
