// Package fixed lends rooms for a while. When one is given back early, the watcher is told instead of the timer.
package fixed

import (
	"fmt"
	"sync"
	"time"
)

type ended struct{}

// A Room is lent for a while.
type Room struct {
	Name  string
	over  chan ended
	timer *time.Timer
}

// A House lends its rooms.
type House struct {
	mu   sync.Mutex
	lent map[string]*Room
	log  []string
}

// NewHouse makes a house of which no room is lent.
func NewHouse() *House { return &House{lent: map[string]*Room{}} }

// Lend lends a room. It is false if the room is not free.
func (h *House) Lend(name string, d time.Duration) (*Room, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lent[name] != nil {
		return nil, false
	}
	over := make(chan ended)
	r := &Room{Name: name, over: over, timer: time.AfterFunc(d, func() { close(over) })}
	h.lent[name] = r
	go h.watch(r)
	return r, true
}

func (h *House) watch(r *Room) {
	<-r.over
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lent[r.Name] == r {
		delete(h.lent, r.Name)
	}
	h.log = append(h.log, fmt.Sprintf("%s is free", r.Name))
}

// Return gives a room back.
func (h *House) Return(r *Room) {
	if r.timer.Stop() {
		close(r.over)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lent[r.Name] == r {
		delete(h.lent, r.Name)
	}
}
