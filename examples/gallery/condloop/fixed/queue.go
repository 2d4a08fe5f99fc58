// Package fixed waits in a loop, as the documentation of sync.Cond says.
package fixed

import "sync"

// A Name is something to wait for.
type Name string

// A Queue holds names for those who wait for them.
type Queue struct {
	mu    sync.Mutex
	some  *sync.Cond
	names []Name
}

// New gives an empty queue.
func New() *Queue {
	q := &Queue{}
	q.some = sync.NewCond(&q.mu)
	return q
}

// Put adds a name.
func (q *Queue) Put(name Name) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.names = append(q.names, name)
	q.some.Broadcast()
}

// Take takes a name out. If there is none it calls idle and waits.
func (q *Queue) Take(idle func()) Name {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.names) == 0 {
		idle()
		q.some.Wait()
	}
	name := q.names[0]
	q.names = q.names[1:]
	return name
}
