// Package crawl visits pages and what they link to. Each visit adds itself to the group, which may be too late.
package crawl

import (
	"slices"
	"sync"
)

// A Page links to others.
type Page struct{ Links []string }

// A Crawler visits each page of a site once.
type Crawler struct {
	site    map[string]Page
	mu      sync.Mutex
	seen    map[string]bool
	running sync.WaitGroup
}

// NewCrawler makes a crawler that has seen nothing.
func NewCrawler(site map[string]Page) *Crawler {
	return &Crawler{site: site, seen: map[string]bool{}}
}

func (c *Crawler) first(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[name] {
		return false
	}
	c.seen[name] = true
	return true
}

func (c *Crawler) visit(name string) {
	c.running.Add(1) // want paths: group-add // whether it comes before Wait is left to the schedule
	defer c.running.Done()
	if !c.first(name) {
		return
	}
	for _, link := range c.site[name].Links {
		go c.visit(link)
	}
}

// Crawl visits all that can be reached. It returns the names of what was visited.
func (c *Crawler) Crawl(start string) []string {
	go c.visit(start)
	c.running.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	var names []string
	for name := range c.seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
