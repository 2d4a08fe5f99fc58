package fixpoint

import (
	"iter"

	"github.com/seed38182bad/parallax/lattice"
)

// components gives the groups of frames that call each other in turn, each after those that it calls: the strongly
// connected components of the calls (Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on
// Computing 1, 1972).
func components[S lattice.Mergeable[S]](all []*Frame[S]) iter.Seq[[]*Frame[S]] {
	return func(yield func([]*Frame[S]) bool) {
		c := search[S]{all: all, index: make([]int32, len(all)), low: make([]int32, len(all))}
		for root := range all {
			if c.index[root] == 0 && !c.from(int32(root), yield) {
				return
			}
		}
	}
}

// search is a depth-first search through the calls.
type search[S lattice.Mergeable[S]] struct {
	all   []*Frame[S]
	index []int32 // when a frame was seen first; 0 not yet, -1 its group was given
	low   []int32 // the earliest frame on the stack that it is known to reach
	seen  int32
	path  []visit
	stack []*Frame[S] // seen, and not given yet
}

// visit is a frame on the path, and the next of its calls.
type visit struct{ id, next int32 }

// from searches from a root and gives groups as they are complete. It reports whether the caller wants more.
func (c *search[S]) from(root int32, yield func([]*Frame[S]) bool) bool {
	c.enter(root)
	for len(c.path) > 0 {
		at := &c.path[len(c.path)-1]
		if called := c.all[at.id].called; int(at.next) < len(called) {
			to := called[at.next]
			at.next++
			if c.index[to] == 0 {
				c.enter(to)
			} else if c.index[to] > 0 {
				c.low[at.id] = min(c.low[at.id], c.index[to])
			}
			continue
		}
		id := at.id
		c.path = c.path[:len(c.path)-1]
		if n := len(c.path); n > 0 {
			up := c.path[n-1].id
			c.low[up] = min(c.low[up], c.low[id])
		}
		if c.low[id] == c.index[id] && !yield(c.group(id)) {
			return false
		}
	}
	return true
}

func (c *search[S]) enter(id int32) {
	c.seen++
	c.index[id], c.low[id] = c.seen, c.seen
	c.path, c.stack = append(c.path, visit{id: id}), append(c.stack, c.all[id])
}

// group takes the group of a frame, which was seen first of it, from the stack.
func (c *search[S]) group(id int32) []*Frame[S] {
	n := len(c.stack) - 1
	for c.stack[n].id != id {
		n--
	}
	group := c.stack[n:]
	for _, f := range group {
		c.index[f.id] = -1
	}
	c.stack = c.stack[:n]
	return group
}
