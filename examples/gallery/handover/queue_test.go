package handover

import (
	"sync"
	"testing"
)

func TestWork(t *testing.T) {
	q := New()
	var wg sync.WaitGroup
	wg.Go(func() {
		q.Submit(&Job{Name: "wash"})
		q.Submit(&Job{Name: "dry"})
	})
	wg.Go(func() {
		for range 2 {
			q.Work(func(number int, name string) { t.Logf("job %d: %s", number, name) })
		}
	})
	wg.Wait()
}
