// Package fixed fetches documents side by side. Each one is taken from the group.
package fixed

import (
	"fmt"
	"strings"
	"sync"
)

// A Document was fetched.
type Document struct {
	Address string
	Body    string
}

// A Loader fetches documents.
type Loader struct {
	mu        sync.Mutex
	documents []Document
	failures  []error
	active    sync.WaitGroup
}

func (l *Loader) read(address string) (string, error) {
	name, found := strings.CutPrefix(address, "doc:")
	if !found {
		return "", fmt.Errorf("%s is no address of a document", address)
	}
	return "The document " + name, nil
}

func (l *Loader) fetch(address string) {
	defer l.active.Done()
	body, err := l.read(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.failures = append(l.failures, err)
		return
	}
	l.documents = append(l.documents, Document{address, body})
}

// All fetches the documents at the addresses.
func (l *Loader) All(addresses ...string) ([]Document, []error) {
	for _, a := range addresses {
		l.active.Add(1)
		go l.fetch(a)
	}
	l.active.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.documents, l.failures
}
