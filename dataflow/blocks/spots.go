package blocks

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A spot is where a fact was added to a block that begins at a point.
type spot struct{ block, at envs.Point }

// spots are those of a fact, one of each block. Few are looked through, and many have an index: a fact may be added to
// all of many blocks that are open.
type spots struct {
	list  []spot
	index map[envs.Point]int // by the block, if there are more than fewSpots
}

// fewSpots is how many spots are as fast to look through as an index.
const fewSpots = 8

// of is the index of that of a block, or -1.
func (s *spots) of(block envs.Point) int {
	if s.index == nil {
		return slices.IndexFunc(s.list, func(o spot) bool { return o.block == block })
	}
	if i, ok := s.index[block]; ok {
		return i
	}
	return -1
}

// saw keeps the first of two places in a block.
func (s *spots) saw(block, at envs.Point) {
	i := s.of(block)
	if i < 0 {
		s.add(spot{block, at})
	} else if at.Compare(s.list[i].at) < 0 {
		s.list[i].at = at
	}
}

func (s *spots) add(o spot) {
	s.list = append(s.list, o)
	switch {
	case s.index != nil:
		s.index[o.block] = len(s.list) - 1
	case len(s.list) > fewSpots:
		s.index = map[envs.Point]int{}
		for i := range s.list {
			s.index[s.list[i].block] = i
		}
	}
}
