// Package grouplimit walks a tree in a group with a limit. A task that has the last slot waits for another one.
package grouplimit

import (
	"errors"
	"sync"
	"sync/atomic"
)

// A Folder has a size and folders in it.
type Folder struct {
	Size    int64
	Folders []Folder
}

// ErrNegative says that a size is wrong.
var ErrNegative = errors.New("the size of a folder is negative")

type permit struct{}

type group struct {
	permits chan permit
	tasks   sync.WaitGroup
	once    sync.Once
	err     error
}

func (g *group) run(task func() error) {
	g.permits <- permit{} // want blocked
	g.tasks.Add(1)
	go func() {
		defer g.tasks.Done()
		defer func() { <-g.permits }()
		g.note(task())
	}()
}

func (g *group) note(err error) {
	if err != nil {
		g.once.Do(func() { g.err = err })
	}
}

func (g *group) wait() error {
	g.tasks.Wait() // want blocked
	return g.err
}

// Size adds up a folder and all in it. At most so many are looked at beside.
func Size(root Folder, atOnce int) (int64, error) {
	g := &group{permits: make(chan permit, atOnce)}
	var total atomic.Int64
	var walk func(f Folder) error
	walk = func(f Folder) error {
		if f.Size < 0 {
			return ErrNegative
		}
		total.Add(f.Size)
		for _, inner := range f.Folders {
			g.run(func() error { return walk(inner) })
		}
		return nil
	}
	g.run(func() error { return walk(root) })
	err := g.wait()
	return total.Load(), err
}
