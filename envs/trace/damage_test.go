package trace_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// plausible is a run in which all fits: threads enter and leave functions of made, and the
// object of each step is its own.
func plausible(t *rapid.T, n int) []envs.Event {
	var run []envs.Event
	stacks := map[envs.Thread][]envs.FuncID{}
	for i := range n {
		th := envs.Thread(rapid.IntRange(1, 4).Draw(t, "thread"))
		s := stacks[th]
		switch c := rapid.IntRange(0, 9).Draw(t, "what"); {
		case len(s) == 0 || c == 8:
			fn := rapid.SampledFrom([]envs.FuncID{0, 1, 300}).Draw(t, "func")
			stacks[th] = append(s, fn)
			run = append(run, envs.Event{Kind: envs.Enter, Thread: th, Func: fn})
		case c == 9:
			stacks[th] = s[:len(s)-1]
			run = append(run, envs.Event{Kind: envs.Leave, Thread: th})
		default:
			run = append(run, envs.Event{Thread: th, PC: rapid.Int32Range(0, 6).Draw(t, "pc"), Obj: uint64(i + 1)})
		}
	}
	return run
}

// inBlocks is file with a few events in each block. It says how many bytes come before the
// runs.
func inBlocks(t require.TestingT, runs [][]envs.Event, size int) (file []byte, head int) {
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, newMade(), nil)
	require.NoError(t, err)
	head = b.Len()
	for i, run := range runs {
		require.NoError(t, w.Begin(fmt.Sprint(i)))
		for i := range run {
			require.NoError(t, w.Event(&run[i]))
			if i%size == size-1 {
				require.NoError(t, w.Flush())
			}
		}
		require.NoError(t, w.End(trace.RunEnd{}))
	}
	require.NoError(t, w.Close(false))
	return b.Bytes(), head
}

// blocksOf gives where the blocks of a file begin, and where it ends.
func blocksOf(file []byte) []int {
	var at []int
	i := 8
	for i < len(file) {
		at = append(at, i)
		i += 36 + int(binary.LittleEndian.Uint32(file[i+24:]))
	}
	return append(at, i)
}

func damaged(t *rapid.T, file []byte, from int) (bad []byte, at int) {
	bad = bytes.Clone(file)
	at = rapid.IntRange(from, len(file)-1).Draw(t, "at")
	if rapid.Bool().Draw(t, "cut") {
		return bad[:at], at
	}
	bad[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
	return bad, at
}

// A damaged byte or a cut anywhere is noticed, and what was read before is the beginning
// of what was written.
func TestDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.SliceOfN(rapid.SliceOfN(usual, 1, 40), 1, 3).Draw(t, "runs")
		file, _ := inBlocks(t, runs, 10)
		bad, at := damaged(t, file, 4)
		got, _, err := contents(bad, trace.Options{})
		var e *trace.Error
		require.ErrorAs(t, err, &e)
		require.LessOrEqual(t, e.Offset, int64(at), "the place is told")
		require.LessOrEqual(t, len(got), len(runs))
		for i := range got {
			require.LessOrEqual(t, len(got[i]), len(runs[i]))
			for j := range got[i] {
				require.Equal(t, runs[i][j], got[i][j])
			}
		}
		if len(got) > 0 && len(bad) == len(file) { // nothing before the block was held back
			blocks := blocksOf(file)
			n := 0
			for i := range len(blocks) - 1 {
				if blocks[i+1] <= at {
					n += int(binary.LittleEndian.Uint32(file[blocks[i]+12:]))
				}
			}
			sum := 0
			for i := range got {
				sum += len(got[i])
			}
			require.Equal(t, n, sum, "all events of the blocks before it")
		}
	})
}

// checkSkipping holds what a lenient reader gives of a damaged file against what is in the whole
// one. No step comes twice, or in another function, and none is missing without being counted.
func checkSkipping(t require.TestingT, run []envs.Event, bad []byte, cut bool) (delivered int) {
	in := map[uint64]envs.FuncID{}
	stacks := map[envs.Thread][]envs.FuncID{}
	steps := 0
	play := func(stacks map[envs.Thread][]envs.FuncID, ev *envs.Event) envs.FuncID {
		s := stacks[ev.Thread]
		switch ev.Kind {
		case envs.Enter:
			stacks[ev.Thread] = append(s, ev.Func)
		case envs.Leave:
			require.NotEmpty(t, s)
			stacks[ev.Thread] = s[:len(s)-1]
		case envs.Step:
			require.NotEmpty(t, s)
			return s[len(s)-1]
		}
		return -1
	}
	for i := range run {
		if fn := play(stacks, &run[i]); run[i].Kind == envs.Step {
			in[run[i].Obj] = fn
			steps++
		}
	}
	problems := 0
	got, r, err := contents(bad, trace.Options{Lenient: true, Problem: func(error) { problems++ }})
	require.NoError(t, err)
	require.NotZero(t, problems)
	last := uint64(0)
	for i := range got {
		stacks = map[envs.Thread][]envs.FuncID{}
		for j := range got[i] {
			ev := &got[i][j]
			fn := play(stacks, ev)
			if ev.Kind != envs.Step {
				continue
			}
			require.Greater(t, ev.Obj, last, "each once, in order")
			last = ev.Obj
			require.Equal(t, in[ev.Obj], fn, "in its function")
			delivered++
		}
	}
	if !cut {
		require.LessOrEqual(t, int64(steps-delivered), r.Skipped(), "what is missing is counted")
	}
	require.LessOrEqual(t, r.Skipped(), int64(len(run)))
	return delivered
}

