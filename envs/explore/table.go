package explore

import "hash/maphash"

// A table is a set of states, which are numbered in the order in which they came. Each is kept byte by byte.
type table struct {
	data   []byte
	starts []uint32 // by state: where it begins in data
	onPath []uint8  // by state: how often it is on the path
	slots  []int32  // open addressing: states, plus 1
}

// maxData is how many bytes descriptions of states may take.
const maxData = 3 << 30

var seed = maphash.MakeSeed() // the order of states does not depend on it

func (t *table) len() int { return len(t.starts) }

func (t *table) bytes() int { return cap(t.data) + 4*cap(t.starts) + cap(t.onPath) + 4*len(t.slots) }

// state is the description of a state.
func (t *table) state(n int32) []byte {
	end := uint32(len(t.data))
	if int(n)+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return t.data[t.starts[n]:end:end]
}

// add adds a state. It reports its number, and whether it was there before.
func (t *table) add(state []byte) (n int32, known bool) {
	if 2*len(t.starts) >= len(t.slots) {
		t.rehash()
	}
	mask := uint64(len(t.slots) - 1)
	for i := maphash.Bytes(seed, state) & mask; ; i = (i + 1) & mask {
		k := t.slots[i]
		if k == 0 {
			n = int32(len(t.starts))
			t.slots[i] = n + 1
			t.starts = append(t.starts, uint32(len(t.data)))
			t.onPath = append(t.onPath, 0)
			t.data = append(t.data, state...)
			return n, false
		}
		if string(t.state(k-1)) == string(state) {
			return k - 1, true
		}
	}
}

func (t *table) rehash() {
	t.slots = make([]int32, max(1024, 2*len(t.slots)))
	mask := uint64(len(t.slots) - 1)
	for n := range t.starts {
		i := maphash.Bytes(seed, t.state(int32(n))) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n) + 1
	}
}

// come and leave say that a state is once more, or less, on the path.
func (t *table) come(n int32)    { t.onPath[n]++ }
func (t *table) leave(n int32)   { t.onPath[n]-- }
func (t *table) on(n int32) bool { return t.onPath[n] > 0 }
