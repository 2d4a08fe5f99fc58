package wire_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

func source(err error, batches ...wire.Batch) wire.Batches {
	return func(yield func(wire.Batch, error) bool) {
		for _, b := range batches {
			if !yield(b, nil) {
				return
			}
		}
		if err != nil {
			yield(wire.Batch{}, err)
		}
	}
}

func head(t wire.Tag, frame, arg uint32) uint64 { return uint64(wire.MakeHead(t, frame, false, arg)) }

// Records that do not fit are errors that say where; the goroutine goes on where it says that it is.
func TestMisfits(t *testing.T) {
	s := &script{prog: program(), text: map[envs.Thread]*strings.Builder{}}
	var problems []string
	d := wire.NewDecoder(program(), source(nil, wire.Batch{Stream: 9, Ended: true, Words: []uint64{
		head(wire.Start, 0, 0), 5, 1, 0,
		head(wire.Block, 7, 1), // of no frame
		head(wire.Enter, 10, fnLeaf),
		head(wire.Block, 10, 2),
		head(wire.Block, 10, 4), // not after 2
		head(wire.Leave, 10, 0),
		head(wire.Enter, 10, fnLocked),
		head(wire.Lock, 10, 3), 1, 1, // without taking it first
		head(wire.Leave, 10, 0),
		head(wire.Enter, 10, 99),
		head(wire.Block, 10, 2),
		head(wire.Leave, 10, 0),
		head(wire.Enter, 10, fnMayPanic),
		head(wire.Leave, 10, 0),
		head(wire.Enter, 10, fnRecurse),
		head(wire.Block, 10, 55),
	}}), wire.Options{Problem: func(err error) { problems = append(problems, err.Error()) }})
	for e, err := range d.Events() {
		require.NoError(t, err)
		s.add(e)
	}
	require.Equal(t, []string{
		"goroutine 5: block 1 in a frame that was not entered",
		"goroutine 5: leaf: no way from op 2 (compute) to op 4 (compute), where the block record says that it is",
		"goroutine 5: locked: no way from op 0 (acquire r0) to op 3 (release r0), where the lock or object record says " +
			"that it is",
		"goroutine 5: enters function 99, which the program does not have",
		"goroutine 5: recurse: no way from op 0 (branch r1) to op 55, which the function does not have, " +
			"where the block record says that it is",
	}, problems)
	require.EqualValues(t, 5, d.Misfits())
	require.Equal(t, "~leaf 0 1 4 5 . ~locked 3 4 . ~mayPanic 0 2 . ~recurse ! $", s.of(1))
}

// A call that enters nothing is not one that called back, and a frame that did not fit has left the call it was in.
func TestCallsBack(t *testing.T) {
	closed := call()
	closed.Callee.Open = false
	prog := tables{
		{Name: "main", Regs: 2, Ops: []envs.Op{closed, call(), op(envs.Compute), call(), op(envs.Return)}},
		{ID: 1, Name: "back", Regs: 2, Ops: []envs.Op{op(envs.Return)}},
	}
	for _, f := range prog {
		for i := range f.Ops {
			f.Ops[i].PC = int32(i)
		}
	}
	back := []uint64{head(wire.Enter, 40, 1|10<<22), head(wire.Leave, 40, 0)} // from a frame that is not known
	words := slices.Concat([]uint64{head(wire.Start, 0, 0), 5, 1, 0, head(wire.Enter, 10, 0)}, back, back,
		[]uint64{head(wire.Block, 10, 1)}, back, []uint64{head(wire.Leave, 10, 0)})
	s := &script{prog: prog, text: map[envs.Thread]*strings.Builder{}}
	d := wire.NewDecoder(prog, source(nil, wire.Batch{Stream: 9, Ended: true, Words: words}), wire.Options{})
	for e, err := range d.Events() {
		require.NoError(t, err)
		s.add(e)
	}
	require.Equal(t, "~main 0 1 ~back 0 . ~back 0 . 1 ~back 0 . 2 3 4 . $", s.of(1))
	require.EqualValues(t, 1, d.Misfits())
}

