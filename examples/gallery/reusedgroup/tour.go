// Package reusedgroup lets hikers meet after each leg of a tour, by one group for all legs. Who goes on first announces
// himself for the next leg, while others have not gone on yet.
//
//	hike                    hike
//	walks leg 0
//	                        walks leg 0, rests
//	both have come
//	is announced for leg 1
//	walks leg 1
//	all have come
//	is announced for leg 2
//	is at home
//	                        waits for him for good
//
// If the second one waits already when the first one is announced, the group may panic: it is reused before its
// previous wait has returned. In the test, the second one rests until the first one is at home.
package reusedgroup

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
	legs    Leg
	walking sync.WaitGroup
	away    sync.WaitGroup
}

// New gives a tour of some legs.
func New(legs int) *Tour { return &Tour{legs: Leg(legs)} }

// Start lets hikers walk the tour. It returns when all are at home.
func (t *Tour) Start(hikers ...Hiker) {
	t.away.Add(len(hikers))
	t.walking.Add(len(hikers))
	for _, h := range hikers {
		go t.hike(h)
	}
	t.away.Wait()
}

func (t *Tour) hike(h Hiker) {
	defer t.away.Done()
	for leg := range t.legs {
		h.Walk(leg)
		t.walking.Done()
		h.Rest(leg)
		t.walking.Wait()
		t.walking.Add(1)
	}
	h.Home()
}
