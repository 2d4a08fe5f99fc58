// Package lostsignal notifies of a condition without its lock. The notification may come when another one has looked,
// and does not wait yet.
//
//	Play                      Resume
//	is paused
//	                          is not paused any more
//	                          wakes nobody
//	waits for good
//
// That the flag is atomic is no help. The test lets the player resume just then.
package lostsignal

import (
	"sync"
	"sync/atomic"
)

// A Track is something to hear.
type Track string

// A Player plays tracks, unless it is paused.
type Player struct {
	mu      sync.Mutex
	resumed *sync.Cond
	paused  atomic.Bool
	played  []Track
}

// New gives a player.
func New() *Player {
	p := &Player{}
	p.resumed = sync.NewCond(&p.mu)
	return p
}

// Pause lets nothing be played.
func (p *Player) Pause() { p.paused.Store(true) }

// Resume ends a pause.
func (p *Player) Resume() {
	p.paused.Store(false)
	p.resumed.Broadcast()
}

// Play plays a track. If there is a pause, it calls idle and waits.
func (p *Player) Play(track Track, idle func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.paused.Load() {
		idle()
		p.resumed.Wait()
	}
	p.played = append(p.played, track)
}
