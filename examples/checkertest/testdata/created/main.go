// Package main has objects that are made when they are first needed, and put where they are
// looked for, under the lock that lies beside. Comments say which accesses no lock protects,
// which nothing orders, which come after others can find the object, and which block is not
// atomic. Each type is of one case only, as over all paths a field is one
// variable in all objects.
package main

import (
	"runtime"
	"sync"
)

type (
	page  struct{ n int }
	cover struct{ n int }
	index struct{ n int }
	note  struct{ n int }
	mark  struct{ n int }
)

// Book has what it has made.
type Book struct {
	mu    sync.Mutex
	pages map[string]*page
	cover *cover
	index *index
	notes map[string]any
	words map[string]map[string]int
	marks map[string]*mark
}

// Page is looked for in a map.
func (b *Book) Page(k string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.pages[k]
	if !ok {
		p = &page{}
		b.pages[k] = p
	}
	p.n++
}

// Turn comes to all that are in the map.
func (b *Book) Turn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.pages {
		p.n++
	}
}

// Cover is found in a field.
func (b *Book) Cover() {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.cover
	if c == nil {
		c = &cover{}
		b.cover = c
	}
	c.n++
}

func newIndex() *index { return &index{n: 1} }

// Index is made by another function.
func (b *Book) Index() {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.index
	if i == nil {
		i = newIndex()
		b.index = i
	}
	i.n++
}

// Note lies in an interface.
func (b *Book) Note(k string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, ok := b.notes[k].(*note)
	if !ok {
		n = &note{}
		b.notes[k] = n
	}
	n.n++
}

// Word is in a map of a map.
func (b *Book) Word(k, w string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	words, ok := b.words[k]
	if !ok {
		words = map[string]int{}
		b.words[k] = words
	}
	words[w]++
}

// Mark writes when the lock is released.
func (b *Book) Mark(k string) {
	b.mu.Lock()
	m, ok := b.marks[k]
	if !ok {
		m = &mark{}
		b.marks[k] = m
	}
	b.mu.Unlock()
	m.n++ // want data-race unordered-access // want paths: constructor-leak
} // want not-reducible

// quiet waits until all goroutines but this one have ended, which orders nothing.
func quiet() {
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
}

func main() {
	b := &Book{pages: map[string]*page{}, notes: map[string]any{}, words: map[string]map[string]int{}, marks: map[string]*mark{}}
	for range 3 {
		go func() {
			b.Page("one")
			b.Turn()
			b.Cover()
			b.Index()
			b.Note("one")
			b.Word("one", "two")
			b.Mark("one")
		}()
		quiet()
	}
}
