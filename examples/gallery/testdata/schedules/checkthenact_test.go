package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/checkthenact"
	"github.com/seed38182bad/parallax/examples/gallery/checkthenact/fixed"
)

func TestCheckThenAct(t *testing.T) {
	opens(t, checkthenact.New(), func(user string) *checkthenact.Session { return &checkthenact.Session{User: user} })
}

func TestCheckThenActFixed(t *testing.T) {
	opens(t, fixed.New(), func(user string) *fixed.Session { return &fixed.Session{User: user} })
}

type sessions[S any] interface {
	Get(user string, open func(user string) S) S
}

// opens asks for the session of a user twice. Both get the same one.
func opens[S comparable](t *testing.T, s sessions[S], open func(user string) S) {
	var got [2]S
	together(
		func() { got[0] = s.Get("ada", open) },
		func() { got[1] = s.Get("ada", open) },
	)
	if got[0] != got[1] {
		t.Error("there are two sessions of one user")
	}
}
