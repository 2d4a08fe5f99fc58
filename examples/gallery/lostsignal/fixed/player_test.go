package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestResume(t *testing.T) {
	p := New()
	p.Pause()
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() { p.Play("fugue", s.Done) })
	wg.Go(func() {
		s.Wait(1) // until there is one who has looked
		p.Resume()
	})
	wg.Wait()
	p.Play("gigue", func() { t.Error("there is no pause any more") })
}
