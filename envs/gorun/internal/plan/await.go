package plan

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// awaits puts probes around operations at which threads may wait for others. They write nothing: the run time does,
// when a goroutine has to wait. That the operation is over is said by the record of a lock, or by a probe after it.
func (p *plan) awaits() {
	for b := range p.reached() {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Select); ok && p.selected[s] != nil {
				if s.Blocking && len(s.States) <= wire.MaxCases {
					p.before[in] = append(p.before[in], p.cases(s))
				}
				continue
			}
			for op := range p.ops(in) {
				if op.Waits() && (op.Kind != envs.Join || op.Is(envs.Group)) && !p.Silent[op.PC] {
					p.await(in, op)
				}
			}
		}
	}
}

// await puts probes around an operation.
func (p *plan) await(in ssa.Instruction, op *envs.Op) {
	ref, ok := meetingOf(in)
	if !ok {
		return
	}
	p.before[in] = append(p.before[in], p.about("Await", op.PC, ref))
	if op.Kind != envs.Acquire {
		p.after[in] = append(p.after[in], ofFrame("Done"))
	}
}

// cases says which channels a select is about that may have to wait.
func (p *plan) cases(s *ssa.Select) statement {
	return func(_ *prober, c *regen.Cursor) (text string) {
		for i, state := range s.States {
			text += call(c, "Case", i, p.address(c, lockRef{value: state.Chan, boxed: true})) + "; "
		}
		return text + call(c, "Cases", p.m.Instr(s).Lo, fmt.Sprint(len(s.States)))
	}
}

// ofFrame is a statement with a call that says nothing but the frame.
func ofFrame(method string) statement {
	return func(_ *prober, c *regen.Cursor) string { return call(c, method) }
}
