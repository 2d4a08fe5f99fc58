package methods

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A State is what is known of a frame: its monitor blocks, and how what was done under locks
// so far, by the frame and its callees, is spread over blocks.
type State struct {
	blocks blocks.State
	fn     envs.FuncID
	pieces []piece   // ascending, never changed
	reads  registers // see exposed.go
}

// A piece says over how many blocks it is spread what a frame did to a class, as far as a kind
// of lock is concerned.
type piece struct {
	of     subject
	spread spread
	at     envs.Point // of one: the place in the frame where its block began, or of the call in which it was
}

// A subject is a class of variables and the name of a lock, or none for all locks together.
type subject struct {
	class class
	lock  lockName
}

func (s subject) compare(o subject) int {
	return cmp.Or(cmp.Compare(s.class, o.class), cmp.Compare(s.lock, o.lock))
}

// A spread says how many blocks of different places a path leads through.
type spread uint8

const (
	one    spread = 1 + iota // at a place, on every path that leads through any
	either                   // one, which is not the same on all paths
	many
)

func (p piece) compare(o piece) int { return p.of.compare(o.of) }

// and is what a path leads through that leads through o after p.
func (p piece) and(o piece) piece {
	if p.spread != one || o.spread != one || p.at != o.at {
		p.spread, p.at = many, envs.Point{}
	}
	return p
}

// or is what one of two paths leads through.
func (p piece) or(o piece) piece {
	if p == o {
		return p
	}
	return piece{of: p.of, spread: max(p.spread, o.spread, either)}
}

// find is what the state knows of a subject.
func (s *State) find(of subject) (p piece, known bool) {
	i, known := slices.BinarySearchFunc(s.pieces, of, func(p piece, of subject) int { return p.of.compare(of) })
	if known {
		p = s.pieces[i]
	}
	return p, known
}

// then adds pieces, in order, through which the path leads next.
func (s *State) then(next []piece) { s.pieces = join(s.pieces, next, piece.and) }

// join is the union of two lists of pieces, with f of two that are about the same: the first one, if that is like it.
func join(a, b []piece, f func(piece, piece) piece) []piece {
	return order.Union[piece]{Compare: piece.compare, Both: f}.Of(a, b)
}

// same reports whether two lists are one.
func same(a, b []piece) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// Clone copies what is changed in place.
func (s State) Clone() State {
	s.blocks, s.reads = s.blocks.Clone(), s.reads.Clone()
	return s
}

// Merge joins what is known on two paths.
func (s State) Merge(o State) (State, bool) {
	blocks, grew := s.blocks.Merge(o.blocks)
	s.blocks = blocks
	if !same(s.pieces, o.pieces) {
		if p := join(s.pieces, o.pieces, piece.or); !same(p, s.pieces) {
			s.pieces, grew = p, true
		}
	}
	more := s.reads.Merge(&o.reads)
	return s, grew || more
}
