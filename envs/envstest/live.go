package envstest

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

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
			for r := range live[i] {
				if !live[i][r] && reads(fn, live, int32(i), envs.Reg(r)) {
					live[i][r], changed = true, true
				}
			}
		}
	}
	return live
}

// reads says the same of one operation and one register, if live is right about what comes next.
func reads(fn *envs.Func, live [][]bool, pc int32, r envs.Reg) bool {
	op := &fn.Ops[pc]
	if slices.Contains(op.Uses, r) || op.Handler != 0 && live[op.Handler][r] {
		return true // an operation that throws has defined nothing
	}
	if op.Defines(r) {
		return false
	}
	return op.Falls() && live[pc+1][r] ||
		slices.ContainsFunc(fn.Targets(op), func(to int32) bool { return live[to][r] })
}
