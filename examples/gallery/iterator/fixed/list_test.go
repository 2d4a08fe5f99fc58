package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestEach(t *testing.T) {
	list := New("a", "b")
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				t.Errorf("it went wrong: %v", v)
			}
		}()
		list.Each(func(Name) {
			s.Done()
			s.Wait(2) // until the list is shorter
		})
	})
	wg.Go(func() {
		s.Wait(1)
		list.Remove(0)
		s.Done()
	})
	wg.Wait()
}
