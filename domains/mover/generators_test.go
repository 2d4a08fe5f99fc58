package mover_test

import (
	"github.com/seed38182bad/parallax/domains/mover"
	"pgregory.net/rapid"
)

// anyPaths generates sets of up to three paths of up to four steps, with the locks 1 and 2.
func anyPaths() *rapid.Generator[mover.Paths[int, int]] {
	step := rapid.Custom(func(t *rapid.T) mover.Path[int, int] {
		at, lock := rapid.IntRange(0, 9).Draw(t, "place"), rapid.IntRange(1, 2).Draw(t, "lock")
		switch rapid.IntRange(0, 2).Draw(t, "step") {
		case 1:
			return mover.Acquire(lock, at)
		case 2:
			return mover.Release(lock, at)
		}
		return mover.Of[int](rapid.SampledFrom([]mover.Atomicity{
			mover.Const, mover.Mover, mover.Left, mover.Right, mover.Atomic,
		}).Draw(t, "atomicity"), at)
	})
	return rapid.Map(rapid.SliceOfN(rapid.SliceOfN(step, 0, 4), 0, 3),
		func(all [][]mover.Path[int, int]) (s mover.Paths[int, int]) {
			for _, steps := range all {
				p := mover.Path[int, int]{Body: mover.Const}
				for _, q := range steps {
					p = p.Then(q)
				}
				s, _ = s.Merge(mover.PathsOf(p))
			}
			return s
		})
}
