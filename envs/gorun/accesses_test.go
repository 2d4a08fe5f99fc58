package gorun_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun"
)

// Objects, elements, maps and variables of one type are told apart, and one of them has one identity wherever and by
// whatever path it is accessed.
func TestAccesses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/accesses"
	c := inOrder(t, dir, gorun.Config{})
	for name, want := range map[string]int{
		"accesses.pair.left": 4, // of two objects, and in each of these
		"[]int32":            4, // elements 0 and 1 of two lists
		"[]byte":             8,
		"*int":               1, // the other one is on the stack
		"map[string]int":     1,
		"accesses.total":     1,
		"accesses.hits":      1,
		"accesses.calls":     1,
		"accesses.last":      1,
		"accesses.both.list": 2,
	} {
		require.Equal(t, want, c.lives[name], "%s in %v", name, c.lives)
	}
	require.Empty(t, c.races)
}

// What is not told is counted by its reason, and the parts add up.
func TestAccessCounts(t *testing.T) {
	const dir = "testdata/accesses"
	prog := load(t, dir, false, ".")
	prepared := func(cfg gorun.Config) *gorun.Build {
		cfg.Dir = dir
		b, err := gorun.Prepare(context.Background(), prog, cfg)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, b.Close()) })
		return b
	}
	require.Empty(t, prepared(gorun.Config{}).Accesses())
	b := prepared(gorun.Config{Accesses: true})
	a := b.Counts()
	require.Equal(t, a.All, a.Probed+a.Again+a.Local+a.Final+a.Fresh+a.Unselected+a.Unnamed+a.Unseen)
	require.GreaterOrEqual(t, a.Again, 3+1+1, "count has three, elements two") // a store follows each load
	require.Equal(t, 1+1, a.Fresh, "makeBoth")
	require.Equal(t, 2+2, a.Unnamed, "append stores two, copy loads and stores")
	require.Contains(t, b.Accesses(), "accesses, ")
}

func TestNoOrderWithRace(t *testing.T) {
	prog := load(t, "testdata/accesses", false, ".")
	_, err := gorun.Prepare(context.Background(), prog, gorun.Config{Order: true, BuildFlags: []string{"-race"}})
	require.ErrorContains(t, err, "leave -race out")
}
