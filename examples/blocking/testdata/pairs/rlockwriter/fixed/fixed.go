// Package fixed answers from a directory under one RLock.
package fixed

import (
	"sync"
	"time"
)

// A Person is in the directory.
type Person struct {
	Name string
	Boss string
}

// A Directory of persons is read often.
type Directory struct {
	mu      sync.RWMutex
	persons map[string]Person
}

// New makes an empty directory.
func New() *Directory { return &Directory{persons: map[string]Person{}} }

// Put writes a person.
func (d *Directory) Put(p Person) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.persons[p.Name] = p
}

// Get reads a person.
func (d *Directory) Get(name string) (Person, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.get(name)
}

func (d *Directory) get(name string) (Person, bool) {
	p, found := d.persons[name]
	return p, found
}

// Chain is a person and all above.
func (d *Directory) Chain(name string) (chain []string) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for {
		p, found := d.get(name)
		if !found {
			return chain
		}
		chain = append(chain, name)
		name = p.Boss
		time.Sleep(5 * time.Millisecond) // the next one is on another page
	}
}
