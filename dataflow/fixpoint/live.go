package fixpoint

import "github.com/seed38182bad/parallax/envs"

// lastUses gives, for each register of fn, an index after which no operation can
// read what is in it now; -1 if none ever reads it. It is an interval, not exact
// liveness: one pass over the operations and one over the registers for each back
// edge. What a Detail speaks of is read too, if there is a program to ask for it.
func lastUses(fn *envs.Func, details envs.Program) []int32 {
	last := make([]int32, fn.Regs)
	for r := range last {
		last[r] = -1
	}
	var first []int32 // where a register is defined first; nil if that says nothing
	if fn.Strict {
		first = firstDefinitions(fn)
	}
	back := func(from, head int32) {
		for r := range last {
			if head <= last[r] && last[r] < from && (first == nil || first[r] < head) {
				last[r] = from // it may come round the loop
			}
		}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		pc := int32(i)
		for _, r := range op.Uses {
			last[r] = max(last[r], pc)
		}
		if details != nil {
			details.Detail(envs.At(fn.ID, pc)).Reads(func(r envs.Reg) { last[r] = max(last[r], pc) })
		}
		switch op.Kind {
		case envs.Jump:
			if op.To <= pc {
				back(pc, op.To)
			}
		case envs.Branch, envs.Switch:
			for _, t := range fn.Lists[op.To] {
				if t <= pc {
					back(pc, t)
				}
			}
		}
		if op.Handler != 0 && op.Handler <= pc {
			back(pc, op.Handler)
		}
	}
	return last
}

// firstDefinitions gives the least index at which each register is defined, -1 for those that are when the frame
// starts. What a strict function first defines inside a loop does not come round it. For the indices are a reverse
// postorder, so a path of smaller indices enters the loop, without a definition. From there every path to a use has a
// definition, and so has every path that comes round.
func firstDefinitions(fn *envs.Func) []int32 {
	first := make([]int32, fn.Regs)
	for r := range first {
		first[r] = -1
	}
	for i := len(fn.Ops) - 1; i >= 0; i-- {
		op := &fn.Ops[i]
		for r := range envs.Reg(op.Results) {
			first[op.Dst+r] = op.PC
		}
	}
	for _, r := range fn.Params {
		first[r] = -1
	}
	return first
}
