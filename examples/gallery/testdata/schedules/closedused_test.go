package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/closedused"
	"github.com/seed38182bad/parallax/examples/gallery/closedused/fixed"
)

func TestClosedUsed(t *testing.T) { keeps(t, closedused.New(), closedused.ErrClosed) }

func TestClosedUsedFixed(t *testing.T) { keeps(t, fixed.New(), fixed.ErrClosed) }

type store[T any] interface {
	Put(key string, text T, encode func(T) T) error
	Close()
}

// keeps puts something into a store that is closed meanwhile. It is kept, or there is an error.
func keeps[T ~string](t *testing.T, s store[T], closed error) {
	together(
		func() {
			if err := s.Put("key", "text", func(text T) T { return text }); err != nil && err != closed {
				t.Error(err)
			}
		},
		s.Close,
	)
	if err := s.Put("key", "text", func(text T) T { return text }); err != closed {
		t.Errorf("the error is %v, want %v", err, closed)
	}
}
