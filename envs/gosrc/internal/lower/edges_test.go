package lower

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
)

func TestCyclesOfCopies(t *testing.T) {
	for _, tc := range [][]copyPair{
		{{1, 2}, {2, 1}},
		{{1, 2}, {2, 3}, {3, 1}},
		{{1, 2}, {3, 2}, {2, 1}},
		{{1, 2}, {2, 3}, {4, 1}},
		{{1, 2}, {2, 1}, {3, 4}, {4, 3}},
	} {
		l := newLowerer(&Program{names: paths.New(nil, nil)})
		l.regs.Reset(8)
		l.regs.Next = 5
		l.beginOps(1)
		l.copyAll(append([]copyPair(nil), tc...))
		have := map[envs.Reg]envs.Reg{}
		for r := envs.Reg(1); r < 5; r++ {
			have[r] = r
		}
		for _, op := range l.ops {
			have[op.Dst] = have[op.Uses[0]]
		}
		for _, c := range tc {
			require.Equal(t, c.src, have[c.dst], "%v", tc)
		}
	}
}
