package view_test

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/view"
)

// anyView generates views of the locations 0 to 3, the empty one included.
func anyView() *rapid.Generator[view.View[int]] {
	return rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3),
		func(locs []int) view.View[int] { return view.Of(locs...) })
}

// anyViews generates sets of views of a domain, those that anyView generates.
func anyViews(d view.Domain[int]) *rapid.Generator[view.Views[int]] {
	views := rapid.SliceOfN(anyView(), 0, 4)
	return rapid.Map(views, func(views []view.View[int]) view.Views[int] { return d.Of(views...) })
}
