package view_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/view"
)

// One thread swaps a pair under a lock; the other resets it in two blocks.
func Example() {
	d := view.Domain[rune]{}
	block := func(thread view.Views[rune], locs ...rune) view.Views[rune] {
		open := d.Begin()
		for _, k := range locs {
			open = d.Access(open, k)
		}
		return d.End(thread, open)
	}
	swap := block(d.Bottom(), 'x', 'y')
	reset := block(block(d.Bottom(), 'x'), 'y')
	conflicts, _ := d.Conflicts(swap, reset)
	for _, c := range conflicts {
		fmt.Println(c.Format(func(k rune) string { return string(k) }))
	}
	// Output: {x, y} against {x}, {y}
}
