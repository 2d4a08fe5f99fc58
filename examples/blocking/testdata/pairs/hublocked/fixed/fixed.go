// Package fixed publishes events under its lock. A subscriber that leaves says that it is gone before it takes the
// lock.
package fixed

import "sync"

type farewell struct{}

type event struct{ topic string }

// A Subscriber gets events until it is gone.
type Subscriber struct {
	events chan event
	gone   chan farewell
}

// A Hub passes events to its subscribers.
type Hub struct {
	mu          sync.Mutex
	subscribers map[string]*Subscriber
}

// NewHub makes a hub that has no subscribers.
func NewHub() *Hub { return &Hub{subscribers: map[string]*Subscriber{}} }

// Join adds a subscriber.
func (h *Hub) Join(name string) *Subscriber {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := &Subscriber{events: make(chan event), gone: make(chan farewell)}
	h.subscribers[name] = s
	return s
}

// Publish passes an event to everybody.
func (h *Hub) Publish(e event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.subscribers {
		select {
		case s.events <- e:
		case <-s.gone:
		}
	}
}

// Leave takes a subscriber away.
func (h *Hub) Leave(name string, s *Subscriber) {
	close(s.gone)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, name)
}
