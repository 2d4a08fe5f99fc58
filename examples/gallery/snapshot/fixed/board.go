// Package fixed gives out a copy, which is the caller's.
package fixed

import (
	"slices"
	"sync"
)

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

// Points are the points of all players, as they are now.
func (b *Board) Points() []Points {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.points)
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
