package dataflow

import "github.com/seed38182bad/parallax/envs"

// lastUses gives, for each register of fn, an index after which no operation can
// read what is in it now; -1 if none ever reads it. It is an interval, not exact
// liveness: one pass over the operations and one over the registers for each back
// edge.
func lastUses(fn *envs.Func) []int32 {
	first := make([]int32, fn.Regs)
	last := make([]int32, fn.Regs)
	for r := range last {
		first[r], last[r] = int32(len(fn.Ops)), -1
	}
	for _, p := range fn.Params {
		first[p] = -1
	}
	back := func(from, head int32) {
		for r := range last {
			if first[r] < head && head <= last[r] && last[r] < from {
				last[r] = from
			}
		}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		pc := int32(i)
		for _, r := range op.Uses {
			last[r] = max(last[r], pc)
			if first[r] > pc { // read before it is written: the value comes round a loop
				last[r] = int32(len(fn.Ops))
			}
		}
		for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
			first[r] = min(first[r], pc)
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
