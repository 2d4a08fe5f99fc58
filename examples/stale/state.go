package stale

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// State is what a frame knows: which registers hold copies of shared data, and
// where they come from. Few registers of few frames do, so it is a short list
// ordered by register.
type State struct {
	vals   []value
	mask   uint64  // no register r is in vals unless bit r%64 is set
	checks []check // by index of the branch; never changed in place
}

func bit(r envs.Reg) uint64 { return 1 << (uint(r) % 64) }

type value struct {
	reg envs.Reg
	*Origin
}

// fresh is the state in which nothing is shared; it is never changed in place.
var fresh = &State{}

func (s *State) empty() bool { return len(s.vals)+len(s.checks) == 0 }

// own is s, or a new state if s is shared.
func (s *State) own() *State {
	if s == fresh {
		return &State{}
	}
	return s
}

// Clone returns an independent state.
func (s *State) Clone() *State {
	if s.empty() {
		return fresh
	}
	c := &State{mask: s.mask, checks: s.checks}
	if n := len(s.vals); n > 0 {
		c.vals = make([]value, n, n+2)
		copy(c.vals, s.vals)
	}
	return c
}

// CloneInto is Clone in the memory of spare.
func (s *State) CloneInto(spare *State) *State {
	if s.empty() {
		return fresh
	}
	if spare == fresh {
		return s.Clone()
	}
	spare.vals, spare.mask, spare.checks = append(spare.vals[:0], s.vals...), s.mask, s.checks
	return spare
}

// Merge joins register by register: a value that is shared on either path is
// shared.
func (s *State) Merge(o *State) (*State, bool) {
	if s == o {
		return s, false
	}
	if s.empty() {
		c := o.Clone()
		if len(c.checks) > 0 {
			c.checks = nil
		}
		return c, len(c.vals) > 0
	}
	kept := commonChecks(s.checks, o.checks)
	grew := len(kept) < len(s.checks)
	s.checks = kept
	i := 0
	for _, v := range o.vals {
		for i < len(s.vals) && s.vals[i].reg < v.reg {
			i++
		}
		if i == len(s.vals) || s.vals[i].reg > v.reg {
			s.vals = slices.Insert(s.vals, i, v)
			grew = true
			continue
		}
		if old := s.vals[i].Origin; old != v.Origin {
			if j := old.join(v.Origin); j != old {
				s.vals[i].Origin = j
				grew = true
			}
		}
	}
	s.mask |= o.mask
	return s, grew
}

// MapBlocks renames the blocks of all values.
func (s *State) MapBlocks(f func(envs.Block) envs.Block) *State {
	for i := range s.vals {
		s.vals[i].Origin = s.vals[i].in(f)
	}
	for i, k := range s.checks {
		if i == 0 {
			s.checks = slices.Clone(s.checks)
		}
		s.checks[i].block = f(k.block)
	}
	return s
}

// DropRegisters forgets registers that nothing reads any more.
func (s *State) DropRegisters(dead func(envs.Reg) bool) *State {
	kept := s.vals[:0]
	mask := uint64(0)
	for _, v := range s.vals {
		if !dead(v.reg) {
			kept = append(kept, v)
			mask |= bit(v.reg)
		}
	}
	if len(kept) < len(s.vals) {
		clear(s.vals[len(kept):])
		s.vals, s.mask = kept, mask
	}
	return s
}

// released notes, in the values whose block this operation ended, where that
// happened.
func (s *State) released(blocks envs.Blocks) *State {
	for i := range s.vals {
		s.vals[i].Origin = s.vals[i].releasedBy(blocks)
	}
	return s
}

// find is the place of register r in the list, and whether it is there.
func (s *State) find(r envs.Reg) (int, bool) {
	lo, hi := 0, len(s.vals)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.vals[mid].reg < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(s.vals) && s.vals[lo].reg == r
}

// get is the origin of the value in register r, nil if it is not shared.
func (s *State) get(r envs.Reg) *Origin {
	if s.mask&bit(r) == 0 {
		return nil
	}
	if i, ok := s.find(r); ok {
		return s.vals[i].Origin
	}
	return nil
}

func (s *State) put(r envs.Reg, o *Origin) *State {
	s = s.own()
	s.mask |= bit(r)
	if n := len(s.vals); n == 0 || s.vals[n-1].reg < r {
		s.vals = append(s.vals, value{r, o})
		return s
	}
	i, ok := s.find(r)
	if ok {
		s.vals[i].Origin = o
	} else {
		s.vals = slices.Insert(s.vals, i, value{r, o})
	}
	return s
}

// set gives all results of op the origin o; nil means that they are not shared.
func (s *State) set(op *envs.Op, o *Origin) *State {
	if op.Results == 0 || len(s.vals) == 0 && o == nil {
		return s
	}
	for i := range envs.Reg(op.Results) {
		if o != nil {
			s = s.put(op.Dst+i, o)
		} else if s.mask&bit(op.Dst+i) == 0 {
			continue
		} else if j, ok := s.find(op.Dst + i); ok {
			s.vals = slices.Delete(s.vals, j, j+1)
		}
	}
	return s
}

// join is the origin of what is computed from the registers, nil if none is
// shared.
func (s *State) join(regs []envs.Reg) (o *Origin) {
	if len(s.vals) == 0 {
		return nil
	}
	for _, r := range regs {
		switch p := s.get(r); {
		case p == nil:
		case o == nil:
			o = p
		default:
			o = o.join(p)
		}
	}
	return o
}

// String lists the shared registers and the blocks they were read in.
func (s *State) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, v := range s.vals {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "r%d: %s", v.reg, v.Block)
	}
	b.WriteByte('}')
	return b.String()
}
