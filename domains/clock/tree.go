package clock

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
	if i < len(n.kids) {
		return n.kids[i]
	}
	return nil
}

// planted is the node with these times, of which the last one is not 0.
func planted(times []uint64, height uint8) node {
	if height == 0 {
		return node{times: append([]uint64(nil), times...)}
	}
	var n node
	size := 1 << (bits * height)
	for at := 0; at < len(times); at += size {
		part := times[at:min(at+size, len(times))]
		for len(part) > 0 && part[len(part)-1] == 0 {
			part = part[:len(part)-1]
		}
		var kid *node
		if len(part) > 0 {
			k := planted(part, height-1)
			kid = &k
		}
		n.kids = append(n.kids, kid)
	}
	return n
}

// each yields the times that are not 0; first is the number of the first thread.
func (n *node) each(first int, height uint8, yield func(int, uint64) bool) bool {
	for i, time := range n.times {
		if time > 0 && !yield(first+i, time) {
			return false
		}
	}
	for i, k := range n.kids {
		if k != nil && !k.each(first+i<<(bits*height), height-1, yield) {
			return false
		}
	}
	return true
}

// with is a node with another time for a thread.
func (n *node) with(t int, time uint64, height uint8) *node {
	if height == 0 {
		r := &node{times: make([]uint64, max(len(n.times), t+1))}
		copy(r.times, n.times)
		r.times[t] = time
		return r
	}
	i := t >> (bits * height)
	r := &node{kids: make([]*node, max(len(n.kids), i+1))}
	copy(r.kids, n.kids)
	kid := r.kids[i]
	if kid == nil {
		kid = &node{}
	}
	r.kids[i] = kid.with(t&(1<<(bits*height)-1), time, height-1)
	return r
}

// leq reports whether all times of a are at most those of b.
func leq(a, b *node, height uint8) bool {
	if a == b {
		return true
	}
	if height == 0 {
		if len(a.times) > len(b.times) {
			return false
		}
		for t, n := range a.times {
			if n > b.times[t] {
				return false
			}
		}
		return true
	}
	if len(a.kids) > len(b.kids) {
		return false
	}
	for i, k := range a.kids {
		if l := b.kids[i]; k != l && k != nil && (l == nil || !leq(k, l, height-1)) {
			return false
		}
	}
	return true
}

func equal(a, b *node, height uint8) bool {
	if a == b {
		return true
	}
	if len(a.times) != len(b.times) || len(a.kids) != len(b.kids) {
		return false
	}
	for t, n := range a.times {
		if n != b.times[t] {
			return false
		}
	}
	for i, k := range a.kids {
		if l := b.kids[i]; k != l && (k == nil || l == nil || !equal(k, l, height-1)) {
			return false
		}
	}
	return true
}

// join is the node with the greater time of each thread: one of the two if it has all of
// them.
func join(a, b *node, height uint8) *node {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	}
	if height == 0 {
		return joinTimes(a, b)
	}
	if len(a.kids) < len(b.kids) {
		a, b = b, a
	}
	var r *node
	for i, k := range b.kids {
		j := join(a.kids[i], k, height-1)
		if j == a.kids[i] {
			continue
		}
		if r == nil {
			r = &node{kids: make([]*node, len(a.kids))}
			copy(r.kids, a.kids)
		}
		r.kids[i] = j
	}
	if r == nil {
		return a
	}
	return r
}

func joinTimes(a, b *node) *node {
	if len(a.times) < len(b.times) {
		a, b = b, a
	}
	var r *node
	for t, n := range b.times {
		if n <= a.times[t] {
			continue
		}
		if r == nil {
			r = &node{times: append(make([]uint64, 0, width)[:0:len(a.times)], a.times...)}
		}
		r.times[t] = n
	}
	if r == nil {
		return a
	}
	return r
}
