// Package fixed counts beside the caller. Those who count are added before they start.
package fixed

import (
	"sync"
	"sync/atomic"
)

type tally struct {
	wg  sync.WaitGroup
	sum atomic.Int64
}

func (t *tally) count(n int64) {
	defer t.wg.Done()
	t.sum.Add(n)
}

// Sum adds numbers up.
func Sum(numbers ...int64) int64 {
	var t tally
	for _, n := range numbers {
		t.wg.Add(1)
		go t.count(n)
	}
	t.wg.Wait()
	return t.sum.Load()
}
