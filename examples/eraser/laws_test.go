package eraser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// drawn makes guards of one table: those of a few accesses.
func drawn(t require.TestingT) *rapid.Generator[*guards] {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	families, err := lockfamily.New(table, maxReads)
	require.NoError(t, err)
	c := &checker{domain: families.Accesses(), ready: true}
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
		return c.guardsOf(d, use{at, rapid.Bool().Draw(t, "write"), held})
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
	latticetest.StateSuite[*guards]{States: drawn(t), Fingerprint: (*guards).print}.Check(t)
}

// print writes all that is known, and nothing of the tables that all guards share.
func (g *guards) print() string {
	text := g.locks.String()
	for _, u := range g.uses {
		text += fmt.Sprintf("; %v %v %v", u.at, u.write, u.held)
	}
	return text
}

// What is known of a variable, and what is judged, does not depend on the order in which
// facts are published.
func TestFactsOrder(t *testing.T) {
	generator := drawn(t)
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
		require.Equal(t, g.common(), h.common())
		require.Equal(t, g.unprotected(false), h.unprotected(false))
		require.Equal(t, g.unprotected(true), h.unprotected(true))
	})
}

// An access that is covered changes nothing.
func TestCovered(t *testing.T) {
	generator := drawn(t)
	covered := 0
	rapid.Check(t, func(t *rapid.T) {
		g, one := generator.Draw(t, "guards"), generator.Draw(t, "access")
		u := one.uses[0]
		if !g.covers(u.held, u.at, u.write) {
			return
		}
		covered++
		c := &checker{domain: g.domain}
		_, grew := g.Clone().Merge(c.guardsOf(g.sets, u))
		require.False(t, grew)
	})
	require.Positive(t, covered)
}

// The access that holds no lock is told of, however many others hold one.
func TestExamplesHaveTheUnlocked(t *testing.T) {
	table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
	require.NoError(t, err)
	families, err := lockfamily.New(table, maxReads)
	require.NoError(t, err)
	c, d := &checker{domain: families.Accesses(), ready: true}, table.Must()
	g := c.guardsOf(d, use{envs.At(0, 0), true, d.Of(1)})
	for pc := range int32(40) {
		g, _ = g.Merge(c.guardsOf(d, use{envs.At(0, pc), pc%2 == 0, d.Of(envs.Lock(1 + pc%2))}))
	}
	late := use{envs.At(0, 99), false, d.Empty()}
	g, grew := g.Merge(c.guardsOf(d, late))
	require.True(t, grew)
	require.Contains(t, g.uses, late)
	require.Len(t, g.uses, maxUses)
	require.True(t, g.covers(d.Of(1), envs.At(0, 50), true), "it is neither an example nor news to the locks")
}
