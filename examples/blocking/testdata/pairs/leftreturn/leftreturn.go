// Package leftreturn keeps the lock of a dial when it refuses a position.
package leftreturn

import (
	"errors"
	"sync"
)

// A Dial has a position.
type Dial struct {
	mu       sync.Mutex
	position int
}

// Turn sets the position.
func (d *Dial) Turn(position int) error {
	d.mu.Lock()
	if position < 0 {
		return errors.New("the position is negative") // want lock-left
	}
	d.position = position
	d.mu.Unlock()
	return nil
}
