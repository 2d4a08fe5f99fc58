// Package snapshot gives out the slice that it guards. The lock was held when the slice was
// read, but not when its elements are.
//
//	Points               Add(0, 5)
//	gives out points
//	                     writes points[0]
//	reads points[0]                        another value than when Points returned
package snapshot

import "sync"

// Points are what players play for.
type Points int

// A Board counts the points of players.
type Board struct {
	mu     sync.Mutex
	points []Points
}

// New gives a board for n players.
func New(n int) *Board { return &Board{points: make([]Points, n)} }

// Add adds points for a player.
func (b *Board) Add(player int, points Points) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.points[player] += points
}

// Points are the points of all players.
func (b *Board) Points() []Points {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.points
}

// Total is the sum of all points, of which it tells one after the other.
func (b *Board) Total(tell func(Points)) Points {
	var sum Points
	for _, n := range b.Points() {
		tell(n)
		sum += n
	}
	return sum
}
