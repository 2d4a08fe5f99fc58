package eraser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// drawn makes guards of one table: those of a few accesses.
func drawn(t require.TestingT, multi bool) *rapid.Generator[*guards] {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	c := &checker{Options: Options{Multi: multi}}
	access := rapid.Custom(func(t *rapid.T) *guards {
		d := table.Must()
		held := d.Empty()
		for _, l := range rapid.SliceOfNDistinct(rapid.Int32Range(1, 7), 0, 4, rapid.ID).Draw(t, "locks") {
			side := lockset.Write
			if rapid.Bool().Draw(t, "shared") {
				side = lockset.Read
			}
			held = d.Acquire(held, envs.Lock(l), side)
		}
		at := envs.At(0, rapid.Int32Range(0, 30).Draw(t, "at"))
		return c.guards(table, use{at, rapid.Bool().Draw(t, "write"), held})
	})
	return rapid.Custom(func(t *rapid.T) *guards {
		accesses := rapid.SliceOfN(access, 1, 20).Draw(t, "accesses")
		g := accesses[0].Clone()
		for _, a := range accesses[1:] {
			g, _ = g.Merge(a)
		}
		return g
	})
}

func TestStateLaws(t *testing.T) {
	latticetest.StateSuite[*guards]{States: drawn(t, false), Fingerprint: (*guards).print}.Check(t)
}

// print writes all that is known, and nothing of the tables that all guards share.
func (g *guards) print() string {
	text := fmt.Sprint(g.locks, g.broken)
	for _, u := range g.uses {
		text += fmt.Sprintf("; %v %v %v", u.at, u.write, u.held)
	}
	return text
}

// What is known of a variable, and what is judged, does not depend on the order in which
// facts are published.
func TestFactsOrder(t *testing.T) {
	for _, multi := range []bool{false, true} {
		generator := drawn(t, multi)
		rapid.Check(t, func(t *rapid.T) {
			all := rapid.SliceOfN(generator, 1, 6).Draw(t, "facts")
			gathered := func(all []*guards) *guards {
				var f dataflow.Facts[envs.Variable, *guards]
				for _, g := range all {
					f.Publish(1, g.Clone())
				}
				g, _ := f.Of(1)
				return g
			}
			g, h := gathered(all), gathered(rapid.Permutation(all).Draw(t, "order"))
			require.Equal(t, g.uses, h.uses)
			require.Equal(t, g.rule.Common(g.locks), h.rule.Common(h.locks))
			require.Equal(t, g.broken, h.broken)
			require.Equal(t, g.rule.broken(g.locks), g.broken)
		})
	}
}

// An access that is covered changes nothing.
func TestCovered(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short too few values are drawn")
	}
	generator := drawn(t, false)
	covered := 0
	rapid.Check(t, func(t *rapid.T) {
		g, one := generator.Draw(t, "guards"), generator.Draw(t, "access")
		u := one.uses[0]
		if !g.covers(u) {
			return
		}
		covered++
		_, grew := g.Clone().Merge((&checker{rule: g.rule}).guards(nil, u))
		require.False(t, grew)
	})
	require.Positive(t, covered)
}

// The access that holds no lock is told of, however many others hold one.
func TestExamplesHaveTheUnlocked(t *testing.T) {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	c, d := &checker{}, table.Must()
	g := c.guards(table, use{envs.At(0, 0), true, d.Of(1)})
	for pc := range int32(40) {
		g, _ = g.Merge(c.guards(table, use{envs.At(0, pc), pc%2 == 0, d.Of(envs.Lock(1 + pc%2))}))
	}
	late := use{envs.At(0, 99), false, d.Empty()}
	g, grew := g.Merge(c.guards(table, late))
	require.True(t, grew)
	require.Contains(t, g.uses, late)
	require.Len(t, g.uses, maxUses)
	require.True(t, g.covers(use{envs.At(0, 50), true, d.Of(1)}), "it is neither an example nor news to the locks")
}
