package lostsignal

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestPlay(t *testing.T) {
	p := New()
	p.Play("prelude", func() { t.Error("there is no pause") })
}

func TestResume(t *testing.T) {
	p := New()
	p.Pause()
	s := stage.New(t)
	played := make(chan bool, 1)
	go func() {
		p.Play("fugue", func() {
			s.Done()
			s.Wait(2) // until there is no pause any more
		})
		played <- true
	}()
	s.Wait(1)
	p.Resume()
	s.Done()
	p.mu.Lock() // when he waits
	defer p.mu.Unlock()
	if len(played) > 0 {
		t.Error("it was played: nobody has to wait")
	}
}
