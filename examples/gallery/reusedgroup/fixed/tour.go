// Package fixed has a group for each leg. All hikers are announced for all legs before they start.
package fixed

import "sync"

// A Leg is a part of a tour, by its number.
type Leg int

// A Hiker walks a tour.
type Hiker struct {
	Walk func(Leg)
	Rest func(Leg) // when he has come, before he waits for the others
	Home func()
}

// A Tour is walked by several hikers, who meet after each leg.
type Tour struct {
	walking []sync.WaitGroup // by leg
	away    sync.WaitGroup
}

// New gives a tour of some legs.
func New(legs int) *Tour { return &Tour{walking: make([]sync.WaitGroup, legs)} }

// Start lets hikers walk the tour. It returns when all are at home.
func (t *Tour) Start(hikers ...Hiker) {
	t.away.Add(len(hikers))
	for leg := range t.walking {
		t.walking[leg].Add(len(hikers))
	}
	for _, h := range hikers {
		go t.hike(h)
	}
	t.away.Wait()
}

func (t *Tour) hike(h Hiker) {
	defer t.away.Done()
	for leg := range t.walking {
		h.Walk(Leg(leg))
		t.walking[leg].Done()
		h.Rest(Leg(leg))
		t.walking[leg].Wait()
	}
	h.Home()
}
