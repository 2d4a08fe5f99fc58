package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/lostsignal"
	"github.com/seed38182bad/parallax/examples/gallery/lostsignal/fixed"
)

func TestLostSignal(t *testing.T) { resumes(t, lostsignal.New()) }

func TestLostSignalFixed(t *testing.T) { resumes(t, fixed.New()) }

type player[T any] interface {
	Pause()
	Resume()
	Play(track T, idle func())
}

// resumes ends a pause, in which a track is to be played. It is.
func resumes[T ~string](t *testing.T, p player[T]) {
	p.Pause()
	waits := 0
	together(
		func() { p.Play("one", func() { waits++ }) },
		p.Resume,
	)
	if waits > 1 {
		t.Errorf("it has waited %d times", waits)
	}
}
