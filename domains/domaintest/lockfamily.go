package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// LockFamilies generates families of up to four lock sets of a table, those that
// MustLocks generates.
func LockFamilies(table *lockset.Table[int], d lockfamily.Domain[int]) *rapid.Generator[lockfamily.Family[int]] {
	return rapid.Map(rapid.SliceOfN(MustLocks(table), 0, 4), func(sets []lockset.Must[int]) lockfamily.Family[int] {
		return d.Of(sets...)
	})
}

// Accesses generates the accesses of a variable under lock sets of a table, those
// that MustLocks generates.
func Accesses(table *lockset.Table[int], d lockfamily.Domain[int]) *rapid.Generator[lockfamily.Accesses[int]] {
	locks, accesses := MustLocks(table), d.Accesses()
	return rapid.Custom(func(t *rapid.T) lockfamily.Accesses[int] {
		var a lockfamily.Accesses[int]
		for _, held := range rapid.SliceOfN(locks, 0, 4).Draw(t, "reads") {
			a = accesses.Read(a, held)
		}
		for _, held := range rapid.SliceOfN(locks, 0, 2).Draw(t, "writes") {
			a = accesses.Write(a, held)
		}
		return a
	})
}
