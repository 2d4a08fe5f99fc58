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
		return &node{times: append([]uint64(nil), times...)}
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
		r := &node{times: make([]uint64, max(len(n.times), t+1))}
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
	fromA, fromB = len(a.times) >= len(b.times), len(b.times) >= len(a.times)
	for t := range min(len(a.times), len(b.times)) {
		fromA, fromB = fromA && a.times[t] >= b.times[t], fromB && b.times[t] >= a.times[t]
	}
	switch {
	case fromA:
		return a, true, fromB
	case fromB:
		return b, false, true
	}
	times := make([]uint64, max(len(a.times), len(b.times)))
	copy(times, a.times)
	for t, n := range b.times {
		times[t] = max(times[t], n)
	}
	return &node{times: times}, false, false
}
