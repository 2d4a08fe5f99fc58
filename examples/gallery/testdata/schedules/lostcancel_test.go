package schedules

import (
	"errors"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/lostcancel"
	"github.com/seed38182bad/parallax/examples/gallery/lostcancel/fixed"
)

func TestLostCancel(t *testing.T) {
	works(t, func(l lease, beats <-chan lostcancel.Beat, work func() error) error {
		return lostcancel.Work(l, beats, work)
	})
}

func TestLostCancelFixed(t *testing.T) {
	works(t, func(l lease, beats <-chan fixed.Beat, work func() error) error { return fixed.Work(l, beats, work) })
}

// A lease notes whether it is released.
type lease struct{ released chan bool }

func (l lease) Renew()   {}
func (l lease) Release() { close(l.released) }

// works fails while somebody holds a lease, who may have to renew it. It is released.
func works[B any](t *testing.T, work func(l lease, beats <-chan B, work func() error) error) {
	l := lease{make(chan bool)}
	beats := make(chan B, 1)
	failed := errors.New("failed")
	together(
		func() { beats <- *new(B) },
		func() {
			if err := work(l, beats, func() error { return failed }); !errors.Is(err, failed) {
				t.Errorf("the error is %v, want that of the work", err)
			}
		},
	)
	<-l.released
}
