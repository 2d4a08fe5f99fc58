package basic

import (
	"expvar"
	"flag"
	"math/rand"
	"sync"
	"sync/atomic"
	"testing"
)

// These are what TestVariables finds as package initialisation leaves it.
var (
	calls   atomic.Int32
	once    sync.Once
	mu      sync.Mutex
	seen    = map[string]int{"init": 1}
	list    = []int{1, 2, 3}
	drawn   = rand.Int()
	word    = flag.String("word", "none", "a word")
	counter = expvar.NewInt("basic.counter")
	lots    [100]int
	pointer = &struct{ n int }{7}
)

func init() { seen["more"] = len(list) }

// TestVariables changes package variables, and leaves a goroutine with a lock of the package.
func TestVariables(t *testing.T) {
	ran := false
	once.Do(func() { ran = true })
	if n := calls.Add(1); n != 1 || !ran || len(seen) != 2 || list[0] != 1 || *word != "none" || lots[50] != 0 ||
		pointer.n != 7 || counter.Value() != 0 {
		t.Error("another execution was here")
	}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			seen[string(rune('a'+i))] = drawn
			lots[50]++
		})
	}
	wg.Wait()
	list[0], pointer.n = 9, 9
	flag.Set("word", "another")
	counter.Add(1)
	pointer = nil
	go func() {
		mu.Lock()
		select {}
	}()
}
