// Package ends is initialised by several goroutines, which end.
package ends

import (
	"os"
	"sync"
	"testing"
)

var n = func() (n int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	wg.Wait()
	return n
}()

var text, err = os.ReadFile("ends_test.go")

func TestSet(t *testing.T) {
	if n++; n != 4 || err != nil {
		t.Error(n, err)
	}
}

// TestFolder leaves another folder and other variables of the environment where it has a deadlock.
func TestFolder(t *testing.T) {
	if n != 3 || err != nil || os.Getenv("KEPT_ENDS") != "" {
		t.Error(n, err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("KEPT_ENDS", "set")
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
	wg.Go(func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() })
	wg.Wait()
}
