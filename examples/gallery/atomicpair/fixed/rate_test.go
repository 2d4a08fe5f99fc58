package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestPercent(t *testing.T) {
	var r Rate
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		r.Hit(func() {
			s.Done()
			s.Try(2) // nobody can ask meanwhile
		})
		r.Miss()
	})
	wg.Go(func() {
		s.Wait(1)
		defer s.Done()
		defer func() {
			if v := recover(); v != nil {
				t.Error("it panicked")
			}
		}()
		t.Logf("%d percent", r.Percent())
	})
	wg.Wait()
}
