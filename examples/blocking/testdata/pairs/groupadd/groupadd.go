// Package groupadd counts beside the caller. Wait may return before those who count have added themselves.
package groupadd

import (
	"sync"
	"sync/atomic"
)

type tally struct {
	wg  sync.WaitGroup
	sum atomic.Int64
}

func (t *tally) count(n int64) {
	t.wg.Add(1) // want paths: group-add // whether it comes before Wait is left to the schedule
	defer t.wg.Done()
	t.sum.Add(n)
}

// Sum adds numbers up.
func Sum(numbers ...int64) int64 {
	var t tally
	for _, n := range numbers {
		go t.count(n)
	}
	t.wg.Wait()
	return t.sum.Load()
}
