// Package daemon writes logs beside their users. Each log starts a goroutine that never ends.
package daemon

import (
	"fmt"
	"sync"
)

type entry struct {
	to   *Log
	text string
}

// A Log has lines.
type Log struct {
	name    string
	entries chan entry
	mu      sync.Mutex
	lines   []string
	pending sync.WaitGroup
}

// New makes a log.
func New(name string) *Log {
	l := &Log{name: name, entries: make(chan entry, 8)}
	go l.loop()
	return l
}

func (l *Log) loop() {
	for e := range l.entries { // want blocked
		e.to.write(e.text)
		l.pending.Done()
	}
}

func (l *Log) write(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf("%s: %s", l.name, text))
}

// Print adds a line soon.
func (l *Log) Print(text string) {
	l.pending.Add(1)
	l.entries <- entry{l, text}
}

// Lines are all lines that were printed.
func (l *Log) Lines() []string {
	l.pending.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines
}
