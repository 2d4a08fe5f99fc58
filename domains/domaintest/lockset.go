package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockset"
)

// MustLocks generates Must sets of a table, of the locks 0 to 3. Most have few
// locks held once, others have sums that their sides do not imply.
func MustLocks(table *lockset.Table[int]) *rapid.Generator[lockset.Must[int]] {
	d := table.Must()
	exact := rapid.Custom(func(t *rapid.T) lockset.Must[int] {
		s := d.Empty()
		for _, h := range rapid.SliceOfN(rapid.Custom(hold), 0, 3).Draw(t, "locks") {
			s = Held(d, d.Clear(s, h.key), h.key, h.write, h.read)
		}
		return s
	})
	return rapid.Custom(func(t *rapid.T) lockset.Must[int] {
		s := exact.Draw(t, "set")
		if rapid.Bool().Draw(t, "joined") {
			s = d.Join(s, exact.Draw(t, "other"))
		}
		return s
	})
}

// Held is s after a lock was taken that often for writing and for reading.
func Held(d lockset.MustDomain[int], s lockset.Must[int], key, write, read int) lockset.Must[int] {
	for range write {
		s = d.Acquire(s, key, lockset.Write)
	}
	for range read {
		s = d.Acquire(s, key, lockset.Read)
	}
	return s
}

// HoldOf is how a set has a lock, not at all in bottom.
func HoldOf(s lockset.Must[int], key int) lockset.Hold {
	for l := range s.All() {
		if l.Key == key {
			return l.Hold
		}
	}
	return lockset.Hold{}
}

type lockHold struct{ key, write, read int }

func hold(t *rapid.T) lockHold {
	count := rapid.SampledFrom([]int{0, 0, 1, 1, 1, 2, 5})
	return lockHold{rapid.IntRange(0, 3).Draw(t, "lock"), count.Draw(t, "write"), count.Draw(t, "read")}
}
