// Package fixed keeps parcels in a bounded store. Readers and writers wait at one condition, and all are woken.
package fixed

import "sync"

// A Parcel is kept in the store.
type Parcel struct{ Number int }

// A Store keeps a few parcels.
type Store struct {
	mu      sync.Mutex
	changed *sync.Cond
	parcels []Parcel
	room    int
}

// NewStore makes a store that has room for so many parcels.
func NewStore(room int) *Store {
	s := &Store{room: room}
	s.changed = sync.NewCond(&s.mu)
	return s
}

// Put stores all parcels, as soon as there is room for each.
func (s *Store) Put(parcels ...Parcel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range parcels {
		for len(s.parcels) == s.room {
			s.changed.Wait()
		}
		s.parcels = append(s.parcels, p)
		s.changed.Broadcast()
	}
}

// Get takes a parcel, as soon as there is one.
func (s *Store) Get() Parcel {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.parcels) == 0 {
		s.changed.Wait()
	}
	p := s.parcels[0]
	s.parcels = s.parcels[1:]
	s.changed.Broadcast()
	return p
}
