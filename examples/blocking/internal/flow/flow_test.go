package flow_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

const text = `package p

func nested(c chan int, all []int) int {
	for range all {
		for {
			n := <-c                 // 6
			if n > 3 {               // 7
				break
			}
			if n < 0 {               // 10
				return n
			}
			if n == 2 {              // 13
				panic(n)
			}
		}
	}
	return <-c                       // 18
}
`

// The innermost loop around line 6 ends by the branches of lines 7 and 10. What panics is no way out.
func TestLoop(t *testing.T) {
	prog := gotext.Load(t, text)
	fn := gotext.Func(t, prog, "p.nested")
	at := func(line int, kind envs.Kind) int32 {
		return int32(slices.IndexFunc(fn.Ops, func(op envs.Op) bool {
			return op.Kind == kind && prog.Position(envs.At(fn.ID, op.PC)).Line == line
		}))
	}
	f := flow.New(prog)
	outer, inner, last := at(6, envs.Branch), at(6, envs.Receive), at(18, envs.Receive) // a range has the line of its body
	require.Equal(t, []int32{at(7, envs.Branch), at(10, envs.Branch)}, f.WaysOut(fn, inner))
	in := f.Loop(fn, inner)
	require.True(t, in(inner))
	require.True(t, in(at(13, envs.Branch)))
	require.False(t, in(outer))
	require.False(t, in(last))
	require.Equal(t, []int32{outer, at(10, envs.Branch)}, f.WaysOut(fn, outer))
	require.Empty(t, f.WaysOut(fn, last))

	require.True(t, f.Passes(fn, outer, last))
	require.False(t, f.Passes(fn, inner, last), "the list may be empty")
	require.True(t, f.Passes(fn, inner, at(7, envs.Branch)))
	require.True(t, f.Leads(fn, inner, inner))
	require.False(t, f.Leads(fn, last, last))
	require.True(t, f.Comes(fn, inner, inner, func(int32) bool { return false }))
}

// Control passes an operation if it does not come to another one without that.
func TestPasses(t *testing.T) {
	for _, text := range []string{text, walks} {
		prog := gotext.Load(t, text)
		f := flow.New(prog)
		for id := range envs.FuncID(prog.NumFuncs()) {
			fn := prog.Func(id)
			for by := range int32(len(fn.Ops)) {
				for to := range int32(len(fn.Ops)) {
					want := by != to && !f.Comes(fn, 0, to, func(pc int32) bool { return pc == by })
					require.Equal(t, want, f.Passes(fn, by, to), "%s: %d to %d", fn.Name, by, to)
				}
			}
		}
	}
}
