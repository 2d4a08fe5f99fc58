package trace

// names numbers strings from 0, in the order in which they come. To look one up allocates nothing.
type names struct {
	numbers map[string]int32
	texts   []string
}

func newNames() *names { return &names{numbers: map[string]int32{}} }

// find gives the number of b, -1 if it has none.
func (n *names) find(b []byte) int32 {
	if i, ok := n.numbers[string(b)]; ok {
		return i
	}
	return -1
}

// add numbers b, which has no number yet.
func (n *names) add(b []byte) int32 {
	i := int32(len(n.texts))
	s := string(b)
	n.numbers[s], n.texts = i, append(n.texts, s)
	return i
}

// number gives the number of b, a new one if need be, and whether it is new.
func (n *names) number(b []byte) (int32, bool) {
	i := n.find(b)
	if i >= 0 {
		return i, false
	}
	return n.add(b), true
}
