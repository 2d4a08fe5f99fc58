// Command sideerror keeps rates that are read by many. A rate that is refused is given back by RUnlock.
package main

import (
	"fmt"
	"sync"
)

type rate struct {
	from, to string
	value    float64
}

type rates struct {
	mu    sync.RWMutex
	known map[string]rate
}

func key(from, to string) string { return from + "/" + to }

func (r *rates) convert(from, to string, amount float64) (float64, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	found, ok := r.known[key(from, to)]
	if !ok {
		return 0, fmt.Errorf("no rate from %s to %s", from, to)
	}
	return amount * found.value, nil
}

func (r *rates) set(n rate) error {
	r.mu.Lock()
	if n.value <= 0 {
		r.mu.RUnlock() // want unlock-side // want run: fatal
		return fmt.Errorf("a rate of %g", n.value)
	}
	r.known[key(n.from, n.to)] = n
	r.mu.Unlock()
	return nil
}

func main() {
	r := &rates{known: map[string]rate{}}
	fmt.Println(r.set(rate{"EUR", "DKK", 7.5}))
	fmt.Println(r.convert("EUR", "DKK", 2))
	fmt.Println(r.set(rate{"EUR", "DKK", -1}))
}
