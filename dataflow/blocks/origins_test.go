package blocks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

func TestOrigins(t *testing.T) {
	fn := &envs.Func{Regs: 9, Params: []envs.Reg{1}, Ops: []envs.Op{
		{Kind: envs.New, Dst: 2, Results: 1},
		{Kind: envs.Move, Dst: 3, Results: 1, Uses: []envs.Reg{2}},
		{Kind: envs.Addr, Dst: 4, Results: 1, Uses: []envs.Reg{3}}, // of its lock
		{Kind: envs.Store, Uses: []envs.Reg{3, 4}},
		{Kind: envs.Store, Uses: []envs.Reg{1, 4}},
		{Kind: envs.Addr, Dst: 5, Results: 1, Uses: []envs.Reg{1}},
		{Kind: envs.Store, Uses: []envs.Reg{1, 5}},
		{Kind: envs.Load, Dst: 6, Results: 1, Uses: []envs.Reg{5}},
		{Kind: envs.Const, Dst: 7, Results: 1},
		{Kind: envs.Store, Uses: []envs.Reg{6, 7}},
		{Kind: envs.Call},
	}}
	for i := range fn.Ops {
		fn.Ops[i].PC = int32(i)
	}
	var o blocks.Origins
	for range 2 { // what is known is the same when it is asked again
		for pc, want := range map[int32][2]bool{
			3: {true, true}, 4: {}, 6: {false, true}, 7: {}, 9: {}, 10: {},
		} {
			require.Equal(t, want, [2]bool{o.Made(fn, &fn.Ops[pc]), o.Names(fn, &fn.Ops[pc])}, "operation %d", pc)
		}
	}
}
