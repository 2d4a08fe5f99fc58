// Package lockparam counts words under a lock of its caller. It keeps the lock if there is no word.
package lockparam

import (
	"errors"
	"sync"
)

type word string

func count(mu sync.Locker, counts map[word]int, w word) error {
	mu.Lock()
	if w == "" {
		return errors.New("no word") // want lock-left
	}
	counts[w]++
	mu.Unlock()
	return nil
}

// Words counts the words up to the first one that is none.
func Words(words ...word) (map[word]int, error) {
	var mu sync.Mutex
	counts := map[word]int{}
	for _, w := range words {
		if err := count(&mu, counts, w); err != nil {
			return nil, err
		}
	}
	return counts, nil
}
