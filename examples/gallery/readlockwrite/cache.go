// Package readlockwrite counts under the lock for readers, of whom there may be many at a time.
//
//	Get                  Get
//	locks for reading
//	                     locks for reading
//	reads hits: 0
//	                     reads hits: 0
//	hits is 1
//	                     hits is 1         one is lost
package readlockwrite

import "sync"

// A Page is something to read.
type Page string

// A Cache keeps pages, and counts how often they were of use.
type Cache struct {
	mu    sync.RWMutex
	pages map[string]Page
	hits  int
}

// New gives an empty cache.
func New() *Cache { return &Cache{pages: map[string]Page{}} }

// Put keeps a page.
func (c *Cache) Put(key string, page Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages[key] = page
}

// Get gives a page that is kept.
func (c *Cache) Get(key string) (Page, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	page, ok := c.pages[key]
	if ok {
		c.hits++
	}
	return page, ok
}

// Hits is how often pages were of use.
func (c *Cache) Hits() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.hits
}
