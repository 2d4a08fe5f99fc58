package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestGet(t *testing.T) {
	sessions := New()
	s := stage.New(t)
	var got [2]*Session
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			got[i] = sessions.Get("ada", func(user string) *Session {
				s.Done()
				s.Wait(2) // until both have found none
				return &Session{User: user}
			})
		})
	}
	wg.Wait()
	if got[0] != got[1] {
		t.Error("there are two sessions of one user")
	}
}
