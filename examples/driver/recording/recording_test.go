package recording

import (
	"bytes"
	"errors"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

var event = rapid.Custom(func(t *rapid.T) envs.Event {
	ev := envs.Event{
		Kind:   rapid.SampledFrom([]envs.EventKind{envs.Step, envs.Enter, envs.Leave, envs.End, envs.Fault}).Draw(t, "kind"),
		Done:   rapid.Bool().Draw(t, "done"),
		Direct: rapid.Bool().Draw(t, "direct"),
		Thread: envs.Thread(rapid.Int64Range(0, math.MaxInt64).Draw(t, "thread")),
		Obj:    rapid.Uint64().Draw(t, "obj"),
	}
	switch ev.Kind {
	case envs.Step:
		ev.PC = rapid.Int32Range(0, math.MaxInt32).Draw(t, "pc")
	case envs.Enter:
		ev.Func = envs.FuncID(rapid.Int32Range(0, math.MaxInt32).Draw(t, "func"))
	case envs.Fault:
		ev.Func = envs.FuncID(rapid.Int32Range(0, math.MaxInt32).Draw(t, "func"))
		ev.PC = rapid.Int32Range(0, math.MaxInt32).Draw(t, "pc")
		ev.Check = rapid.Int32Range(0, 3).Draw(t, "check")
		for range rapid.IntRange(0, 3).Draw(t, "values") {
			k := rapid.SampledFrom(append(machine.Kinds(), machine.NoKind)).Draw(t, "kind of value")
			ev.Values = append(ev.Values, k.Bitwise(rapid.Uint64().Draw(t, "value")))
		}
	}
	return ev
})

// write makes a file of the runs.
func write(t require.TestingT, runs [][]envs.Event) []byte {
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Sort: "plx", Name: "x", Fingerprint: "f"})
	require.NoError(t, err)
	for i, run := range runs {
		require.NoError(t, w.Begin(string(rune('a'+i))))
		for i := range run {
			require.NoError(t, w.Event(&run[i]))
		}
		require.NoError(t, w.End(RunEnd{Exit: i}))
	}
	require.NoError(t, w.Close(false))
	return b.Bytes()
}

// read gives the runs that can be read, with the error that ended it.
func read(file []byte) (runs [][]envs.Event, err error) {
	r, err := NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	for {
		run, err := r.Next()
		if err != nil || run == nil {
			return runs, err
		}
		runs = append(runs, nil)
		for ev, err := range run.Events() {
			if err != nil {
				return runs, err
			}
			runs[len(runs)-1] = append(runs[len(runs)-1], ev)
		}
		if run.End().Events != int64(len(runs[len(runs)-1])) {
			return runs, errors.New("the number of events is wrong")
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.SliceOfN(rapid.SliceOfN(event, 1, 50), 0, 4).Draw(t, "runs")
		got, err := read(write(t, runs))
		require.NoError(t, err)
		require.Equal(t, len(runs), len(got))
		for i := range runs {
			require.Equal(t, runs[i], got[i])
		}
	})
}

func TestOldVersion(t *testing.T) {
	file := write(t, nil)
	file[7]--
	_, err := NewReader(bytes.NewReader(file))
	require.EqualError(t, err, "byte 4: the file has version 2 of the format, want 3: record again")
}

// Code without branches takes a byte for each operation.
func TestStraightOn(t *testing.T) {
	var run []envs.Event
	for range 100 {
		run = append(run, envs.Event{Kind: envs.Enter, Thread: 1, Func: 5})
		for pc := range int32(50) {
			run = append(run, envs.Event{Kind: envs.Step, Thread: 1, PC: pc})
		}
		run = append(run, envs.Event{Kind: envs.Leave, Thread: 1})
	}
	file := write(t, [][]envs.Event{run})
	got, err := read(file)
	require.NoError(t, err)
	require.Equal(t, run, got[0])
	require.Less(t, len(file)-len(write(t, [][]envs.Event{{}})), len(run)*21/20)
}

func TestManySections(t *testing.T) {
	run := make([]envs.Event, 100_000)
	for i := range run {
		run[i] = envs.Event{Kind: envs.Step, Thread: envs.Thread(1 + i/1000%3), PC: int32(i * 7 % 1000)}
	}
	file := write(t, [][]envs.Event{run})
	require.Less(t, len(file), 4*len(run), "a step of the same thread takes less than four bytes")
	require.Greater(t, len(file), 2*sectionSize)
	got, err := read(file)
	require.NoError(t, err)
	require.Equal(t, run, got[0])
}

// A damaged byte or a cut anywhere is noticed, and what was read before is the
// beginning of what was written.
func TestDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.SliceOfN(rapid.SliceOfN(event, 1, 20), 1, 3).Draw(t, "runs")
		file := write(t, runs)
		at := rapid.IntRange(0, len(file)-1).Draw(t, "at")
		if rapid.Bool().Draw(t, "cut") {
			file = file[:at]
		} else {
			file[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		}
		got, err := read(file)
		var e *Error
		require.ErrorAs(t, err, &e)
		require.LessOrEqual(t, e.Offset, int64(at), "the place is told")
		require.LessOrEqual(t, len(got), len(runs))
		for i := range got {
			require.LessOrEqual(t, len(got[i]), len(runs[i]))
			for j := range got[i] {
				require.Equal(t, runs[i][j], got[i][j])
			}
		}
	})
}

func TestSkippedRun(t *testing.T) {
	file := write(t, [][]envs.Event{{{Thread: 1, PC: 3}, {Thread: 1, PC: 4}}, {{Thread: 2, PC: 5}}})
	r, err := NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	first, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, "a", first.Name)
	second, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, "b", second.Name)
	last, err := r.Next()
	require.NoError(t, err)
	require.Nil(t, last)
	require.Equal(t, &FileEnd{Runs: 2}, r.End())
	require.Equal(t, 1, second.End().Exit)
}

func FuzzReader(f *testing.F) {
	f.Add(write(f, [][]envs.Event{{{Thread: 1, PC: 3}}}))
	f.Fuzz(func(t *testing.T, file []byte) { read(file) })
}

func BenchmarkWriteRead(b *testing.B) {
	run := make([]envs.Event, 100_000)
	for i := range run {
		run[i] = envs.Event{Kind: envs.Step, Thread: 1, PC: int32(i % 100)}
	}
	file := write(b, [][]envs.Event{run})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			w, err := NewWriter(io.Discard, Header{})
			for i := range run {
				err = w.Event(&run[i])
			}
			if err != nil || w.Close(false) != nil {
				b.Fatal("cannot write")
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(run)), "ns/event")
		b.ReportMetric(float64(len(file))/float64(len(run)), "bytes/event")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			n := 0
			r, err := NewReader(bytes.NewReader(file))
			require.NoError(b, err)
			x, err := r.Next()
			require.NoError(b, err)
			for range x.Events() {
				n++
			}
			require.Equal(b, len(run), n)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(run)), "ns/event")
	})
}
