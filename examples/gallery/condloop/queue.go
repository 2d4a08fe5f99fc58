// Package condloop waits for a condition with an if. Waiting gives the lock back, and who is
// woken has to look again, since another one may have been faster.
//
//	Take                  Take                  Put("a")
//	is empty: waits
//	                      is empty: waits
//	                                            wakes both
//	                      takes "a"
//	takes names[0]                              there is none: a panic
package condloop

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
	if len(q.names) == 0 {
		idle()
		q.some.Wait()
	}
	name := q.names[0]
	q.names = q.names[1:]
	return name
}
