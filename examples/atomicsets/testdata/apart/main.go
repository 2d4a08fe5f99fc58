// Command apart has a map of which one function keeps a part in mind between two critical sections.
package main

import "sync"

type tally struct {
	mu    sync.Mutex
	votes map[string]int // in no set, since double takes it apart
	total int
}

func (t *tally) vote(who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.votes[who]++
	t.total++ // want atomic-set
}

func (t *tally) double(who string) {
	t.mu.Lock()
	n := t.votes[who]
	t.mu.Unlock()
	t.mu.Lock()
	t.votes[who] = 2 * n
	t.mu.Unlock()
}

func main() {
	t := &tally{votes: map[string]int{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			t.vote("ada")
			t.double("ada")
		})
	}
	wg.Wait()
}
