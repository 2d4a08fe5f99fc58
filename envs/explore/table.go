package explore

import "hash/maphash"

// A table is a set of states, which are numbered in the order in which they came. Each is kept byte by byte.
type table struct {
	chunks [][]byte // descriptions of states, one after the other; each is within one chunk
	size   int      // how many bytes they take
	starts []uint32 // by state: its chunk, and where it begins there
	onPath []uint8  // by state: how often it is on the path
	slots  []slot   // open addressing
}

// A slot of the table has a state, and a part of its hash. Few states have to be looked at that are not the one that is
// looked for.
type slot struct{ hash, state uint32 } // the state plus 1

const (
	// maxData is how many bytes descriptions of states may take.
	maxData = 3 << 30
	// chunkBits is the logarithm of the size of a chunk. A longer description has a chunk of its own.
	chunkBits = 20
)

var seed = maphash.MakeSeed() // the order of states does not depend on it

func (t *table) len() int { return len(t.starts) }

func (t *table) bytes() int {
	n := 4*cap(t.starts) + cap(t.onPath) + 8*len(t.slots)
	for _, c := range t.chunks {
		n += cap(c)
	}
	return n
}

// state is the description of a state.
func (t *table) state(n int32) []byte {
	start := t.starts[n]
	chunk := t.chunks[start>>chunkBits]
	end := len(chunk)
	if int(n)+1 < len(t.starts) {
		if next := t.starts[n+1]; next>>chunkBits == start>>chunkBits {
			end = int(next & (1<<chunkBits - 1))
		}
	}
	return chunk[start&(1<<chunkBits-1) : end : end]
}

// add adds a state. It reports its number, and whether it was there before.
func (t *table) add(state []byte) (n int32, known bool) {
	if 4*len(t.starts) >= 3*len(t.slots) {
		t.rehash()
	}
	mask := uint32(len(t.slots) - 1)
	hash := uint32(maphash.Bytes(seed, state))
	for i := hash & mask; ; i = (i + 1) & mask {
		switch s := t.slots[i]; {
		case s.state == 0:
			n = int32(len(t.starts))
			t.slots[i] = slot{hash, uint32(n) + 1}
			t.append(state)
			return n, false
		case s.hash == hash && string(t.state(int32(s.state-1))) == string(state):
			return int32(s.state - 1), true
		}
	}
}

func (t *table) append(state []byte) {
	last := len(t.chunks) - 1
	switch {
	case last < 0:
		last = 0
		t.chunks = append(t.chunks, nil) // it grows, as most searches are small
	case len(t.chunks[last])+len(state) >= 1<<chunkBits:
		last++
		t.chunks = append(t.chunks, make([]byte, 0, max(len(state), 1<<chunkBits)))
	}
	t.starts = append(t.starts, uint32(last<<chunkBits|len(t.chunks[last])))
	t.onPath = append(t.onPath, 0)
	t.chunks[last] = append(t.chunks[last], state...)
	t.size += len(state)
}

func (t *table) rehash() {
	old := t.slots
	t.slots = make([]slot, max(512, 2*len(t.slots)))
	mask := uint32(len(t.slots) - 1)
	for _, s := range old {
		if s.state == 0 {
			continue
		}
		i := s.hash & mask
		for t.slots[i].state != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}

// come and leave say that a state is once more, or less, on the path.
func (t *table) come(n int32)    { t.onPath[n]++ }
func (t *table) leave(n int32)   { t.onPath[n]-- }
func (t *table) on(n int32) bool { return t.onPath[n] > 0 }
