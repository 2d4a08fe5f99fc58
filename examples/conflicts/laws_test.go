package conflicts

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/conflicts/internal/conflict"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func drawnChances(t *rapid.T) (c conflict.Chances) {
	none := func(envs.Lock, envs.Lock) bool { return false }
	for range rapid.IntRange(0, 4).Draw(t, "operations") {
		at := envs.At(0, rapid.Int32Range(0, 5).Draw(t, "at"))
		switch rapid.IntRange(0, 2).Draw(t, "operation") {
		case 0:
			c = c.Leave(at, conflict.Holding{}, conflict.Anybody)
		case 1:
			c, _ = c.Come(at, conflict.Anybody, none)
		case 2:
			c = c.Touch(envs.Lock(rapid.Int32Range(0, 6).Draw(t, "lock")), none)
		}
	}
	return c
}

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) state {
		s := state{is: transactions.State(rapid.IntRange(0, 15).Draw(t, "is"))}
		if rapid.Bool().Draw(t, "done") {
			may := chances{whole: drawnChances(t), block: drawnChances(t)}
			for _, id := range rapid.SliceOfN(rapid.Int32Range(0, 7), 0, 6).Draw(t, "names") {
				may.names = may.names.with(names{envs.FuncID(id)})
			}
			s.may = may.kept(nil)
		}
		return s
	}))
}
