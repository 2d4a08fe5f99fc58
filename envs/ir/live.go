package ir

// live tells which registers of a function belong to a state: those that the source has a name for, and those that may
// still be read.
type live struct {
	words  int      // of a set of registers
	in     []uint64 // before each operation
	across []uint64 // while each operation calls another function
}

// findLive finds the live registers of a function, backwards, until nothing is added.
func findLive(c *code) *live {
	l := &live{words: (c.regs + 63) / 64}
	l.in, l.across = make([]uint64, l.words*len(c.insts)), make([]uint64, l.words*len(c.insts))
	for r := range c.fn.RegNames { // a variable is kept, but while a call is to assign it
		bit := uint64(1) << (r % 64)
		for pc := range c.insts {
			l.in[pc*l.words+int(r)/64] |= bit
			l.across[pc*l.words+int(r)/64] |= bit
		}
	}
	for again := true; again; {
		again = false
		for pc := len(c.insts) - 1; pc >= 0; pc-- {
			again = l.visit(c, int32(pc)) || again
		}
	}
	return l
}

// visit adds what is live at an operation, and reports whether that was more than before.
func (l *live) visit(c *code, pc int32) (more bool) {
	in := &c.insts[pc]
	out := l.across[int(pc)*l.words : (int(pc)+1)*l.words]
	from := func(pc int32) {
		for i, w := range l.in[int(pc)*l.words : (int(pc)+1)*l.words] {
			out[i] |= w
		}
	}
	switch in.code {
	case oReturn, oThrow:
	case oJump:
		from(in.to)
	case oBranch:
		from(in.to)
		from(in.els)
	default:
		from(pc + 1)
	}
	for k := range int(c.fn.Ops[pc].Results) {
		r := int(in.dst) + k
		out[r/64] &^= 1 << (r % 64)
	}
	if in.handler > 0 { // nothing is assigned on the way there
		from(in.handler)
	}
	set := l.in[int(pc)*l.words : (int(pc)+1)*l.words]
	add := func(i int, w uint64) {
		more = more || w&^set[i] != 0
		set[i] |= w
	}
	for i, w := range out {
		add(i, w)
	}
	for _, a := range in.uses() {
		if a > 0 {
			add(int(a)/64, 1<<(a%64))
		}
	}
	return more
}

// regs are the registers that are live in a frame: before its operation, or if it is not the topmost, after that.
func (l *live) regs(pc int32, topmost bool) []uint64 {
	set := l.across
	if topmost {
		set = l.in
	}
	return set[int(pc)*l.words : (int(pc)+1)*l.words]
}

func has(set []uint64, r int) bool { return set[r/64]>>(r%64)&1 != 0 }
