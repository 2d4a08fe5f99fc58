package wire_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// An atomic operation is told of with the order that it makes, and not with what it accesses. That record may come long
// before, and others may access the same between the two. One that makes no order is told of by the next record, or in
// the end.
func TestAtomicIsOneStep(t *testing.T) {
	prog := tables{{Name: "f", Regs: 1, Ops: []envs.Op{
		{Kind: envs.Atomic}, {Kind: envs.Load, PC: 1}, {Kind: envs.Load, Flags: envs.Volatile, PC: 2},
		{Kind: envs.Store, Flags: envs.Volatile, PC: 3}, {Kind: envs.Return, PC: 4},
	}}}
	object := func(op uint32) []uint64 { return []uint64{head(wire.Object, 5, op), 0xc000010000} }
	order := func(tag wire.Tag, flag bool, n uint64) []uint64 {
		return []uint64{uint64(wire.MakeHead(tag, 0, flag, 0)), 0xc000010000, n}
	}
	enter := []uint64{head(wire.Enter, 5, 0)}
	batch := func(stream uint32, words []uint64) wire.Batch { return wire.Batch{Stream: stream, Words: words} }
	d := wire.NewDecoder(prog, source(nil,
		batch(1, enter), batch(2, enter),
		batch(1, object(0)), batch(2, object(0)), // both are about to
		batch(2, order(wire.Observe, true, 1)), batch(1, order(wire.Observe, true, 2)), // the second one is first
		batch(1, object(1)), // no atomic operation: at once
		batch(1, object(2)), batch(2, object(1)), batch(1, order(wire.Observe, false, 3)),
		batch(1, object(3)), batch(1, order(wire.Signal, true, 4)), batch(1, []uint64{head(wire.Leave, 5, 0)}),
		batch(2, object(2)), batch(2, object(3)),
	), wire.Options{})
	var got []string
	require.NoError(t, d.Each(func(e *envs.Event) bool {
		switch e.Kind {
		case envs.Step:
			got = append(got, fmt.Sprintf("%d:%d", e.Thread, e.PC))
		case envs.Observe:
			got = append(got, fmt.Sprintf("%d hears", e.Thread))
		case envs.Signal:
			got = append(got, fmt.Sprintf("%d tells", e.Thread))
		}
		return true
	}))
	require.Equal(t, []string{
		"2 hears", "2:0", "2 tells", "1 hears", "1:0", "1 tells",
		"1:1", "2:1", "1 hears", "1:2", "1:3", "1 tells", "1:4", "2:2", "2:3",
	}, got)
	require.Zero(t, d.Misfits())
}
