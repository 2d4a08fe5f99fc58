package callees

import (
	"sync"
	"testing"
)

func TestCounter(t *testing.T) {
	c := new(Counter)
	changes := 0
	c.Changed = func() { changes++ } // want paths: data-race // false: others may call what an exported field holds
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				c.Once()
				c.Twice()
				c.Thrice()
				c.Methods()
				c.Read()
				c.Set(1)
				c.Unlocked()
				c.Lose()
				c.All()
				Spread()
			}
		})
	}
	wg.Wait()
}
