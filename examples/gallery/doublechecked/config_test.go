package doublechecked

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestConfig(t *testing.T) {
	var service Service
	s := stage.New(t)
	load := func() *Config { return &Config{Verbose: true} }
	var wg sync.WaitGroup
	wg.Go(func() {
		service.Config(load)
		s.Done()
	})
	wg.Go(func() {
		s.Wait(1) // until there is one
		if !service.Config(load).Verbose {
			t.Error("the configuration was found before it was loaded")
		}
	})
	wg.Wait()
}
