package probe

// A tally counts what a goroutine does again and again, by numbers of 22 bits. A number that finds no room takes that
// of another one, which begins anew when it comes back. Like a heard, it is part of the observed program's run time.
type tally []uint32

const (
	tallySet = 4  // entries have room for a number
	tallyOf  = 10 // bits of an entry have the count, the others the number
)

// entry is that of a number, and whether another one lost its own for it.
//
//go:nosplit
func (t tally) entry(n uint32) (e *uint32, lost bool) {
	n &= 1<<(32-tallyOf) - 1
	i := int(uint64(n*0x9e3779b1)*uint64(len(t))>>32) &^ (tallySet - 1)
	set := (*[tallySet]uint32)(t[i:])
	for i := range set {
		if set[i]>>tallyOf == n {
			return &set[i], false
		}
	}
	lost = set[tallySet-1] != 0
	set[0], set[1], set[2], set[3] = n<<tallyOf, set[0], set[1], set[2]
	return &set[0], lost
}

// move enters all counts into another tally that has none.
func (t tally) move(to tally) {
	for _, c := range t {
		if c != 0 {
			e, _ := to.entry(c >> tallyOf)
			*e = c
		}
	}
}