func TestSourceFails(t *testing.T) {
	cut := errors.New("cut off")
	words := []uint64{head(wire.Enter, 10, fnLeaf)}
	d := wire.NewDecoder(program(), source(cut, wire.Batch{Stream: 1, Words: words}), wire.Options{})
	n := 0
	var failed error
	for _, err := range d.Events() {
		require.NoError(t, failed)
		if failed = err; err == nil {
			n++
		}
	}
	require.Equal(t, cut, failed)
	require.Equal(t, 1, n)
}

// A decoder stops when its user does.
func TestStop(t *testing.T) {
	d := wire.NewDecoder(program(), source(nil, wire.Batch{Stream: 1, Words: []uint64{
		head(wire.Enter, 10, fnLeaf), head(wire.Block, 10, 2), head(wire.Leave, 10, 0)}}), wire.Options{})
	n := 0
	for range d.Events() {
		if n++; n == 2 {
			break
		}
	}
	require.Equal(t, 2, n)
}

// An object of an operation that there is not is told of as any other record that does not fit.
func TestObjectOfNoOperation(t *testing.T) {
	for _, op := range []uint32{55, 1<<32 - 1} {
		problems := 0
		d := wire.NewDecoder(program(), source(nil, wire.Batch{Stream: 1, Words: []uint64{
			head(wire.Enter, 10, fnLeaf), head(wire.Object, 10, op), 77, head(wire.Leave, 10, 0)}}),
			wire.Options{Problem: func(error) { problems++ }})
		require.NoError(t, d.Each(func(*envs.Event) bool { return true }))
		require.NotZero(t, problems)
	}
}

// A goroutine has the number that its Fork gave it; one that was not started ends at once, and one that nobody forked
// is numbered when it appears.
func TestForkNumbers(t *testing.T) {
	fork := func(n uint64, withdrawn bool) []uint64 {
		return []uint64{uint64(wire.MakeHead(wire.Fork, 5, withdrawn, 0)), n}
	}
	start := func(id uint32, from uint64) wire.Batch {
		words := []uint64{uint64(wire.MakeHead(wire.Start, 0, false, 0)), uint64(id) + 100, 1, from}
		return wire.Batch{Stream: id, Words: words, Ended: true}
	}
	ops := []envs.Op{{Kind: envs.Fork}, {Kind: envs.Fork, PC: 1}, {Kind: envs.Return, PC: 2}}
	prog := tables{{Name: "f", Regs: 1, Ops: ops}}
	words := slices.Concat([]uint64{head(wire.Enter, 5, 0)}, fork(1, false), fork(1, true),
		[]uint64{uint64(wire.MakeHead(wire.Fork, 5, false, 1)), 2})
	src := source(nil, wire.Batch{Stream: 1, Words: words}, start(2, 0), start(3, 2))
	d := wire.NewDecoder(prog, src, wire.Options{Threads: 10})
	var got []string
	require.NoError(t, d.Each(func(e *envs.Event) bool {
		got = append(got, fmt.Sprint(e.Kind, " ", e.Thread, " ", e.Obj))
		return true
	}))
	require.Equal(t, []string{
		fmt.Sprint(envs.Enter, " 11 0"), fmt.Sprint(envs.Step, " 11 12"),
		fmt.Sprint(envs.End, " 12 0"), fmt.Sprint(envs.Step, " 11 13"),
		fmt.Sprint(envs.End, " 14 0"), fmt.Sprint(envs.End, " 13 0"),
	}, got)
	require.Zero(t, d.Misfits())
	require.EqualValues(t, 14, d.Threads())
}

