package taint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A flow is something of one level that is in a value, and where it comes from.
type flow struct {
	level int
	from  envs.Point // where the source is
	via   envs.Point // the call by which it came into the frame, or where it was put into memory
}

// compare orders flows of one level: the smallest is told.
func (f flow) compare(g flow) int { return cmp.Or(f.from.Compare(g.from), f.via.Compare(g.via)) }

// A value is what has flowed together: of each level, the flow that is told, by
// level. Values are never changed.
type value []flow

// join is what flows together from two values. It is one of them if it can be.
func (v value) join(w value) value {
	switch {
	case len(w) == 0 || v.same(w) || v.covers(w):
		return v
	case len(v) == 0 || w.covers(v):
		return w
	}
	all := make(value, 0, len(v)+len(w))
	for len(v) > 0 && len(w) > 0 {
		f, g := v[0], w[0]
		if f.level <= g.level {
			v = v[1:]
		}
		if g.level <= f.level {
			w = w[1:]
		}
		if f.level > g.level || f.level == g.level && g.compare(f) < 0 {
			f = g
		}
		all = append(all, f)
	}
	return append(append(all, v...), w...)
}

// same reports whether two values are one in memory.
func (v value) same(w value) bool { return len(v) == len(w) && (len(v) == 0 || &v[0] == &w[0]) }

// covers reports whether v holds all that w does.
func (v value) covers(w value) bool {
	i := 0
	for _, g := range w {
		for i < len(v) && v[i].level < g.level {
			i++
		}
		if i == len(v) || v[i].level > g.level || v[i].compare(g) > 0 {
			return false
		}
	}
	return true
}

// through is the value as it comes out of a call or store.
func (v value) through(at envs.Point) value {
	if len(v) == 0 {
		return nil
	}
	w := slices.Clone(v)
	for i := range w {
		w[i].via = at
	}
	return w
}

// state is what the registers of a frame hold, as far as it is of more than the
// lowest level; by register. The object of parameter number i has the register
// -1-i: there callers find what callees put into arguments.
type state struct{ regs []entry }

type entry struct {
	reg envs.Reg
	value
}

// empty is the state in which nothing is tainted; it is never changed.
var empty = &state{}

// own is s, or a new state if s is shared.
func (s *state) own() *state {
	if s == empty {
		return &state{}
	}
	return s
}

// Clone returns an independent state.
func (s *state) Clone() *state {
	if len(s.regs) == 0 {
		return empty
	}
	return &state{slices.Clone(s.regs)}
}

// CloneInto is Clone in the memory of spare.
func (s *state) CloneInto(spare *state) *state {
	if len(s.regs) == 0 {
		return empty
	}
	if spare == empty {
		return s.Clone()
	}
	spare.regs = append(spare.regs[:0], s.regs...)
	return spare
}

// Merge joins register by register.
func (s *state) Merge(o *state) (*state, bool) {
	if s == o || len(o.regs) == 0 {
		return s, false
	}
	s = s.own()
	grew := false
	i := 0
	for _, e := range o.regs {
		for i < len(s.regs) && s.regs[i].reg < e.reg {
			i++
		}
		if i == len(s.regs) || s.regs[i].reg > e.reg {
			s.regs = slices.Insert(s.regs, i, e)
			grew = true
		} else if v := s.regs[i].join(e.value); !v.same(s.regs[i].value) {
			s.regs[i].value = v
			grew = true
		}
	}
	return s, grew
}

// DropRegisters forgets registers that nothing reads any more.
func (s *state) DropRegisters(dead func(envs.Reg) bool) *state {
	if len(s.regs) > 0 {
		s.regs = slices.DeleteFunc(s.regs, func(e entry) bool { return e.reg > 0 && dead(e.reg) })
	}
	return s
}

func (s *state) find(r envs.Reg) (int, bool) {
	return slices.BinarySearchFunc(s.regs, r, func(e entry, r envs.Reg) int { return cmp.Compare(e.reg, r) })
}

// reg is what register r holds.
func (s *state) reg(r envs.Reg) value {
	if len(s.regs) > 0 {
		if i, ok := s.find(r); ok {
			return s.regs[i].value
		}
	}
	return nil
}

// all is what the registers hold together.
func (s *state) all(regs []envs.Reg) (v value) {
	if len(s.regs) > 0 {
		for _, r := range regs {
			v = v.join(s.reg(r))
		}
	}
	return v
}

// set gives all results of op the value v.
func (s *state) set(op *envs.Op, v value) *state {
	if op.Results == 0 || len(s.regs) == 0 && len(v) == 0 {
		return s
	}
	s = s.own()
	i, _ := s.find(op.Dst)
	j, _ := s.find(op.Dst + envs.Reg(op.Results))
	s.regs = slices.Delete(s.regs, i, j)
	if len(v) > 0 {
		for k := range envs.Reg(op.Results) {
			s.regs = slices.Insert(s.regs, i+int(k), entry{op.Dst + k, v})
		}
	}
	return s
}

// give adds v to what register r holds.
func (s *state) give(r envs.Reg, v value) *state {
	if len(v) == 0 || r == 0 {
		return s
	}
	s = s.own()
	i, ok := s.find(r)
	if ok {
		s.regs[i].value = s.regs[i].join(v)
	} else {
		s.regs = slices.Insert(s.regs, i, entry{r, v})
	}
	return s
}

// String lists what is tainted, with the numbers of levels.
func (s *state) String() string {
	var b strings.Builder
	for i, e := range s.regs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "r%d:", e.reg)
		for _, f := range e.value {
			fmt.Fprintf(&b, " %d from %d.%d", f.level, f.from.Func(), f.from.PC())
			if !f.via.IsZero() {
				fmt.Fprintf(&b, " by %d.%d", f.via.Func(), f.via.PC())
			}
		}
	}
	return "{" + b.String() + "}"
}
