// Command mapimages keeps what was made of images. A janitor goes through it without the lock.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

type quitting struct{}

type image string

type thumbnail struct {
	size int
	uses int
}

type cache struct {
	mu         sync.Mutex
	thumbnails map[image]thumbnail
	quit       chan quitting
	janitor    sync.WaitGroup
}

func start() *cache {
	c := &cache{thumbnails: map[image]thumbnail{}, quit: make(chan quitting)}
	c.janitor.Go(c.clean)
	return c
}

func (c *cache) get(i image) thumbnail {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, known := c.thumbnails[i]
	if !known {
		t.size = len(i) / 64
	}
	t.uses++
	c.thumbnails[i] = t
	return t
}

func (c *cache) remove(i image) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.thumbnails, i)
}

// large are images that need much room.
func (c *cache) large() (all []image) {
	for i, t := range c.thumbnails { // want run: fatal
		if t.size > 1<<20 {
			all = append(all, i)
		}
	}
	return all
}

func (c *cache) clean() {
	for {
		select {
		case <-c.quit:
			return
		default:
		}
		for _, i := range c.large() {
			c.remove(i)
		}
		runtime.Gosched()
	}
}

func upload(n int) image { return image(strings.Repeat("x", 1<<20+n%3)) }

func main() {
	runtime.GOMAXPROCS(2)
	c := start()
	uses := c.get(upload(0)).uses
	time.Sleep(time.Millisecond)
	for n := range 300 {
		uses += c.get(upload(n)).uses
	}
	close(c.quit)
	c.janitor.Wait()
	fmt.Println(uses > 0)
}
