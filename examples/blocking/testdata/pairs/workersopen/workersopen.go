// Package workersopen scales images in a pool of workers. If an image is empty, the workers wait for ever.
package workersopen

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A Picture is to be scaled.
type Picture struct {
	Name          string
	Width, Height int
}

// A Pool counts what its workers do.
type Pool struct {
	workers int
	pixels  atomic.Int64
}

func (p *Pool) scale(pic Picture, by int) {
	p.pixels.Add(int64(pic.Width / by * pic.Height / by))
}

// Scale scales pictures. It returns the number of pixels that were made by now.
func (p *Pool) Scale(by int, pictures []Picture) (int64, error) {
	jobs := make(chan Picture)
	var wg sync.WaitGroup
	for range p.workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for pic := range jobs { // want blocked
				p.scale(pic, by)
			}
		}()
	}
	for _, pic := range pictures {
		if pic.Width == 0 || pic.Height == 0 {
			return p.pixels.Load(), fmt.Errorf("picture %s is empty", pic.Name)
		}
		jobs <- pic
	}
	close(jobs)
	wg.Wait()
	return p.pixels.Load(), nil
}
