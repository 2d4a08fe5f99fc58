package lockfamily_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// anyFamilies generates families of up to four lock sets of a table, those that
// MustLocks generates.
func anyFamilies(table *lockset.Table[int], d lockfamily.Domain[int]) *rapid.Generator[lockfamily.Family[int]] {
	sets := rapid.SliceOfN(domaintest.MustLocks(table), 0, 4)
	return rapid.Map(sets, func(sets []lockset.Must[int]) lockfamily.Family[int] { return d.Of(sets...) })
}

// anyAccesses generates the accesses of a variable under lock sets of a table, those
// that MustLocks generates.
func anyAccesses(table *lockset.Table[int], d lockfamily.Domain[int]) *rapid.Generator[lockfamily.Accesses[int]] {
	locks, accesses := domaintest.MustLocks(table), d.Accesses()
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
