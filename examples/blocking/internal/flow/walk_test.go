package flow_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

const walks = `package p

func mark() {}

func some(b bool) bool { return !b }

func always() { mark(); if some(true) { return } }

func never() { if some(true) { return }; panic(1); mark() }

func flag() {
	marked := false
	if some(true) {
		mark()
		marked = true
	}
	if !marked {
		mark()
	}
}

func twice() {
	bad := some(true)
	if bad {
		mark()
	}
	some(bad)
	if !bad {
		mark()
	}
}

func chosen(c, d chan int) {
	select {
	case <-c:
	case <-d:
		mark()
		return
	}
	mark()
}

func deferred() {
	if some(true) {
		defer mark()
	} else {
		mark()
	}
}

func copied() {
	var q *int
	if some(true) {
		q = new(int)
		mark()
	}
	if q == nil {
		mark()
	}
}

func later() {
	if some(true) {
		defer mark()
	}
	some(false)
}

func given() {
	bad := some(true)
	if bad {
		mark()
	}
	some(false)
	if bad {
		mark()
	}
}

func sometimes() {
	if some(true) {
		mark()
	}
}
`

// Walk leaves out paths that decide in two ways what they ask twice, and those that end the program.
func TestWalk(t *testing.T) {
	prog := gotext.Load(t, walks)
	f := flow.New(prog)
	got := map[string]string{}
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		marks := map[string]bool{}
		w := flow.Walk[int]{Flow: f, Func: fn, Step: func(op *envs.Op, n int) (int, bool) {
			if op.Kind == envs.Return {
				marks[fmt.Sprint(n)] = true
			}
			if op.Kind == envs.Call && op.Callee.Name == "mark" {
				n++
			}
			return n, true
		}}
		require.True(t, w.From(0, 0))
		got[strings.TrimPrefix(fn.Name, "p.")] = strings.Join(slices.Sorted(maps.Keys(marks)), " ")
	}
	for name, want := range map[string]string{"always": "1", "never": "0", "flag": "1", "twice": "1", "chosen": "1",
		"deferred": "1", "sometimes": "0 1", "copied": "1", "later": "0 1", "given": "0 2"} {
		require.Equal(t, want, got[name], name)
	}
}

// A Walk that begins behind a Defer does not know whether that was executed. It knows what it is told.
func TestWalkFrom(t *testing.T) {
	prog := gotext.Load(t, walks)
	f := flow.New(prog)
	marks := func(fn *envs.Func, from int32, known ...envs.Condition) []int {
		var got []int
		w := flow.Walk[int]{Flow: f, Func: fn, Step: func(op *envs.Op, n int) (int, bool) {
			if op.Kind == envs.Call && op.Callee.Name == "mark" {
				n++
			}
			if op.Kind == envs.Return {
				got = append(got, n)
			}
			return n, true
		}}
		require.True(t, w.From(from, 0, known...))
		slices.Sort(got)
		return slices.Compact(got)
	}
	fn := gotext.Func(t, prog, "p.later")
	last := int32(0)
	for i, op := range fn.Ops {
		if op.Kind == envs.Call && op.Callee.Name == "some" {
			last = int32(i)
		}
	}
	require.Equal(t, []int{0, 1}, marks(fn, last))

	fn = gotext.Func(t, prog, "p.given")
	require.Equal(t, []int{0, 2}, marks(fn, 0))
	first := slices.IndexFunc(fn.Ops, func(op envs.Op) bool { return op.Kind == envs.Branch })
	for way, want := range []int{2, 0} {
		require.Equal(t, []int{want}, marks(fn, int32(first), prog.Detail(envs.At(fn.ID, int32(first))).On[way]...))
	}
}
