// Package notify tells watchers of a configuration what changes. It waits for those that look no more.
package notify

import (
	"slices"
	"sync"
)

// A Change is a new value of a key.
type Change struct{ Key, Value string }

// A Version counts changes.
type Version int

// A Watcher gets changes, or the number of the version if it is behind.
type Watcher struct {
	Changes  chan Change
	Versions chan Version
}

// A Config has values that change.
type Config struct {
	mu       sync.Mutex
	version  Version
	values   map[string]string
	watchers []*Watcher
}

// NewConfig makes an empty configuration.
func NewConfig() *Config { return &Config{values: map[string]string{}} }

// Watch adds a watcher.
func (c *Config) Watch() *Watcher {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := &Watcher{make(chan Change, 1), make(chan Version, 1)}
	c.watchers = append(c.watchers, w)
	return w
}

// Set changes a value and tells all watchers.
func (c *Config) Set(key, value string) {
	c.mu.Lock()
	c.version++
	c.values[key] = value
	version, watchers := c.version, slices.Clone(c.watchers)
	c.mu.Unlock()
	for _, w := range watchers {
		select { // want blocked
		case w.Changes <- Change{key, value}:
		case w.Versions <- version:
		}
	}
}
