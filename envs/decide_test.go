package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// What a branch decides: what is on one of its ways only, or left out on one, but not what is left out if something
// throws.
func TestControl(t *testing.T) {
	p, err := ir.Parse("p.plx", `
var x
var y
var z
var q
func calls() { x = 1 }
func throws(n) {
	if n { throw 1 }
	y = 1
}
func main() {
	try {
		if nondet { calls() }
		x = 2
	} catch e { skip }
	if nondet { y = 2 }
	z = 2
	while nondet { q = 2 }
	z = 3
}
`)
	require.NoError(t, err)
	decided := func(name string, line, by int) bool {
		fn := p.Func(envs.FuncID(0))
		for id := range p.NumFuncs() {
			if f := p.Func(envs.FuncID(id)); f.Name == name {
				fn = f
			}
		}
		var k envs.Controls
		found, is := false, false
		for b := range fn.Ops {
			for at := range fn.Ops {
				if fn.Ops[b].Kind == envs.Branch && fn.Ops[at].Kind == envs.Store &&
					p.Position(envs.At(fn.ID, int32(b))).Line == by && p.Position(envs.At(fn.ID, int32(at))).Line == line {
					found, is = true, is || k.MayDecide(fn, int32(b), int32(at))
				}
			}
		}
		require.True(t, found, "%s has a branch in line %d and a store in line %d", name, by, line)
		return is
	}
	require.True(t, decided("throws", 9, 8), "it is left out if the branch leads to a throw")
	require.False(t, decided("main", 14, 13), "only an exception of the call leaves it out")
	require.True(t, decided("main", 16, 16))
	require.False(t, decided("main", 17, 16))
	require.True(t, decided("main", 18, 18))
}
