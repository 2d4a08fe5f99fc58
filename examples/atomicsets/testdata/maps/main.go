// Command maps has two types whose maps are of one type.
package main

import "sync"

type shelf struct {
	mu    sync.Mutex
	count map[string]int
}

func (s *shelf) put(what string) {
	s.mu.Lock()
	s.count[what]++ // want paths: atomic-set
	s.mu.Unlock()
}

type till struct {
	mu   sync.Mutex
	sold map[string]int
}

func (t *till) sell(what string) {
	t.mu.Lock()
	t.sold[what]++ // want paths: atomic-set // and not where the first map is accessed
	t.mu.Unlock()
}

func main() {
	s, t := &shelf{count: map[string]int{}}, &till{sold: map[string]int{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			s.put("tea") // want paths: unit-of-work
			t.sell("tea")
		})
	}
	wg.Wait()
}
