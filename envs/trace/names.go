package trace

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// names numbers strings from 0, in the order in which they come. To look one up
// allocates nothing.
type names struct {
	seed  uint64
	slots []nameSlot // open addressing; the length is a power of two
	text  []byte     // all strings, one after the other
	ends  []int      // of each in text
}

// nameSlot has the number of a string, from 1, and where it lies in text; 0 is a free slot.
type nameSlot struct {
	hash   uint32
	number int32
	at     int
	len    int
}

// newNames draws a seed, so that nobody can make strings whose hashes agree. Nothing that
// is seen depends on it.
func newNames() *names { return &names{seed: rand.Uint64(), slots: make([]nameSlot, 1<<8)} }

// hash takes the string in words, the last of which may overlap the one before.
func (n *names) hash(b []byte) uint32 {
	const k0, k1 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	h := n.seed ^ uint64(len(b))
	var x, y uint64
	switch l := len(b); {
	case l > 16:
		rest := b
		for len(rest) > 16 {
			h = mix(binary.LittleEndian.Uint64(rest)^k0^h, binary.LittleEndian.Uint64(rest[8:])^k1)
			rest = rest[16:]
		}
		x, y = binary.LittleEndian.Uint64(b[l-16:]), binary.LittleEndian.Uint64(b[l-8:])
	case l >= 8:
		x, y = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[l-8:])
	case l >= 4:
		x, y = uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[l-4:]))
	case l > 0:
		x = uint64(b[0])<<16 | uint64(b[l/2])<<8 | uint64(b[l-1])
	}
	return uint32(mix(x^k0^h, y^k1) >> 16)
}

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// find gives the number of b, -1 if it has none, and its hash.
func (n *names) find(b []byte) (number int32, hash uint32) {
	hash = n.hash(b)
	mask := uint32(len(n.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &n.slots[i]
		if s.number == 0 {
			return -1, hash
		}
		if s.hash == hash && s.len == len(b) && string(n.text[s.at:s.at+s.len]) == string(b) {
			return s.number - 1, hash
		}
	}
}

// add numbers b, which has no number yet.
func (n *names) add(b []byte, hash uint32) int32 {
	if 2*len(n.ends) >= len(n.slots) {
		n.grow()
	}
	at := len(n.text)
	n.text = append(n.text, b...)
	n.ends = append(n.ends, len(n.text))
	n.place(nameSlot{hash, int32(len(n.ends)), at, len(b)})
	return int32(len(n.ends) - 1)
}

// number gives the number of b, a new one if need be, and whether it is new.
func (n *names) number(b []byte) (int32, bool) {
	i, h := n.find(b)
	if i >= 0 {
		return i, false
	}
	return n.add(b, h), true
}

func (n *names) bytes(i int32) []byte {
	from := 0
	if i > 0 {
		from = n.ends[i-1]
	}
	return n.text[from:n.ends[i]]
}

func (n *names) place(s nameSlot) {
	mask := uint32(len(n.slots) - 1)
	i := s.hash & mask
	for n.slots[i].number != 0 {
		i = (i + 1) & mask
	}
	n.slots[i] = s
}

func (n *names) grow() {
	old := n.slots
	n.slots = make([]nameSlot, 2*len(old))
	for _, s := range old {
		if s.number != 0 {
			n.place(s)
		}
	}
}
