// Package fixed resumes under the lock. Nobody can look before that and wait after it.
package fixed

import "sync"

// A Track is something to hear.
type Track string

// A Player plays tracks, unless it is paused.
type Player struct {
	mu      sync.Mutex
	resumed *sync.Cond
	paused  bool
	played  []Track
}

// New gives a player.
func New() *Player {
	p := &Player{}
	p.resumed = sync.NewCond(&p.mu)
	return p
}

// Pause lets nothing be played.
func (p *Player) Pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = true
}

// Resume ends a pause.
func (p *Player) Resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = false
	p.resumed.Broadcast()
}

// Play plays a track. If there is a pause, it calls idle and waits.
func (p *Player) Play(track Track, idle func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.paused {
		idle()
		p.resumed.Wait()
	}
	p.played = append(p.played, track)
}
