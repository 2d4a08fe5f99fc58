package view_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/view"
)

// A block accesses x, and in one of its branches y as well.
func Example() {
	d := view.Domain[rune]{}
	plain := view.Of('x')
	views := d.Join(d.Of(plain), d.Of(plain.With('y')))
	fmt.Println(views.Format(func(k rune) string { return string(k) }))
	fmt.Println(plain.SubsetOf(view.Of('x', 'y')))
	// Output:
	// {{x}, {x, y}}
	// true
}
