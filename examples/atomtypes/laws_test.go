package atomtypes

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var points = rapid.Custom(func(t *rapid.T) envs.Point {
	return envs.At(rapid.Map(rapid.IntRange(0, 1), func(i int) envs.FuncID { return envs.FuncID(i) }).Draw(t, "function"),
		rapid.Int32Range(0, 5).Draw(t, "pc"))
})

// drawnPart is a sequence of operations.
var drawnPart = rapid.Custom(func(t *rapid.T) part {
	p := unit
	for range rapid.IntRange(0, 4).Draw(t, "length") {
		a, at := domaintest.Atomicities().Draw(t, "operation"), points.Draw(t, "at")
		p = p.then(of(a, at), at)
	}
	return p
})

var drawnState = rapid.Custom(func(t *rapid.T) *state {
	var locks []envs.Guard
	for i := range rapid.IntRange(0, 3).Draw(t, "given") {
		locks = append(locks, envs.Guard{
			Path: &envs.Path{Root: envs.AtParam, Reg: envs.Reg(i),
				Steps: rapid.SampledFrom([]string{".mu", ".rw"}).Draw(t, "lock")},
			Read: rapid.Bool().Draw(t, "read"),
		})
	}
	return &state{
		judged(rapid.IntRange(0, 2).Draw(t, "judged")), drawnPart.Draw(t, "whole"), drawnPart.Draw(t, "block"),
		drawnPart.Draw(t, "outer"), drawnPart.Draw(t, "tail"), locks,
	}
})

// print writes all of the state, by names and not by addresses.
func (s *state) print() string {
	text := fmt.Sprint(s.judged, s.whole, s.block, s.outer, s.tail)
	for _, g := range s.given {
		text += fmt.Sprintf("; %d%s %v", g.Path.Reg, g.Path.Steps, g.Read)
	}
	return text
}

func TestStateLaws(t *testing.T) {
	latticetest.StateSuite[*state]{States: drawnState, Fingerprint: (*state).print}.Check(t)
	latticetest.StateSuite[*typed]{
		States:      rapid.Map(drawnPart, func(p part) *typed { return &typed{p} }),
		Fingerprint: func(s *typed) string { return fmt.Sprint(*s) },
	}.Check(t)
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	families, err := lockfamily.New(table, maxReads)
	require.NoError(t, err)
	rule, d := families.Accesses(), table.Must()
	access := rapid.Custom(func(t *rapid.T) *guards {
		held := d.Empty()
		for _, l := range rapid.SliceOfNDistinct(rapid.Int32Range(1, 5), 0, 3, rapid.ID).Draw(t, "locks") {
			held = d.Acquire(held, envs.Lock(l), lockset.Write)
		}
		return one(&rule, bare{points.Draw(t, "at"), rapid.Bool().Draw(t, "write"), held})
	})
	latticetest.StateSuite[*guards]{
		States: rapid.Custom(func(t *rapid.T) *guards {
			g := access.Draw(t, "access")
			for range rapid.IntRange(0, 6).Draw(t, "more") {
				g, _ = g.Merge(access.Draw(t, "access"))
			}
			return g
		}),
		Fingerprint: func(g *guards) string { return fmt.Sprint(g.locks, g.bare.at, g.bare.write, g.bare.held) },
	}.Check(t)
}

// Parts are types with what they are so for: those that break are those that are compound.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o, at := drawnPart.Draw(t, "part"), drawnPart.Draw(t, "next"), points.Draw(t, "at")
		q := p.then(o, at)
		require.Equal(t, p.is.Then(o.is), q.is)
		require.Equal(t, q.is == mover.Compound, !q.broke[1].IsZero())
		require.Equal(t, ended(q.is), !q.ends.IsZero())
		if p.is != mover.Compound {
			require.Equal(t, q.is == mover.Compound, p.breaks(o))
		}
		require.Equal(t, mover.Domain{}.Join(p.is, o.is), p.or(o).is)
		r := drawnPart.Draw(t, "larger").or(p)
		require.True(t, !p.breaks(o) || r.breaks(o), "more is reported of what may be more")
		require.True(t, !o.breaks(p) || o.breaks(r))
	})
}
