package waiting

// A callee's wakings and the waits before its call are pairs, of which there are many, and all
// of them come up at each visit of each call. So waits and wakings have numbers, and a pair of which all was told costs
// one bit. All is told of a pair if no verdict about it is due yet, or if the verdict follows from complete facts.
// While facts are gathered and judged at once, neither holds. Waits and wakings then have the number 0.

// ids numbers waits and wakings, from 1 on.
type ids struct {
	mades   map[made]int32
	wakings map[waking]int32
}

// number is a wait with its number.
func (f *Follower) number(m made) made {
	if f.final() {
		m.id = numbered(&f.ids.mades, m)
	}
	return m
}

// numberWaking is a waking with its number.
func (f *Follower) numberWaking(w waking) waking {
	if f.final() {
		w.id = numbered(&f.ids.wakings, w)
	}
	return w
}

// final reports whether no verdict is due, or verdicts follow from complete facts.
func (f *Follower) final() bool { return !f.Ask.Judges() || !f.Ask.Gathers() }

func numbered[K comparable](known *map[K]int32, k K) int32 {
	id, ok := (*known)[k]
	if !ok {
		if *known == nil {
			*known = map[K]int32{}
		}
		id = int32(len(*known) + 1)
		(*known)[k] = id
	}
	return id
}

// pairs are sets of waits, by the number of a waking.
type pairs []*bits

// of is the set of a waking, nil for one without a number.
func (p *pairs) of(w waking) *bits {
	if w.id == 0 {
		return nil
	}
	for int(w.id) >= len(*p) {
		*p = append(*p, nil)
	}
	if (*p)[w.id] == nil {
		(*p)[w.id] = &bits{}
	}
	return (*p)[w.id]
}

// bits are a set of numbers from 1 on. No set has no numbers, and nil takes none.
type bits []uint64

func (b *bits) has(id int32) bool {
	return b != nil && int(id>>6) < len(*b) && (*b)[id>>6]&(1<<(id&63)) != 0
}

func (b *bits) add(id int32) {
	if b == nil || id == 0 {
		return
	}
	for int(id>>6) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[id>>6] |= 1 << (id & 63)
}
