package modelcheck

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func TestStateLaws(t *testing.T) {
	at := rapid.Custom(func(t *rapid.T) envs.Point { return envs.At(0, rapid.Int32Range(0, 2).Draw(t, "at")) })
	one := rapid.Custom(func(t *rapid.T) position {
		p := position{phase: phase(rapid.IntRange(0, 2).Draw(t, "phase"))}
		if p.phase > before {
			p.last = at.Draw(t, "last")
		}
		if p.phase > after {
			p.next = at.Draw(t, "next")
		}
		return p
	})
	states := rapid.Custom(func(t *rapid.T) (s regions) {
		fns := rapid.SliceOfNDistinct(rapid.IntRange(1, 3), 0, 3, rapid.ID).Draw(t, "functions")
		slices.Sort(fns)
		for _, fn := range fns {
			s = append(s, region{envs.FuncID(fn), rapid.Bool().Draw(t, "entered"),
				[2]position{one.Draw(t, "ind"), one.Draw(t, "mov")}})
		}
		return s
	})
	latticetest.StateSuite[regions]{States: states, Fingerprint: func(s regions) string { return fmt.Sprint(s) }}.Check(t)
}