// Events do not tell of the group if they do not tell of the Fork.
func TestGroupOfForkNotSelected(t *testing.T) {
	prog := tables{{Name: "f", Regs: 1, Ops: []envs.Op{{Kind: envs.Fork}, {Kind: envs.Return, PC: 1}}}}
	d := wire.NewDecoder(prog, source(nil, wire.Batch{Stream: 1, Words: []uint64{
		head(wire.Enter, 5, 0), head(wire.Object, 5, 0), 77, head(wire.Fork, 5, 0), 1, head(wire.Leave, 5, 0)}}),
		wire.Options{Selects: func(_ *envs.Func, op *envs.Op, _ bool) bool { return op.Kind != envs.Fork }})
	require.NoError(t, d.Each(func(e *envs.Event) bool {
		require.False(t, e.Kind == envs.Step && e.PC == 0, "%+v", *e)
		return true
	}))
	require.Zero(t, d.Misfits())
	require.Equal(t, []int64{1, 1}, d.Executed(0))
}

// The group that the end of a goroutine is told comes after the Fork, though its record is before, and
// is that of one Fork only.
func TestForkOfGroup(t *testing.T) {
	record := func(tag wire.Tag, word uint64) []uint64 {
		return []uint64{uint64(wire.MakeHead(tag, 5, false, 0)), word}
	}
	prog := tables{{Name: "f", Regs: 1, Lists: [][]int32{{0, 2}}, Ops: []envs.Op{
		{Kind: envs.Fork}, {Kind: envs.Branch, PC: 1}, {Kind: envs.Return, PC: 2},
	}}}
	words := slices.Concat([]uint64{head(wire.Enter, 5, 0)},
		record(wire.Object, 0xc000010000), record(wire.Fork, 1), record(wire.Fork, 2))
	d := wire.NewDecoder(prog, source(nil, wire.Batch{Stream: 1, Words: words}), wire.Options{})
	var got []string
	var group uint64
	require.NoError(t, d.Each(func(e *envs.Event) bool {
		if e.Kind == envs.Step && e.PC == 0 {
			if got = append(got, fmt.Sprint(e.Thread, " ", e.Direct)); e.Direct {
				group = e.Obj
			} else {
				got[len(got)-1] += fmt.Sprint(" ", e.Obj)
			}
		}
		return true
	}))
	require.Equal(t, []string{"1 false 2", "1 true", "1 false 3"}, got)
	require.NotZero(t, group)
	require.Zero(t, d.Misfits())
}

// What is signalled and observed keeps its identity until the collector frees it.
func TestIdentities(t *testing.T) {
	signal := func(obj, n uint64) []uint64 { return []uint64{uint64(wire.MakeHead(wire.Signal, 0, true, 0)), obj, n} }
	freed := func(base, mask, size uint64) []uint64 {
		return []uint64{uint64(wire.MakeHead(wire.Heap, uint32(size/8), false, wire.Freed)), base, mask, 1}
	}
	const base = 0xc000010000
	words := slices.Concat(
		signal(base+8, 1), signal(base+8|wire.Reverse, 2), signal(base+24, 3), signal(base+8, 4), // 1, 2, 3, 1
		freed(base, 1<<2, 16), // nothing that is known
		freed(base, 1<<0, 16), // 1 and 2
		signal(base+8, 5), signal(base+24, 6),
		freed(base-8192, 1<<1, 8192), // all of it
	)
	d := wire.NewDecoder(tables{}, source(nil, wire.Batch{Stream: 1, Words: words}), wire.Options{})
	names := map[uint64]int{}
	var got []string
	require.NoError(t, d.Each(func(e *envs.Event) bool {
		if names[e.Obj] == 0 {
			names[e.Obj] = len(names) + 1
		}
		got = append(got, fmt.Sprint(e.Kind == envs.Forget, names[e.Obj]))
		return true
	}))
	require.Equal(t, []string{
		"false 1", "false 2", "false 3", "false 1", "true 1", "true 2", "false 1", "false 3",
		"true 1", "true 2", "true 3", "true 4",
	}, got)
}
