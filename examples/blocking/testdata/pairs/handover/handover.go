// Package handover hands its lock to a goroutine, which keeps it if there is nothing to do.
package handover

import "sync"

// A Lamp is switched later.
type Lamp struct {
	mu sync.Mutex
	on bool
}

// Toggle switches the lamp beside the caller. The lamp is locked until then.
func (l *Lamp) Toggle(times int) {
	l.mu.Lock() // want run: blocked // over all paths it is told where the lock is kept
	go func() {
		if times%2 == 0 {
			return // want paths: lock-left // a run tells of the Lock that waits
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
