package wire_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/gorun/wire"
)

var somewhere = wire.Program{Identity: 77, Name: "example.org/m"}

func save(t require.TestingT, path string, batches []wire.Batch) {
	r, err := wire.Create(path, somewhere)
	require.NoError(t, err)
	for _, b := range batches {
		require.NoError(t, r.Add(b))
	}
	require.NoError(t, r.Close())
}

// load gives all batches and the error that ended them, and fails if there is anything after an error.
func load(t require.TestingT, data []byte) (got []wire.Batch, failed error) {
	f, err := wire.NewFile(bytes.NewReader(data), "run.px")
	if err != nil {
		return nil, err
	}
	for b, err := range f.Batches() {
		require.NoError(t, failed)
		if failed = err; err == nil {
			b.Words = append([]uint64(nil), b.Words...)
			got = append(got, b)
		}
	}
	return got, failed
}

func batchGen(maxRecords int) *rapid.Generator[wire.Batch] {
	return rapid.Custom(func(t *rapid.T) wire.Batch {
		b := wire.Batch{Stream: rapid.Uint32Range(1, 1<<32-1).Draw(t, "stream"), Ended: rapid.Bool().Draw(t, "ended")}
		for range rapid.IntRange(0, maxRecords).Draw(t, "records") {
			tag := rapid.SampledFrom([]wire.Tag{wire.Enter, wire.EnterPanic, wire.Leave, wire.Block, wire.Object, wire.Lock,
				wire.Fork, wire.Start, wire.Recover}).Draw(t, "tag")
			arg := uint32(0)
			if tag != wire.Leave {
				arg = rapid.Uint32().Draw(t, "arg")
			}
			h := wire.MakeHead(tag, rapid.Uint32Range(0, 1<<27-1).Draw(t, "frame"), rapid.Bool().Draw(t, "flag"), arg)
			b.Words = append(b.Words, uint64(h))
			for range h.Len() - 1 {
				b.Words = append(b.Words, rapid.Uint64().Draw(t, "word"))
			}
		}
		return b
	})
}

func TestFileRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.px")
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(batchGen(20)).Draw(t, "batches")
		save(t, path, want)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		got, err := load(t, data)
		require.NoError(t, err)
		require.Equal(t, len(want), len(got))
		for i := range want {
			require.Equal(t, want[i].Stream, got[i].Stream)
			require.Equal(t, want[i].Ended, got[i].Ended)
			require.ElementsMatch(t, want[i].Words, got[i].Words)
			require.True(t, len(want[i].Words) == 0 || equal(want[i].Words, got[i].Words))
		}
	})
}

func equal(a, b []uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// many gives n batches of a hundred records each, enough for a block every three hundred or so.
func many(n int) []wire.Batch {
	var out []wire.Batch
	for i := range n {
		b := wire.Batch{Stream: uint32(1 + i%7)}
		for j := range 100 {
			b.Words = append(b.Words, uint64(wire.MakeHead(wire.Block, uint32(i*13+j), false, uint32(j*i))))
		}
		out = append(out, b)
	}
	return out
}

// A file that was cut off anywhere gives the whole blocks before the cut, and an error that says so.
func TestFileCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.px")
	for name, want := range map[string][]wire.Batch{"small": many(2), "blocks": many(700)} {
		save(t, path, want)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		step := 1
		if len(data) > 10000 {
			step = 997
		}
		most := 0
		for n := 0; n < len(data); n += step {
			got, err := load(t, data[:n])
			require.ErrorIs(t, err, io.ErrUnexpectedEOF, "%s cut at %d of %d", name, n, len(data))
			require.ErrorContains(t, err, "run.px: ")
			require.GreaterOrEqual(t, len(got), most)
			most = len(got)
			for i := range got {
				require.Equal(t, want[i], got[i])
			}
		}
		require.NotZero(t, most)
	}
}

// A byte that changed anywhere is noticed, and what comes before its block is read.
func TestFileDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.px")
	save(t, path, many(3))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		_, err := load(t, bad)
		require.Error(t, err, "byte %d", i)
	}
}

func TestFileErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.px")
	save(t, path, many(1))
	f, err := wire.Open(path)
	require.NoError(t, err)
	require.NoError(t, f.Is(somewhere))
	require.EqualError(t, f.Is(wire.Program{Identity: 78, Name: "example.org/m@v2"}), path+": the recording is of example.org/m "+
		"(000000000000004d), not of example.org/m@v2 (000000000000004e) as it is now; check out the sources that were recorded, or record again")
	require.NoError(t, f.Close())

	data, err := os.ReadFile(path)
	require.NoError(t, err)
	data[8] = 9
	_, err = load(t, data)
	require.EqualError(t, err, "run.px: the recording has format version 9, this program reads version 1; record the run again")

	_, err = load(t, []byte("package main // and some more"))
	require.EqualError(t, err, `run.px: this is not a recorded run: it begins with "package ", want "PXRUN\r\n\x1a"`)
}

// A recording that is not closed leaves nothing under its name.
func TestFileUnfinished(t *testing.T) {
	dir := t.TempDir()
	r, err := wire.Create(filepath.Join(dir, "run.px"), somewhere)
	require.NoError(t, err)
	require.NoError(t, r.Add(many(1)[0]))
	_, err = os.Stat(filepath.Join(dir, "run.px"))
	require.True(t, errors.Is(err, os.ErrNotExist))
	require.Error(t, r.Add(wire.Batch{Stream: 1, Words: []uint64{0}}))
	r.Abort()
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}
