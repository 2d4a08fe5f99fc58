package pack_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/pack"
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// expressions generates linear expressions of at most most of the keys.
func expressions[K lattice.Integer](keys []K, most int,
	constants *rapid.Generator[int64]) *rapid.Generator[linear.Expr[K]] {
	return rapid.Map(domaintest.LinearExpressions(len(keys), most, constants), func(e linear.Expr[int]) linear.Expr[K] {
		return linear.Rename(e, func(x int) K { return keys[x] })
	})
}

// packs generates states of a domain with what is known of some of the keys. Some of
// them were widened.
func packs[K lattice.Integer, R pack.Relation[R]](d *pack.Domain[K, R], keys []K) *rapid.Generator[pack.State[K, R]] {
	constants := rapid.OneOf(rapid.Int64Range(-6, 6), rapid.Int64Range(-6, 6), domaintest.LinearConstants())
	return rapid.Custom(func(t *rapid.T) pack.State[K, R] {
		s := d.Top()
		if rapid.IntRange(0, 15).Draw(t, "bottom") == 0 {
			return d.Bottom()
		}
		for range rapid.IntRange(0, 6).Draw(t, "steps") {
			e := expressions(keys, 2, constants).Draw(t, "expression")
			k := rapid.SampledFrom(keys).Draw(t, "key")
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				s = s.Assign(k, e)
			case 1:
				s, _ = s.Widen(s.Assign(k, e))
			default:
				s = s.Assume(e, domaintest.Comparisons().Draw(t, "comparison"), linear.Const[K](0))
			}
		}
		return s
	})
}
