package fixpoint

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// What the engine takes for dead is dead, held against textbook liveness on real
// functions, which are strict for the most part.
func TestLastUsesCoverLiveness(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	p, err := gosrc.Load(context.Background(), gosrc.Config{
		Dir: t.TempDir(), Patterns: []string{"encoding/json", "text/template", "compress/flate", "strconv", "time"},
	})
	require.NoError(t, err)
	strict, round, dead := 0, 0, 0
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if fn.Strict {
			strict++
		}
		last := lastUses(fn, nil)
		live := envstest.Live(fn)
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
