package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A lock is copied where its value goes somewhere. A range over the indices of an array does not look at the array.
func TestLockCopies(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

type T struct {
	mu sync.Mutex
	n  int
}

type U struct{ all [3]T }

var global [4]T

func (u *U) Indices() {
	for i := range u.all {
		u.all[i].n++
	}
	for i := range global {
		global[i].n++
	}
	for range u.all {
		u.all[0].n += len(u.all) + cap(global)
	}
}

func (u *U) Elements() (n int) {
	for _, x := range u.all {
		n += x.n
	}
	return
}

func (u *U) Value() U { return *u }
`)
	copies := func(name string) (n int) {
		for _, op := range p.fn(t, name).Ops {
			if op.Kind == envs.Load && op.Is(envs.Copied) {
				n++
			}
		}
		return n
	}
	require.Zero(t, copies("(*m.U).Indices"))
	require.NotZero(t, copies("(*m.U).Elements"))
	require.Equal(t, 1, copies("(*m.U).Value"))
}
