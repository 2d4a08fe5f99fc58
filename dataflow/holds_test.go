package dataflow

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// The locks that a thread of a run holds follow the rules of the static driver's stack, in whatever order they are given
// back, and also where there are many.
func TestHoldsAreAStack(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		table, err := lockset.NewTable(lockset.Options[envs.Lock]{})
		require.NoError(t, err)
		d := table.Must()
		var s stack
		var h holds
		states := make([]*lockState, 1+r.IntN(25))
		for i := range states {
			states[i] = &lockState{number: envs.Lock(i + 1)}
		}
		for site := int64(1); site < 200; site++ {
			i := r.IntN(len(states))
			obj, at := uint64(i+1), envs.At(0, int32(site))
			var wants, has bool
			switch r.IntN(5) {
			case 0, 1:
				x := hold{obj: obj, lock: states[i].number, site: site, at: at, read: r.IntN(4) == 0}
				s, wants = s.acquire(x)
				has = h.take(x, states[i])
			case 2, 3:
				s, wants = s.release(nil, obj, false, false, site, at)
				has = h.release(obj, site, at)
			default:
				s, wants = s.wait(nil, obj, site, at)
				has = h.wait(obj, site, at)
			}
			require.Equal(t, wants, has, "seed %d, step %d", seed, site)
			require.Equal(t, s.block(nil), h.block())
			require.Equal(t, len(s), h.n)
			if r.IntN(3) > 0 {
				continue // what is not asked for is caught up with later
			}
			set := d.Empty()
			for _, x := range s {
				set = d.Acquire(set, x.lock, sideOf(x.read))
			}
			require.Equal(t, set, h.locks(d))
			list := h.list(d, set)
			require.Len(t, list, len(s))
			for i, x := range s {
				require.Equal(t, envs.HeldLock{Lock: x.lock, Read: x.read, At: x.at, Names: d.Acquire(d.Empty(), x.lock, sideOf(x.read)), Around: set}, list[i])
				require.Equal(t, x.site, h.at(i).site)
			}
		}
	}
}

// at is the lock with so many further out.
func (s *holds) at(i int) *heldLock {
	x := s.outer
	for range i {
		x = x.in
	}
	return x
}
