package trace

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// byHand makes a block as the documentation of the format has it.
func byHand(kind byte, run, events uint32, first uint64, contents []byte) []byte {
	b := []byte{0xd7, 'b', 'l', 'k', kind, 0, 0, 0}
	b = binary.LittleEndian.AppendUint32(b, run)
	b = binary.LittleEndian.AppendUint32(b, events)
	b = binary.LittleEndian.AppendUint64(b, first)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(contents)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(contents, crc32.MakeTable(crc32.Castagnoli)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
	return append(b, contents...)
}

func def(sort byte, fields ...any) []byte {
	var b []byte
	for _, f := range fields {
		switch f := f.(type) {
		case int:
			b = append(b, byte(f))
		case string:
			b = append(b, f...)
		}
	}
	return append([]byte{sort, byte(len(b))}, b...)
}

// A small file, byte for byte.
func TestFormat(t *testing.T) {
	const text = "A|acq(l)|1\nA|w(x)|2\nB|w(x)|2\nA|fork(C)|3\nA|rel(l)|-1\n"
	r, err := NewReader(bytes.NewReader([]byte(text)), "t", Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	var got bytes.Buffer
	w, err := NewWriter(&got, r.Program(), nil)
	require.NoError(t, err)
	require.NoError(t, w.Begin("r"))
	require.NoError(t, run.Each(func(ev *envs.Event) bool { return w.Event(ev) == nil }))
	require.NoError(t, w.End(RunEnd{}))
	require.NoError(t, w.Close(false))

	const load, store, acquire, release, forkKind = 6, 7, 9, 11, 14
	require.Equal(t, []envs.Kind{load, store, acquire, release, forkKind},
		[]envs.Kind{envs.Load, envs.Store, envs.Acquire, envs.Release, envs.Fork})
	defs := slices.Concat(
		def('s', 0, "A"), def('t', 1, 0), // thread 1 is A
		def('s', 1, "thread"), def('s', 2, "t"),
		def('f', 0, 1, 1, 1, 0, 0, 2, 0, 0, 0, 0, 0), // a root, 1 register, at t:0, without operations so far
		def('s', 3, "l"), def('s', 4, ""),
		def('p', 0, 2, 0, 3, 4, 3), // a global l
		def('o', 0, 0, 0, acquire, 64, 0, 0, 0, 0, 0, 1, 0, 2, 2, 0, 0, 1, 0), // line 1 as a varint is 2
		def('s', 5, "x"), def('l', 0, 2, 6, 5), // a global variable
		def('o', 1, 0, 1, store, 0, 0, 0, 0, 0, 1, 0, 0, 2, 4, 0, 0, 1, 0),
		def('s', 6, "B"), def('t', 2, 6),
		def('c', 0, 1, 0, 0, 0, 1, 0, 0),                                      // thread, which is function 0
		def('o', 2, 0, 2, forkKind, 0, 0, 0, 0, 0, 0, 0, 1, 2, 6, 0, 0, 3, 0), // it forks thread 3 first
		def('s', 7, "C"), def('t', 3, 7),
		def('o', 3, 0, 3, release, 0, 0, 0, 0, 0, 0, 1, 0, 2, 1, 0, 0, 1, 0), // line -1
		def('q', 0, 1), // accesses are in order, as in any text
	)
	events := []byte{
		0,          // no thread had frames
		0xc0, 1, 0, // A enters function 0
		0b0_0_00_00_00, // operation 0, +0
		0b0_0_00_00_10, // +1
		0xc0, 2, 0,     // B enters function 0
		0b0_0_00_00_10,    // +1 for B, to operation 1
		0b0_1_00_00_10, 1, // A again, operation 2
		0b0_0_00_00_10, // operation 3
	}
	want := slices.Concat(
		[]byte("plxt\x00\x00\x00\x04"),
		byHand('H', 0, 0, 0, []byte("null")),
		byHand('R', 1, 0, 0, []byte("r")),
		byHand('D', 1, 0, 0, defs),
		byHand('E', 1, 7, 0, events),
		byHand('X', 1, 0, 7, []byte(`{"exit":0,"events":7}`)),
		byHand('Z', 0, 0, 7, []byte(`{"runs":1}`)),
	)
	require.Equal(t, want, got.Bytes())
}

// later is a file with what this version does not know.
func later() []byte {
	defs := slices.Concat(
		def('s', 0, "f"), def('y', 0, 1, 2, 3), // a sort of definition
		def('f', 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9), // with more fields
		def('o', 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7),
	)
	events := []byte{
		0,
		0xc0, 1, 0,
		0x87, 55, 3, 1, 2, 3, // an event of sort 55
		0b0_0_00_00_00,
		0x85, 99, 0, 2, 0, 0, 0, 0, 0, // one of kind 99
		0b0_0_00_00_00,
	}
	return slices.Concat(
		[]byte(magic), byHand('H', 0, 0, 0, []byte("{}")), byHand('R', 1, 0, 0, []byte("r")),
		byHand('D', 1, 0, 0, defs), byHand('E', 1, 5, 0, events),
		byHand('X', 1, 0, 5, []byte(`{}`)), byHand('Q', 0, 0, 5, []byte("??")), byHand('Z', 0, 0, 5, []byte(`{"runs":1}`)),
	)
}

// What is of a later version of the format is told where it must be, and passed over.
func TestLater(t *testing.T) {
	read := func(opts Options) (got []envs.Event, r *Reader, err error) {
		r, err = NewReader(bytes.NewReader(later()), "f", opts)
		require.NoError(t, err)
		run, err := r.Next()
		require.NoError(t, err)
		for ev, err := range run.Events() {
			if err != nil {
				return got, r, err
			}
			got = append(got, ev)
		}
		last, err := r.Next()
		require.Nil(t, last)
		return got, r, err
	}
	enter, step := envs.Event{Kind: envs.Enter, Thread: 1}, envs.Event{Thread: 1}
	at := bytes.Index(later(), []byte{0x87, 55})
	got, _, err := read(Options{})
	require.Equal(t, &Error{File: "f", Offset: int64(at),
		Msg: "an event of sort 55: it is of a later version of the format"}, err)
	require.Equal(t, []envs.Event{enter}, got)

	var problems []string
	got, r, err := read(Options{Lenient: true, Problem: func(err error) { problems = append(problems, err.(*Error).Msg) }})
	require.NoError(t, err)
	require.Equal(t, []envs.Event{enter, step, step}, got)
	require.EqualValues(t, 2, r.Skipped())
	require.Equal(t, []string{
		"an event of sort 55: it is of a later version of the format",
		"an event of kind 99, want one below 10: it is of a later version of the format",
		`a block of kind 'Q', which is not known: it is of a later version of the format`,
	}, problems)
}

// The numbers of kinds are part of the format: if one of these changes, the version has to.
func TestNumbers(t *testing.T) {
	var ops []string
	for k := range envs.NumKinds {
		ops = append(ops, k.String())
	}
	require.Equal(t, "nop const move compute new addr load store atomic acquire tryacquire release wait notify fork "+
		"join send receive "+
		"close call defer return throw catch branch switch jump", strings.Join(ops, " "))
	require.Equal(t, []envs.EventKind{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []envs.EventKind{
		envs.Step, envs.Enter, envs.Leave, envs.End, envs.Fault, envs.Signal, envs.Observe, envs.Forget,
		envs.Await, envs.Halt, envs.NumEventKinds,
	})
	require.Equal(t, []envs.Flags{1, 2, 4, 8, 16, 32, 64, 128, 16, 128}, []envs.Flags{
		envs.Shared, envs.Local, envs.Volatile, envs.Handover, envs.Negated, envs.Skippable, envs.Reentrant, envs.Chosen,
		envs.Split, envs.Part,
	})
	require.Equal(t, []envs.LocClass{0, 1, 2, 3}, []envs.LocClass{envs.Field, envs.Elem, envs.Global, envs.Cell})
	require.Equal(t, []envs.Root{0, 1, 2}, []envs.Root{envs.AtReg, envs.AtParam, envs.AtGlobal})
	require.Equal(t, []machine.Kind{0, 1, 2, 3, 4, 5, 6, 7, 8}, append([]machine.Kind{machine.NoKind}, machine.Kinds()...))
}

// All fields are written. One that is new has to be written too, but for what is declared of locks (Contract, Declared,
// Leads). That is no fact of a run, and whoever holds a run to it has the sources.
func TestFields(t *testing.T) {
	for of, want := range map[reflect.Type]string{
		reflect.TypeFor[envs.Event]():  "Kind Done Direct Func PC Thread Obj Failure",
		reflect.TypeFor[envs.Op]():     "Kind Flags Results PC Dst To Handler Deferred Uses Loc Path Callee",
		reflect.TypeFor[envs.Func]():   "ID Name Ops Regs Params Lists Results Strict Atomic Exported Contract RegNames",
		reflect.TypeFor[envs.Loc]():    "Class Name Final Apart Variable Unbuffered Declared Leads",
		reflect.TypeFor[envs.Path]():   "Root Reg Global Steps Text Within",
		reflect.TypeFor[envs.Callee](): "Name Full Funcs Open Still Quiet Args Own FirstArg",
	} {
		var names []string
		for i := range of.NumField() {
			names = append(names, of.Field(i).Name)
		}
		require.Equal(t, want, strings.Join(names, " "), "%v", of)
	}
}
