package ir

import "math/bits"

// ahead tells which objects and variables that exist from the beginning are named in what a function may still execute,
// and in what it calls or starts.
type ahead struct {
	words int      // of a set
	in    []uint64 // by operation: from there on
}

// findAhead finds that for all functions of a program, backwards, until nothing is added.
func (s *System) findAhead() map[*code]*ahead {
	words := (s.initial + 63) / 64
	s.cells = make([]int32, s.initial)
	for k, id := range s.m.varIDs {
		s.cells[id-1] = int32(k + 1)
	}
	all := map[*code]*ahead{}
	for _, c := range s.p.funcs {
		all[c] = &ahead{words: words, in: make([]uint64, words*len(c.insts))}
	}
	for again := true; again; {
		again = false
		for _, c := range s.p.funcs {
			a := all[c]
			for pc := len(c.insts) - 1; pc >= 0; pc-- {
				again = s.visitAhead(all, c, a, int32(pc)) || again
			}
		}
	}
	return all
}

// visitAhead adds what is named from an operation on, and reports whether that was more than before.
func (s *System) visitAhead(all map[*code]*ahead, c *code, a *ahead, pc int32) (more bool) {
	in := &c.insts[pc]
	set := a.from(pc)
	add := func(o []uint64) {
		for i, w := range o {
			more = more || w&^set[i] != 0
			set[i] |= w
		}
	}
	name := func(id int32) {
		if id > 0 && set[(id-1)/64]>>((id-1)%64)&1 == 0 {
			set[(id-1)/64] |= 1 << ((id - 1) % 64)
			more = true
		}
	}
	switch in.code {
	case oReturn, oThrow:
	case oJump:
		add(a.from(in.to))
	case oBranch:
		add(a.from(in.to))
		add(a.from(in.els))
	default:
		add(a.from(pc + 1))
	}
	if in.handler > 0 {
		add(a.from(in.handler))
	}
	for _, x := range append(in.uses(), in.a, in.b, in.c) { // of which constants may name objects
		if x <= 0 {
			name(s.p.consts[-x].ref)
		}
	}
	switch in.code {
	case oLoadGlobal, oStoreGlobal:
		name(s.m.varIDs[in.n])
	case oCall, oFork:
		add(all[s.p.funcs[in.n]].from(0))
	}
	return more
}

// from is what is named from an operation on.
func (a *ahead) from(pc int32) []uint64 { return a.in[int(pc)*a.words : (int(pc)+1)*a.words] }

// members calls f for each object and variable of a set.
func members(set []uint64, f func(id int32)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			f(int32(64*i+bits.TrailingZeros64(w)) + 1)
		}
	}
}
