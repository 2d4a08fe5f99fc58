package handover

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestWork(t *testing.T) {
	q := New()
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		q.Submit("wash", func() int {
			s.Wait(1) // until the job is being done
			return 7
		})
	})
	wg.Go(func() {
		q.Work(func(number int, name string) {
			if number != 0 {
				t.Errorf("%s has the number %d, want 0", name, number)
			}
			s.Done()
		})
	})
	wg.Wait()
}
