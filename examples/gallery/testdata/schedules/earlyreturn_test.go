package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/earlyreturn"
	"github.com/seed38182bad/parallax/examples/gallery/earlyreturn/fixed"
)

func TestEarlyReturn(t *testing.T) { reserves(t, &earlyreturn.Stock{}, earlyreturn.ErrEmpty) }

func TestEarlyReturnFixed(t *testing.T) { reserves(t, &fixed.Stock{}, fixed.ErrEmpty) }

type stock[N any] interface {
	Fill(n N)
	Left() N
	Reserve(n N) error
}

// reserves makes an order that is too large, while somebody asks what is left.
func reserves[N ~int](t *testing.T, s stock[N], empty error) {
	s.Fill(5)
	together(
		func() {
			if err := s.Reserve(7); err != empty {
				t.Errorf("the error is %v, want %v", err, empty)
			}
		},
		func() {
			if n := s.Left(); n != 5 {
				t.Errorf("%d are left, want 5", n)
			}
		},
	)
}
