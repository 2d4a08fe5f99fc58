// Command fixed books seats. The deferred call alone gives the lock back.
package main

import (
	"errors"
	"fmt"
	"sync"
)

var errTaken = errors.New("the seat is taken")

type seat struct {
	row, number int
}

type hall struct {
	mu       sync.Mutex
	guests   map[seat]string
	refusals int
}

func (h *hall) book(s seat, guest string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if other, taken := h.guests[s]; taken {
		h.refusals++
		return fmt.Errorf("%w by %s", errTaken, other)
	}
	h.guests[s] = guest
	return nil
}

func (h *hall) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.guests)
}

func main() {
	h := &hall{guests: map[seat]string{}}
	fmt.Println(h.book(seat{1, 4}, "ada"))
	fmt.Println(h.book(seat{1, 5}, "bob"))
	fmt.Println(h.count(), "seats are taken")
	fmt.Println(h.book(seat{1, 4}, "eve"))
}
