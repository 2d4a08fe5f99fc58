package stale

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
)

// State is what a frame knows: which registers hold copies of shared data, and where they come from.
type State struct {
	vals   environment.Sparse[envs.Reg, *Origin, origins]
	checks []check // by index of the branch; never changed in place
}

// origins are the values of registers, for an environment. What it does not store is not shared: its origin is nil.
type origins struct{}

func (origins) Compare(a, b envs.Reg) int { return int(a - b) }
func (origins) Rest() *Origin             { return nil }
func (origins) Equal(o, p *Origin) bool   { return o == p }
func (origins) Join(o, p *Origin) *Origin { return o.join(p) }

// Clone returns an independent state.
func (s State) Clone() State { return State{s.vals.Clone(), s.checks} }

// CloneInto is Clone in the memory of spare.
func (s State) CloneInto(spare State) State {
	s.vals.CloneInto(&spare.vals)
	spare.checks = s.checks
	return spare
}

// Merge joins register by register: a value that is shared on either path is shared.
func (s State) Merge(o State) (State, bool) {
	kept := commonChecks(s.checks, o.checks)
	grew := len(kept) < len(s.checks)
	s.checks = kept
	return s, s.vals.Merge(&o.vals) || grew
}

// MapBlocks renames the blocks of all values.
func (s State) MapBlocks(f func(envs.Block) envs.Block) State {
	s.vals.Update(func(_ envs.Reg, o *Origin) *Origin { return o.in(f) })
	s.checks = slices.Clone(s.checks)
	for i := range s.checks {
		s.checks[i].block = f(s.checks[i].block)
	}
	return s
}

// DropRegisters forgets registers that nothing reads any more.
func (s State) DropRegisters(dead func(envs.Reg) bool) State {
	s.vals.Drop(func(r envs.Reg, _ *Origin) bool { return dead(r) })
	return s
}

// released notes, in the values whose block this operation ended, where that happened.
func (s State) released(blocks envs.Blocks) State {
	s.vals.Update(func(_ envs.Reg, o *Origin) *Origin { return o.releasedBy(blocks) })
	return s
}

// get is the origin of the value in a register, nil if it is not shared.
func (s State) get(r envs.Reg) *Origin { return s.vals.Get(r) }

// set gives all results of op the origin o; nil means that they are not shared.
func (s State) set(op *envs.Op, o *Origin) State {
	if s.vals.Len() > 0 || o != nil {
		for i := range envs.Reg(op.Results) {
			s.vals.Set(op.Dst+i, o)
		}
	}
	return s
}

// join is the origin of what is computed from the registers, nil if none is shared.
func (s State) join(regs []envs.Reg) (o *Origin) {
	for _, r := range regs {
		o = o.join(s.get(r))
	}
	return o
}

// String lists the shared registers and their origins.
func (s State) String() string { return s.vals.String() }
