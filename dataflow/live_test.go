package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// What the engine takes for dead is dead, held against textbook liveness on real
// functions, which are strict for the most part.
func TestLastUsesCoverLiveness(t *testing.T) {
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: t.TempDir(), Patterns: []string{"encoding/json", "text/template", "compress/flate", "strconv", "time"}})
	require.NoError(t, err)
	strict, round, dead := 0, 0, 0
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if fn.Strict {
			strict++
		}
		last := lastUses(fn)
		live := liveIn(fn)
		for i := range fn.Ops {
			op := &fn.Ops[i]
			for r := range envs.Reg(fn.Regs) {
				if live[i][r] {
					require.GreaterOrEqual(t, last[r], op.PC, "%s: r%d is live before op %d", fn.Name, r, i)
				} else if last[r] < op.PC {
					dead++
				}
			}
			for _, to := range fn.Targets(op) {
				for r := range envs.Reg(fn.Regs) {
					if live[to][r] {
						if to <= op.PC {
							round++
						}
						require.GreaterOrEqual(t, last[r], op.PC, "%s: r%d comes from op %d to op %d", fn.Name, r, i, to)
					}
				}
			}
		}
	}
	require.Greater(t, strict, p.NumFuncs()/2)
	require.Positive(t, round, "no register came round a loop")
	require.Positive(t, dead, "no register was dead")
}

// liveIn gives the registers that some path from each operation reads before it
// defines them.
func liveIn(fn *envs.Func) [][]bool {
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
				from(op.Handler, false)
			}
			for _, r := range op.Uses {
				mark(r)
			}
		}
	}
	return live
}