func TestLenient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := plausible(t, rapid.IntRange(1, 150).Draw(t, "n"))
		file, head := inBlocks(t, [][]envs.Event{run}, 10)
		bad, _ := damaged(t, file, head)
		checkSkipping(t, run, bad, len(bad) < len(file))
	})
}

// A block that is damaged costs its own events only.
func TestLenientLosesABlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := plausible(t, 100)
		file, _ := inBlocks(t, [][]envs.Event{run}, 10)
		blocks := blocksOf(file)
		i := rapid.IntRange(0, len(blocks)-2).Filter(func(i int) bool { return file[blocks[i]+4] == 'E' }).Draw(t, "block")
		bad := bytes.Clone(file)
		bad[rapid.IntRange(blocks[i], blocks[i+1]-1).Draw(t, "at")] ^= 1
		steps := 0
		for i := range run {
			if run[i].Kind == envs.Step {
				steps++
			}
		}
		require.GreaterOrEqual(t, checkSkipping(t, run, bad, false), steps-10)

		without := append(bytes.Clone(file[:blocks[i]]), file[blocks[i+1]:]...)
		require.GreaterOrEqual(t, checkSkipping(t, run, without, false), steps-10)
		_, _, err := contents(without, trace.Options{})
		require.ErrorContains(t, err, "10 events are missing here")

		twice := append(bytes.Clone(file[:blocks[i+1]]), file[blocks[i]:]...)
		require.Equal(t, steps, checkSkipping(t, run, twice, false))
		_, _, err = contents(twice, trace.Options{})
		require.ErrorContains(t, err, "want each block once")
	})
}

// The beginning or the end of a run that is lost does not mix it with another one.
func TestLenientKeepsRunsApart(t *testing.T) {
	runs := [][]envs.Event{
		{{Kind: envs.Enter, Thread: 1}, {Thread: 1, PC: 1, Obj: 1}},
		{{Kind: envs.Enter, Thread: 1, Func: 1}, {Thread: 1, PC: 2, Obj: 2}, {Thread: 1, PC: 3, Obj: 3}},
		{{Kind: envs.Enter, Thread: 1}, {Thread: 1, PC: 1, Obj: 4}},
	}
	file, _ := inBlocks(t, runs, 100)
	blocks := blocksOf(file)
	for i := range len(blocks) - 1 {
		kind := file[blocks[i]+4]
		if kind != 'R' && kind != 'X' && kind != 'Z' {
			continue
		}
		without := append(bytes.Clone(file[:blocks[i]]), file[blocks[i+1]:]...)
		_, _, err := contents(without, trace.Options{})
		require.Error(t, err)
		got, r, err := contents(without, trace.Options{Lenient: true})
		require.NoError(t, err)
		require.Equal(t, runs, got, "block %d", i)
		require.Zero(t, r.Skipped())
	}
}

// A run that is not finished, as that of a program that was killed, reads up to its last block.
func TestUnfinished(t *testing.T) {
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, newMade(), nil)
	require.NoError(t, err)
	require.NoError(t, w.Begin("killed"))
	run := []envs.Event{{Kind: envs.Enter, Thread: 1}}
	for i := range 100_000 {
		run = append(run, envs.Event{Thread: 1, PC: int32(i % 7), Obj: uint64(i)})
	}
	for i := range run {
		require.NoError(t, w.Event(&run[i]))
	}
	got, _, err := contents(b.Bytes(), trace.Options{})
	require.ErrorContains(t, err, fmt.Sprintf("f: byte %d: the file is cut off here", b.Len()))
	require.Greater(t, len(got[0]), len(run)/2)
	require.Equal(t, run[:len(got[0])], got[0])
	require.NoError(t, w.Flush())
	got, _, err = contents(b.Bytes(), trace.Options{})
	require.Error(t, err)
	require.Equal(t, run, got[0])
}

func TestOtherVersion(t *testing.T) {
	file, _ := inBlocks(t, nil, 1)
	for _, v := range []byte{3, 5} {
		file[7] = v
		for _, lenient := range []bool{false, true} {
			_, _, err := contents(file, trace.Options{Lenient: lenient})
			require.EqualError(t, err, fmt.Sprintf("f: byte 4: the trace has version %d of the format, want 4: record it again",
				v))
		}
	}
}
