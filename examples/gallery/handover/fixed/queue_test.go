package fixed

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
			s.Try(1) // nobody has the job yet
			return 7
		})
	})
	wg.Go(func() {
		q.Work(func(number int, name string) {
			if number != 7 {
				t.Errorf("%s has the number %d, want 7", name, number)
			}
			s.Done()
		})
	})
	wg.Wait()
}
