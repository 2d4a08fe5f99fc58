package gorun

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// meetings puts probes where threads wait for others, or end the waiting of others, by
// something else than a lock, and where a goroutine is started whose end a group is told.
// They come before the operation, since who waits may not come further. Of the cases of a
// select the one that was chosen tells it, after the select.
func (p *plan) meetings(m *gosrc.Map) {
	p.meets = true
	for _, b := range m.SSA.Blocks {
		if m.Block(b) < 0 || b == m.SSA.Recover {
			continue
		}
		for _, in := range b.Instrs {
			s := m.Instr(in)
			for pc := s.Lo; pc < s.Hi; pc++ {
				op := &m.Func.Ops[pc]
				group := op.Kind == envs.Fork && op.Loc != nil
				if !group && (!meets(op) || op.Is(envs.Chosen)) {
					continue
				}
				if ref, ok := meetingOf(in); ok {
					p.bind(ref)
					probe := probePoint{kind: meetProbe, pc: pc, lock: ref}
					if p.before[in] = append(p.before[in], probe); group { // nothing comes between the Fork and its goroutine
						p.before[in] = slices.Insert(p.before[in][:len(p.before[in])-1], 0, probe)
					}
				}
			}
		}
	}
}

// meets reports whether threads meet at an operation otherwise than at a lock.
func meets(op *envs.Op) bool {
	switch op.Kind {
	case envs.Join, envs.Notify, envs.Send, envs.Receive, envs.Close:
		return true
	}
	return false
}

// begun says that case i of a select, which begins with the operation at pc, was chosen.
func (p *prober) begun(c *regen.Cursor, s *ssa.Select, i int, pc int32) string {
	if i == len(s.States) || !p.plan(c).meets {
		return p.block(c, strconv.Itoa(int(pc)))
	}
	channel := p.address(c, s, lockRef{value: s.States[i].Chan, boxed: true})
	return fmt.Sprintf("%s.Object(%s, %d, %s)", c.Fresh("w"), c.Fresh("d"), pc, channel)
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
