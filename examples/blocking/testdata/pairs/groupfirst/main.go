// Command groupfirst runs two tasks in a group. One waits until the other one fails, but that one succeeds.
package main

import (
	"context"
	"fmt"
	"sync"
)

type group struct {
	wg     sync.WaitGroup
	once   sync.Once
	cancel context.CancelFunc
	err    error
}

func (g *group) start(task func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := task(); err != nil {
			g.once.Do(func() { g.err = err })
			g.cancel()
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait() // want blocked
	g.cancel()
	return g.err
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	g := &group{cancel: cancel}
	g.start(func() error {
		<-ctx.Done() // want blocked
		return nil
	})
	g.start(func() error {
		return nil
	})
	fmt.Println(g.wait())
}
