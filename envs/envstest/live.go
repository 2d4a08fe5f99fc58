// Package envstest has what tests of drivers and checkers need of environments: runs that are
// kept, and textbook analyses of functions, slow and plain, to hold against what is found by
// quicker ways.
package envstest

import "github.com/seed38182bad/parallax/envs"

// Live tells, for each operation of fn and each register, whether some path from
// the operation reads the register before it defines it.
func Live(fn *envs.Func) [][]bool {
	live := make([][]bool, len(fn.Ops))
	for i := range live {
		live[i] = make([]bool, fn.Regs)
	}
	for changed := true; changed; {
		changed = false
		for i := len(fn.Ops) - 1; i >= 0; i-- {
			op := &fn.Ops[i]
			mark := func(r envs.Reg) {
				if !live[i][r] {
					live[i][r], changed = true, true
				}
			}
			from := func(to int32, defined bool) {
				for r, l := range live[to] {
					if l && !(defined && op.Defines(envs.Reg(r))) {
						mark(envs.Reg(r))
					}
				}
			}
			for _, to := range fn.Targets(op) {
				from(to, true)
			}
			if op.Falls() {
				from(int32(i)+1, true)
			}
			if op.Handler != 0 {
				from(op.Handler, false) // an operation that throws has defined nothing
			}
			for _, r := range op.Uses {
				mark(r)
			}
		}
	}
	return live
}
