package gorun

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// meetings puts probes where threads wait for others, or end the waiting of others, by
// something else than a lock. They come before the operation, since who waits may not come
// further. The cases of a select have none.
func (p *plan) meetings(m *gosrc.Map) {
	for _, b := range m.SSA.Blocks {
		if m.Block(b) < 0 || b == m.SSA.Recover {
			continue
		}
		for _, in := range b.Instrs {
			s := m.Instr(in)
			for pc := s.Lo; pc < s.Hi; pc++ {
				if !meets(&m.Func.Ops[pc]) {
					continue
				}
				if ref, ok := meetingOf(in); ok {
					p.bind(ref)
					p.before[in] = append(p.before[in], probePoint{kind: meetProbe, pc: pc, lock: ref})
				}
			}
		}
	}
}

// meets reports whether threads meet at an operation otherwise than at a lock.
func meets(op *envs.Op) bool {
	switch op.Kind {
	case envs.Join, envs.Notify, envs.Send, envs.Receive, envs.Close:
		return !op.Is(envs.Chosen)
	}
	return false
}

// meetingOf finds what an instruction is about at which threads meet.
func meetingOf(in ssa.Instruction) (lockRef, bool) {
	switch in := in.(type) {
	case *ssa.Send:
		return lockRef{value: in.Chan, boxed: true}, true
	case *ssa.UnOp:
		return lockRef{value: in.X, boxed: true}, in.Op == token.ARROW
	case *ssa.Call:
		return metBy(&in.Call)
	case *ssa.Defer:
		return metBy(&in.Call)
	}
	return lockRef{}, false
}

// metBy is meetingOf for a call. A channel that is converted to an interface is the pointer
// in it.
func metBy(c *ssa.CallCommon) (lockRef, bool) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return lockRef{value: c.Args[0], boxed: true}, b.Name() == "close"
	}
	return lockOf(c)
}

// meeting reports whether threads meet in a function.
func (b *Build) meeting(id envs.FuncID) bool {
	ops := b.prog.Func(id).Ops
	for i := range ops {
		if meets(&ops[i]) {
			return true
		}
	}
	return false
}
