package trace

import "hash/maphash"

// names numbers strings from 0, in the order in which they come. To look one up
// allocates nothing.
type names struct {
	seed  maphash.Seed
	slots []nameSlot // open addressing; the length is a power of two
	text  []byte     // all strings, one after the other
	ends  []int      // of each in text
}

// nameSlot has the number of a string, from 1; 0 is a free slot.
type nameSlot struct {
	hash   uint32
	number int32
}

func newNames() *names {
	return &names{seed: maphash.MakeSeed(), slots: make([]nameSlot, 1<<8)}
}

// find gives the number of b, -1 if it has none, and its hash.
func (n *names) find(b []byte) (number int32, hash uint32) {
	hash = uint32(maphash.Bytes(n.seed, b))
	mask := uint32(len(n.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := n.slots[i]
		if s.number == 0 {
			return -1, hash
		}
		if s.hash == hash && string(n.bytes(s.number-1)) == string(b) {
			return s.number - 1, hash
		}
	}
}

// add numbers b, which has no number yet.
func (n *names) add(b []byte, hash uint32) int32 {
	if 2*len(n.ends) >= len(n.slots) {
		n.grow()
	}
	n.text = append(n.text, b...)
	n.ends = append(n.ends, len(n.text))
	n.place(nameSlot{hash, int32(len(n.ends))})
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
