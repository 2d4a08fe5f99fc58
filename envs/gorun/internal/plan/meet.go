package plan

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// meetings puts probes where threads wait for others, or end the waiting of others, by something else than a lock. It
// also puts them where a goroutine is started whose end a group waits for. A probe comes before the operation, since a
// thread that waits may not get further. A select has its probe in the case that was chosen.
func (p *plan) meetings() {
	p.meets = true
	for b := range p.reached() {
		for _, in := range b.Instrs {
			for op := range p.ops(in) {
				group := op.Kind == envs.Fork && op.Loc != nil
				if !group && (!meets(op) || op.Is(envs.Chosen)) {
					continue
				}
				if ref, ok := meetingOf(in); ok {
					p.bind(ref)
					i := len(p.before[in])
					if group { // nothing comes between the Fork and its goroutine
						i = 0
					}
					p.before[in] = slices.Insert(p.before[in], i, p.about("Object", op.PC, ref))
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
