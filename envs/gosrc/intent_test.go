package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// What is exported, and what is marked, is told of functions and methods, generic ones and their instances, and of
// nothing else.
func TestIntent(t *testing.T) {
	p := load(t, map[string]string{"a.go": `package a

type t struct{ n int }

// Get is exported, whatever its type is.
func (x *t) Get() int { return x.n }

func (x *t) get() int { return x.n }

//parallax:atomic because of n
func (x *t) marked() { x.n++ }

//parallax:atomical is a slip
func other() { func() {}() }

// Generic is both.
//
//parallax:atomic
func Generic[T any](v T) T { return v }

func use() int { return Generic(1) + Generic(2) }
`})
	got := map[string][2]bool{}
	for id := range p.NumFuncs() {
		if fn := p.Func(envs.FuncID(id)); fn.Atomic || fn.Exported {
			got[fn.Name] = [2]bool{fn.Atomic, fn.Exported}
		}
	}
	require.Equal(t, map[string][2]bool{
		"(*m.t).Get": {false, true}, "(*m.t).marked": {true, false}, "m.Generic": {true, true},
	}, got)
}
