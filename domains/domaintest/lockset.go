package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockset"
)

// MustLocks generates Must sets of a table, of the locks 0 to 3, the most of them
// with few locks held once, others with sums that their sides do not imply.
func MustLocks(table *lockset.Table[int]) *rapid.Generator[lockset.Must[int]] {
	d := table.Must()
	exact := rapid.Custom(func(t *rapid.T) lockset.Must[int] {
		s := d.Empty()
		for _, h := range rapid.SliceOfN(rapid.Custom(hold), 0, 3).Draw(t, "locks") {
			s, _ = d.With(s, h.key, h.write, h.read) // no count is negative
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

// MayLocks generates May sets of a table, of the locks 0 to 3. They have at most
// limit locks, if that is above zero, or are top.
func MayLocks(table *lockset.Table[int], limit int) *rapid.Generator[lockset.May[int]] {
	d := table.May(limit)
	exact := rapid.Custom(func(t *rapid.T) lockset.May[int] {
		s := d.Empty()
		for _, h := range rapid.SliceOfN(rapid.Custom(hold), 0, 3).Draw(t, "locks") {
			s, _ = d.With(s, h.key, h.write, h.read) // no count is negative
		}
		return s
	})
	return rapid.Custom(func(t *rapid.T) lockset.May[int] {
		s := exact.Draw(t, "set")
		if rapid.Bool().Draw(t, "joined") {
			s = d.Join(s, exact.Draw(t, "other"))
		}
		return s
	})
}

type lockHold struct{ key, write, read int }

func hold(t *rapid.T) lockHold {
	count := rapid.SampledFrom([]int{0, 0, 1, 1, 1, 2, 5})
	return lockHold{rapid.IntRange(0, 3).Draw(t, "lock"), count.Draw(t, "write"), count.Draw(t, "read")}
}
