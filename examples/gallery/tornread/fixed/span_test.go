package fixed

import (
	"strconv"
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestString(t *testing.T) {
	var x Span
	x.Set(1, 2)
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		text := x.String(func(n int) string {
			s.Done()
			s.Wait(2) // until the span is another one
			return strconv.Itoa(n)
		})
		if text != "1 to 2" {
			t.Errorf("the span is %s, want 1 to 2", text)
		}
	})
	wg.Go(func() {
		s.Wait(1)
		x.Set(10, 20)
		s.Done()
	})
	wg.Wait()
}
