// Package fixed has runners wait for a start, which takes the lock.
package fixed

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Runner waits for the start.
type Runner struct {
	Name string
	Lane int
}

// A Race starts its runners at once.
type Race struct {
	mu       sync.Mutex
	start    *sync.Cond
	started  atomic.Bool
	ready    []Runner
	finished atomic.Int64
}

// NewRace makes a race without runners.
func NewRace() *Race {
	r := new(Race)
	r.start = sync.NewCond(&r.mu)
	return r
}

// Run waits for the start, and runs.
func (r *Race) Run(runner Runner) {
	r.mu.Lock()
	r.ready = append(r.ready, runner)
	for !r.started.Load() {
		r.breathe(runner)
		r.start.Wait()
	}
	r.mu.Unlock()
	r.finished.Add(1)
}

func (r *Race) breathe(runner Runner) {
	time.Sleep(time.Duration(runner.Lane) * 10 * time.Millisecond)
}

// Start lets everybody run.
func (r *Race) Start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.started.Store(true)
	r.start.Broadcast()
}

// Finished is how many runners have arrived.
func (r *Race) Finished() int64 { return r.finished.Load() }
