package fixed

import (
	"slices"
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestAppend(t *testing.T) {
	a, b := New("one"), New("two")
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				t.Error("it panicked")
			}
		}()
		a.Append(b, func(bytes []Char, n int) []Char {
			s.Done()
			s.Wait(2) // until the other buffer is empty
			return slices.Grow(bytes, n)
		})
	})
	wg.Go(func() {
		s.Wait(1)
		b.Clear()
		s.Done()
	})
	wg.Wait()
}
