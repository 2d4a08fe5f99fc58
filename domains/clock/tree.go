package clock

import "slices"

// bits is the number of bits of a thread's number that a level of a tree looks at.
const bits = 4

const width = 1 << bits

// A node is a part of a vector: the times of 16 threads, or 16 further nodes. What ends in
// zeros, or in nodes with nothing but zeros, leaves these out; such a node is nil. A node never
// changes.
type node struct {
	times []uint64
	kids  []*node
}

func (n *node) kid(i int) *node {
	if n != nil && i < len(n.kids) {
		return n.kids[i]
	}
	return nil
}

// planted is the node with these times; nil if all of them are 0.
func planted(times []uint64, height uint8) *node {
	for len(times) > 0 && times[len(times)-1] == 0 {
		times = times[:len(times)-1]
	}
	if len(times) == 0 {
		return nil
	}
	if height == 0 {
		n := leaf(len(times))
		copy(n.times, times)
		return n
	}
	n := &node{}
	for part := range slices.Chunk(times, 1<<(bits*height)) {
		n.kids = append(n.kids, planted(part, height-1))
	}
	return n
}

// each yields the times that are not 0; first is the number of the first thread.
func (n *node) each(first int, height uint8, yield func(int, uint64) bool) bool {
	if n == nil {
		return true
	}
	for i, time := range n.times {
		if time > 0 && !yield(first+i, time) {
			return false
		}
	}
	for i, k := range n.kids {
		if !k.each(first+i<<(bits*height), height-1, yield) {
			return false
		}
	}
	return true
}

// with is a node with another time for a thread.
func (n *node) with(t int, time uint64, height uint8) *node {
	if n == nil {
		n = &node{}
	}
	if height == 0 {
		r := leaf(max(len(n.times), t+1))
		copy(r.times, n.times)
		r.times[t] = time
		return r
	}
	i := t >> (bits * height)
	r := &node{kids: make([]*node, max(len(n.kids), i+1))}
	copy(r.kids, n.kids)
	r.kids[i] = r.kids[i].with(t&(1<<(bits*height)-1), time, height-1)
	return r
}

// leq reports whether all times of a are at most those of b.
func leq(a, b *node) bool {
	switch {
	case a == b || a == nil:
		return true
	case b == nil || len(a.times) > len(b.times) || len(a.kids) > len(b.kids):
		return false
	}
	for t, n := range a.times {
		if n > b.times[t] {
			return false
		}
	}
	for i, k := range a.kids {
		if !leq(k, b.kids[i]) {
			return false
		}
	}
	return true
}

func equal(a, b *node) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil || len(a.kids) != len(b.kids):
		return false
	}
	for i, k := range a.kids {
		if !equal(k, b.kids[i]) {
			return false
		}
	}
	return slices.Equal(a.times, b.times)
}

// join is the node with the greater time of each thread, and whether a or b has them all.
// It is one of the two then: a if both do.
func join(a, b *node, height uint8) (r *node, fromA, fromB bool) {
	switch {
	case a == b:
		return a, true, true
	case b == nil:
		return a, true, false
	case a == nil:
		return b, false, true
	case height == 0:
		return joinTimes(a, b)
	}
	var kids [width]*node
	n := max(len(a.kids), len(b.kids))
	fromA, fromB = true, true
	for i := range n {
		kid, inA, inB := join(a.kid(i), b.kid(i), height-1)
		kids[i], fromA, fromB = kid, fromA && inA, fromB && inB
	}
	switch {
	case fromA:
		return a, true, fromB
	case fromB:
		return b, false, true
	}
	return &node{kids: append(make([]*node, 0, n), kids[:n]...)}, false, false
}

func joinTimes(a, b *node) (r *node, fromA, fromB bool) {
	x, y := a.times, b.times
	longer := len(x) >= len(y)
	if !longer {
		x, y = y, x
	}
	alike := 0
	for alike < len(y) && x[alike] == y[alike] {
		alike++
	}
	fromX, fromY := true, len(x) == len(y)
	for i := alike; i < len(y); i++ {
		if x[i] < y[i] {
			fromX = false
			if !fromY {
				break
			}
		} else if x[i] > y[i] {
			fromY = false
			if !fromX {
				break
			}
		}
	}
	if fromA, fromB = fromX, fromY; !longer {
		fromA, fromB = fromY, fromX
	}
	switch {
	case fromA:
		return a, true, fromB
	case fromB:
		return b, false, true
	}
	r = leaf(len(x))
	copy(r.times, x)
	for i := alike; i < len(y); i++ {
		r.times[i] = max(r.times[i], y[i])
	}
	return r, false, false
}

// leaf is a node with room for n times, in one piece of memory with them.
func leaf(n int) *node {
	switch {
	case n <= 4:
		l := &struct {
			node
			room [4]uint64
		}{}
		l.times = l.room[:n]
		return &l.node
	case n <= 8:
		l := &struct {
			node
			room [8]uint64
		}{}
		l.times = l.room[:n]
		return &l.node
	}
	l := &struct {
		node
		room [width]uint64
	}{}
	l.times = l.room[:n]
	return &l.node
}
