package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/mhp"
)

// Facts generates what threads know of others, after a few creations and waits at the
// sites 1 to 3.
func Facts() *rapid.Generator[mhp.Fact[int]] {
	d := mhp.Domain[int]{}
	run := rapid.Custom(func(t *rapid.T) mhp.Fact[int] {
		f := d.Main()
		known := []mhp.Fact[int]{f}
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				f = rapid.SampledFrom(known).Draw(t, "thread")
			case 1:
				f = d.ForkUnknown(f)
			case 2, 3, 4:
				other := rapid.SampledFrom(known).Draw(t, "awaited")
				f = d.Await(f, other.Thread(), other)
			default:
				var child mhp.Fact[int]
				f, child = d.Fork(f, rapid.IntRange(1, 3).Draw(t, "site"))
				known = append(known, child)
			}
		}
		return f
	})
	return rapid.Custom(func(t *rapid.T) mhp.Fact[int] {
		f := run.Draw(t, "fact")
		if rapid.IntRange(0, 2).Draw(t, "joined") == 0 {
			f = d.Join(f, run.Draw(t, "other"))
		}
		return f
	})
}
