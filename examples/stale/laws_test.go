package stale

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states draws states over a few registers, blocks, places and locks, so that
// they often meet in a register and differ in one component of its origin.
func states() *rapid.Generator[State] {
	locks := []*envs.Path{nil, {Root: envs.AtParam, Reg: 1, Text: "p"}, {Root: envs.AtGlobal, Global: "g", Text: "g"}}
	locs := []*envs.Loc{nil, {Name: "T.f"}, {Name: "T.g"}}
	return rapid.Custom(func(t *rapid.T) State {
		origin := func() *Origin {
			point := func(label string) envs.Point {
				if pc := rapid.IntRange(-1, 2).Draw(t, label); pc >= 0 {
					return envs.At(1, int32(pc))
				}
				return envs.Point{}
			}
			o := &Origin{Read: envs.At(0, int32(rapid.IntRange(0, 2).Draw(t, "read"))), Acquired: point("acquired"),
				Released: point("released")}
			switch b := rapid.IntRange(-1, 2).Draw(t, "block"); b {
			case -1:
				o.Block = envs.Loose()
			case 0:
				o.Block = envs.OuterBlock(0)
			default:
				o.Block = envs.OpenedBlock(int64(b))
			}
			o.Lock = rapid.SampledFrom(locks).Draw(t, "lock")
			o.Loc, o.Sent = rapid.SampledFrom(locs).Draw(t, "class"), point("sent")
			if rapid.Bool().Draw(t, "compared") {
				o.Now = envs.OpenedBlock(1)
			}
			return o
		}
		var s State
		for pc := range int32(2) {
			if rapid.Bool().Draw(t, fmt.Sprint("branch ", pc)) {
				s.checks = append(s.checks,
					check{pc, rapid.SampledFrom(locs).Draw(t, "checked"), envs.OpenedBlock(int64(rapid.IntRange(1, 2).Draw(t, "in")))})
			}
		}
		for r := envs.Reg(1); r <= 3; r++ {
			if rapid.Bool().Draw(t, fmt.Sprint("register ", r)) {
				s.vals.Set(r, origin())
			}
		}
		return s
	})
}

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, states())
}
