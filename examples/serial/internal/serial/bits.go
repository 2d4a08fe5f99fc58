package serial

// bits is a set of small numbers.
type bits struct {
	lo uint64
	hi []uint64 // from 64 on; may end in zeros
}

func (b *bits) has(i int32) bool {
	if i < 64 {
		return b.lo>>uint(i)&1 != 0
	}
	w := int(i)>>6 - 1
	return w < len(b.hi) && b.hi[w]>>uint(i&63)&1 != 0
}

func (b *bits) add(i int32) {
	if i < 64 {
		b.lo |= 1 << uint(i)
		return
	}
	w := int(i)>>6 - 1
	for w >= len(b.hi) {
		b.hi = append(b.hi, 0)
	}
	b.hi[w] |= 1 << uint(i&63)
}

func (b *bits) remove(i int32) {
	if i < 64 {
		b.lo &^= 1 << uint(i)
	} else if w := int(i)>>6 - 1; w < len(b.hi) {
		b.hi[w] &^= 1 << uint(i&63)
	}
}

func (b *bits) clear() {
	b.lo = 0
	clear(b.hi)
}

// within reports whether all of b is in c.
func (b *bits) within(c *bits) bool {
	if b.lo&^c.lo != 0 {
		return false
	}
	for w, word := range b.hi {
		if w < len(c.hi) {
			word &^= c.hi[w]
		}
		if word != 0 {
			return false
		}
	}
	return true
}
