// Package fixed gives the lock of a dial back when it refuses a position, too.
package fixed

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
		d.mu.Unlock()
		return errors.New("the position is negative")
	}
	d.position = position
	d.mu.Unlock()
	return nil
}
