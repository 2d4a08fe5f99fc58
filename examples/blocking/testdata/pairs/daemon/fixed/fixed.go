// Package fixed writes logs beside their users. One goroutine does so for all of them, as long as the program
// runs.
package fixed

import (
	"fmt"
	"sync"
)

type entry struct {
	to   *Log
	text string
	done func()
}

// One goroutine writes for all logs. It is meant to stay.
var (
	entries = make(chan entry, 8)
	started sync.Once
)

// A Log has lines.
type Log struct {
	name    string
	pending sync.WaitGroup
	mu      sync.Mutex
	lines   []string
}

// New makes a log.
func New(name string) *Log {
	started.Do(func() { go loop() })
	return &Log{name: name}
}

func loop() {
	for e := range entries {
		e.to.write(e.text)
		e.done()
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
	entries <- entry{l, text, l.pending.Done}
}

// Lines are all lines that were printed.
func (l *Log) Lines() []string {
	l.pending.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines
}
