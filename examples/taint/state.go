package taint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
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
	return order.Union[flow]{
		Compare: func(f, g flow) int { return cmp.Compare(f.level, g.level) },
		Both: func(f, g flow) flow {
			if g.compare(f) < 0 {
				return g
			}
			return f
		},
	}.Of(v, w)
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

// levels are the values of registers, for an environment. What it does not store is of
// the lowest level.
type levels struct{}

func (levels) Compare(a, b envs.Reg) int { return int(a - b) }
func (levels) Rest() value               { return nil }
func (levels) Equal(v, w value) bool     { return v.same(w) || slices.Equal(v, w) }
func (levels) Join(v, w value) value     { return v.join(w) }

// state is what the registers of a frame hold, as far as it is of more than the
// lowest level. The object of parameter number i has the register -1-i: there callers
// find what callees put into arguments.
type state struct {
	regs environment.Sparse[envs.Reg, value, levels]
}

// Clone returns an independent state.
func (s state) Clone() state { return state{s.regs.Clone()} }

// CloneInto is Clone in the memory of spare.
func (s state) CloneInto(spare state) state {
	s.regs.CloneInto(&spare.regs)
	return spare
}

// Merge joins register by register.
func (s state) Merge(o state) (state, bool) {
	grew := s.regs.Merge(&o.regs)
	return s, grew
}

// DropRegisters forgets registers that nothing reads any more.
func (s state) DropRegisters(dead func(envs.Reg) bool) state {
	s.regs.Drop(func(r envs.Reg, _ value) bool { return r > 0 && dead(r) })
	return s
}

// all is what the registers hold together.
func (s state) all(regs []envs.Reg) (v value) {
	if s.regs.Len() > 0 {
		for _, r := range regs {
			v = v.join(s.regs.Get(r))
		}
	}
	return v
}

// set gives all results of op the value v.
func (s state) set(op *envs.Op, v value) state {
	if s.regs.Len() > 0 || len(v) > 0 {
		for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
			s.regs.Set(r, v)
		}
	}
	return s
}

// give adds v to what register r holds.
func (s state) give(r envs.Reg, v value) state {
	if len(v) > 0 && r != 0 {
		s.regs.Set(r, s.regs.Get(r).join(v))
	}
	return s
}

// String lists what is tainted, with the numbers of levels.
func (s state) String() string { return s.regs.String() }

// String lists the levels of which there is something in the value, and its sources.
func (v value) String() string {
	parts := make([]string, len(v))
	for i, f := range v {
		parts[i] = fmt.Sprintf("%d from %d.%d", f.level, f.from.Func(), f.from.PC())
		if !f.via.IsZero() {
			parts[i] += fmt.Sprintf(" by %d.%d", f.via.Func(), f.via.PC())
		}
	}
	return strings.Join(parts, " ")
}
