package envs

import "slices"

// readsUndefined finds an operation that reads a register which some path to it
// does not define, and the register: what a strict function must not have.
func (f *Func) readsUndefined() (*Op, Reg) {
	before := make([][]bool, len(f.Ops)) // by index: what every path defines; nil if none leads here
	var todo []int32
	arrive := func(pc int32, defined []bool) {
		if before[pc] == nil {
			before[pc] = slices.Clone(defined)
			todo = append(todo, pc)
			return
		}
		shrank := false
		for r, d := range before[pc] {
			if d && !defined[r] {
				before[pc][r], shrank = false, true
			}
		}
		if shrank {
			todo = append(todo, pc)
		}
	}
	entry := make([]bool, f.Regs)
	entry[0] = true
	for _, r := range f.Params {
		entry[r] = true
	}
	arrive(0, entry)
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		op := &f.Ops[pc]
		if op.Handler != 0 {
			arrive(op.Handler, before[pc])
		}
		after := slices.Clone(before[pc])
		for r := range Reg(op.Results) {
			after[op.Dst+r] = true
		}
		for _, to := range f.Targets(op) {
			arrive(to, after)
		}
		if op.Falls() {
			arrive(pc+1, after)
		}
	}
	for pc, defined := range before {
		for _, r := range f.Ops[pc].Uses {
			if defined != nil && !defined[r] {
				return &f.Ops[pc], r
			}
		}
	}
	return nil, 0
}
