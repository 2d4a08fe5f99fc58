// Package fixed refreshes the keys of a cache beside its users, until Close cancels it.
package fixed

import (
	"context"
	"strings"
	"sync"
)

type ask struct{ key string }

// A Cache refreshes its values beside its users.
type Cache struct {
	mu     sync.Mutex
	values map[string]string
	asks   chan ask
	ctx    context.Context
	cancel context.CancelFunc
}

// New makes a cache that lives no longer than the context.
func New(ctx context.Context) *Cache {
	c := &Cache{values: map[string]string{}, asks: make(chan ask)}
	c.ctx, c.cancel = context.WithCancel(ctx)
	go c.loop(c.ctx)
	return c
}

func (c *Cache) loop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case a := <-c.asks:
			c.put(a.key, strings.ToUpper(a.key))
		}
	}
}

func (c *Cache) put(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = value
}

// Get returns what is known of the key. If nothing is, it is found out for the next time.
func (c *Cache) Get(key string) (string, bool) {
	c.mu.Lock()
	value, found := c.values[key]
	c.mu.Unlock()
	if !found {
		select {
		case c.asks <- ask{key}:
		case <-c.ctx.Done():
		}
	}
	return value, found
}

// Close ends the cache.
func (c *Cache) Close() { c.cancel() }
