package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/view"
)

// View generates views of the locations 0 to 3, the empty one included.
func View() *rapid.Generator[view.View[int]] {
	return rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3),
		func(locs []int) view.View[int] { return view.Of(locs...) })
}

// Views generates sets of views of a domain, those that View generates.
func Views(d view.Domain[int]) *rapid.Generator[view.Views[int]] {
	return rapid.Map(rapid.SliceOfN(View(), 0, 4), func(views []view.View[int]) view.Views[int] { return d.Of(views...) })
}
