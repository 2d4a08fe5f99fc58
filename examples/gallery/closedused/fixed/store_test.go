package fixed

import (
	"strings"
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestPut(t *testing.T) {
	x := New()
	s := stage.New(t)
	encode := func(text Text) Text {
		s.Done()
		s.Wait(2) // until the store is closed
		return Text(strings.ToUpper(string(text)))
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				t.Error("it panicked")
			}
		}()
		x.Put("key", "text", encode)
	})
	wg.Go(func() {
		s.Wait(1)
		x.Close()
		s.Done()
	})
	wg.Wait()
}
