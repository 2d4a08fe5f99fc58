// Command options has copies of shared data that options of the checker leave out, and twins of them
// that they do not. The comments say what is found with all of the options.
package main

import (
	"errors"
	"sync"
)

var errEmpty = errors.New("empty")

type job struct{ n int }

type queue struct {
	mu    sync.Mutex
	jobs  []*job
	err   error
	sum   int
	limit int
}

// The error tells what was so; what is returned with it is a copy.
func (q *queue) state() (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.sum, q.err
}

func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.jobs)
}

func (q *queue) add(n int) error {
	sum, err := q.state()
	if err != nil {
		return err
	}
	if q.size() > 100 {
		return errEmpty
	}
	q.mu.Lock()
	q.sum = sum + n // want stale-value
	q.mu.Unlock()
	return nil
}

// Who takes a job out owns it.
func (q *queue) take() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[0]
	q.jobs[0] = nil
	return j
}

func (q *queue) peek() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs[0]
}

func (q *queue) work() {
	q.put(&job{1})
	if j := q.peek(); j != nil { // want stale-value
		j.n++ // want stale-value
	}
	if j := q.take(); j != nil {
		j.n++
	}
}

func (q *queue) put(j *job) {
	q.mu.Lock()
	q.jobs = append(q.jobs[:0], j)
	q.mu.Unlock()
}

// Computed outside, and stored if it is still right.
func (q *queue) raise() {
	q.mu.Lock()
	old := q.sum
	q.mu.Unlock()
	next := old*2 + 1
	q.mu.Lock()
	if q.sum == old {
		q.sum = next
	}
	q.mu.Unlock()
}

// It is compared with something else.
func (q *queue) raiseTo() {
	q.mu.Lock()
	old := q.sum
	q.mu.Unlock()
	next := old*2 + 1
	q.mu.Lock()
	if old < q.limit { // want stale-value
		q.sum = next // want stale-value
	}
	q.mu.Unlock()
}

func main() {
	q := &queue{limit: 1000}
	var done sync.WaitGroup
	for range 2 {
		done.Add(1)
		go func() {
			defer done.Done()
			if q.add(1) == nil {
				q.raise()
				q.raiseTo()
			}
		}()
	}
	done.Wait()
	q.work()
}
