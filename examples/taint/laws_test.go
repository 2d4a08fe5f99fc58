package taint

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// TestStateLaws holds states to the laws.
func TestStateLaws(t *testing.T) {
	point := func(t *rapid.T, label string) envs.Point {
		if pc := rapid.IntRange(-1, 2).Draw(t, label); pc >= 0 {
			return envs.At(0, int32(pc))
		}
		return envs.Point{}
	}
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) state {
		var s state
		for _, r := range []envs.Reg{-1, 1, 2} {
			var v value
			for level := 1; level <= 2; level++ {
				if rapid.Bool().Draw(t, fmt.Sprintf("r%d: %d", r, level)) {
					v = append(v, flow{level, point(t, "from"), point(t, "via")})
				}
			}
			s = s.give(r, v)
		}
		return s
	}))
}
