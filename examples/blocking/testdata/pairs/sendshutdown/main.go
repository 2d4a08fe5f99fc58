// Command sendshutdown collects events. Close closes the channel while a source may send.
package main

import (
	"fmt"
	"sync"
	"time"
)

type quitting struct{}

type event struct {
	source string
	number int
}

type count int

type collector struct {
	events  chan event
	quit    chan quitting
	sources sync.WaitGroup
	done    chan count
}

func start() *collector {
	c := &collector{events: make(chan event), quit: make(chan quitting), done: make(chan count)}
	go c.collect()
	return c
}

func (c *collector) collect() {
	n := count(0)
	for e := range c.events {
		c.store(e)
		n++
	}
	c.done <- n
}

func (c *collector) store(e event) { time.Sleep(time.Duration(len(e.source)) * time.Millisecond) }

func (c *collector) source(name string) {
	c.sources.Add(1)
	go func() {
		defer c.sources.Done()
		for number := 0; ; number++ {
			select {
			case <-c.quit:
				return
			case <-time.After(time.Millisecond):
			}
			c.events <- event{name, number} // want run: panic // the order of two threads decides
		}
	}()
}

func (c *collector) close() count {
	close(c.events)
	close(c.quit)
	c.sources.Wait()
	return <-c.done
}

func main() {
	c := start()
	c.source("door")
	c.source("window")
	time.Sleep(10 * time.Millisecond)
	fmt.Println(c.close() > 0)
}
