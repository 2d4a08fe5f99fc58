// Package fixed hands its lock to a goroutine, which gives it back on each path.
package fixed

import "sync"

// A Lamp is switched later.
type Lamp struct {
	mu sync.Mutex
	on bool
}

// Toggle switches the lamp beside the caller. The lamp is locked until then.
func (l *Lamp) Toggle(times int) {
	l.mu.Lock()
	go func() {
		if times%2 == 0 {
			l.mu.Unlock()
			return
		}
		l.on = !l.on
		l.mu.Unlock()
	}()
}

// On reports whether the lamp is on.
func (l *Lamp) On() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.on
}
