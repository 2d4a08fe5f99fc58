package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/lazyinit"
	"github.com/seed38182bad/parallax/examples/gallery/lazyinit/fixed"
)

func TestLazyInit(t *testing.T) {
	dials(t, &lazyinit.Client{}, func() *lazyinit.Conn { return &lazyinit.Conn{Addr: "here"} })
}

func TestLazyInitFixed(t *testing.T) {
	dials(t, &fixed.Client{}, func() *fixed.Conn { return &fixed.Conn{Addr: "here"} })
}

type client[C any] interface {
	Conn(dial func() C) C
}

// dials asks for the connection twice. Both get the same one.
func dials[C comparable](t *testing.T, c client[C], dial func() C) {
	var got [2]C
	together(
		func() { got[0] = c.Conn(dial) },
		func() { got[1] = c.Conn(dial) },
	)
	if got[0] != got[1] {
		t.Error("there are two connections")
	}
}
