package lockset_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lockset"
)

func TestBadInput(t *testing.T) {
	for _, many := range []int{-1, 256, 1000} {
		_, err := lockset.NewTable(lockset.Options[int]{Many: many})
		require.EqualError(t, err, fmt.Sprintf("lock counts are capped at %d: want a cap from 1 to 255", many))
	}
}

func TestPrinting(t *testing.T) {
	names := []string{"mu", "c.mu"}
	table, err := lockset.NewTable(lockset.Options[int]{Many: 3, Name: func(k int) string { return names[k] }})
	require.NoError(t, err)
	must := table.Must()
	mu := must.Of(0)
	both := must.Acquire(mu, 1, lockset.Read)
	again := must.Acquire(must.Acquire(both, 0, lockset.Write), 0, lockset.Write)
	either := must.Join(mu, must.Acquire(must.Empty(), 0, lockset.Read))
	for want, s := range map[string]lockset.Must[int]{
		"⊥": must.Bottom(), "{}": must.Top(), "{mu}": mu, "{mu, c.mu(r)}": both, "{mu×many, c.mu(r)}": again,
		"{mu(?)}": either, "{mu, mu(?)}": must.Acquire(either, 0, lockset.Write), "{mu×2, c.mu(r)}": must.Release(again, 0,
			lockset.Write),
	} {
		require.Equal(t, want, s.String())
	}
	for want, s := range map[string]any{
		`null`: must.Bottom(), `[]`: must.Top(),
		`[{"lock":"mu","write":1,"read":0,"any":1},{"lock":"c.mu","write":0,"read":1,"any":1}]`: both,
		`[{"lock":"mu","write":3,"read":0,"any":3,"many":true}]`:                                must.Clear(again, 1),
	} {
		got, err := json.Marshal(s)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

// Sets of another table are taken for what they say.
func TestTablesMix(t *testing.T) {
	one, other := newTable(t, 2), newTable(t, 5)
	d, e := one.Must(), other.Must()
	mu := d.Of(1, 2)
	foreign := e.Acquire(e.Of(1, 3), 1, lockset.Write)
	require.Equal(t, "{1}", d.Join(mu, foreign).String())
	require.Equal(t, "{1×many, 2, 3}", d.Meet(mu, foreign).String())
	require.Equal(t, "{1×2, 2, 3}", e.Meet(mu, foreign).String())
	require.True(t, d.Equal(d.Of(4), e.Of(4)))
	require.True(t, d.Leq(e.Of(4, 5), d.Of(4)))
	require.Equal(t, d.Of(1, 3, 4), d.Acquire(e.Of(1, 3), 4, lockset.Write))
}

// A count at the cap of its table is a lower bound in a table with a higher cap.
func TestCapsMix(t *testing.T) {
	low, high := newTable(t, 2), newTable(t, 5)
	held := domaintest.Held(low.Must(), low.Must().Empty(), 1, 3, 0)
	require.Equal(t, "{1×many}", held.String())
	require.Equal(t, "{1×2}", high.Must().Meet(held, high.Must().Empty()).String())
	for range 3 {
		held = high.Must().Release(held, 1, lockset.Write)
	}
	require.Equal(t, "{}", held.String())
}

// Many goroutines that build the same sets get the same pointers.
func TestConcurrentUse(t *testing.T) {
	table := newTable(t, 3)
	d := table.Must()
	build := func() (sets []lockset.Must[int]) {
		r := rand.New(rand.NewPCG(1, 2))
		s := d.Empty()
		for range 2000 {
			switch k := r.IntN(6); r.IntN(4) {
			case 0:
				s = d.Release(s, k, lockset.Write)
			case 1:
				s = d.Join(s, d.Of(k, r.IntN(6), r.IntN(6)))
			default:
				s = d.Acquire(s, k, lockset.Side(r.IntN(2)))
			}
			sets = append(sets, s, d.Guards(s, lockset.Read))
		}
		return sets
	}
	want := build()
	got := make([][]lockset.Must[int], 4)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = build() })
	}
	wg.Wait()
	for _, sets := range got {
		require.True(t, slices.Equal(want, sets), "the same steps gave other sets")
	}
}

// A table that has seen 100,000 sets, one after the other, keeps few of them.
func TestSetsAreCollected(t *testing.T) {
	table := newTable(t, 3)
	d := table.Must()
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	kept := d.Of(-1, -2)
	before := heap()
	for k := range 100_000 {
		s := d.Of(k)
		if k%10_000 == 0 {
			runtime.GC()
		}
		require.Equal(t, 1, s.Len())
	}
	after := heap()
	require.Less(t, int64(after)-int64(before), int64(6<<20), "100,000 sets of which none is in use")
	require.Equal(t, kept, d.Of(-2, -1))
	require.True(t, kept == d.Of(-2, -1), "a set in use was forgotten")
	runtime.KeepAlive(table)
}
