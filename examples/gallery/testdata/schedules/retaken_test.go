package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/retaken"
	"github.com/seed38182bad/parallax/examples/gallery/retaken/fixed"
)

func TestRetaken(t *testing.T) { orders(t, retaken.New()) }

func TestRetakenFixed(t *testing.T) { orders(t, fixed.New()) }

type menu[D, C any] interface {
	Set(dish D, price C)
	Total(order func(course int) (D, bool)) C
}

// orders asks what two dishes cost while their price changes. Both have the same price.
func orders[D ~string, C ~int](t *testing.T, m menu[D, C]) {
	m.Set("soup", 3)
	together(
		func() {
			n := m.Total(func(course int) (D, bool) { return "soup", course < 2 })
			if n != 6 && n != 8 {
				t.Errorf("the dishes cost %d, want 6 or 8", n)
			}
		},
		func() { m.Set("soup", 4) },
	)
}
