package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestEdit(t *testing.T) {
	var x Text
	s := stage.New(t)
	var wg sync.WaitGroup
	for _, letter := range []string{"a", "b"} {
		wg.Go(func() {
			x.Edit(func(text string) string { return text + letter }, func(string) {
				s.Done()
				s.Wait(2) // until both have read, and will write
			})
		})
	}
	wg.Wait()
	if text := x.String(); len(text) != 2 {
		t.Errorf("the text is %q: want both letters", text)
	}
}
