package trace_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

func packed(t require.TestingT, how string, b []byte) []byte {
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch how {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "zstd":
		w, err = zstd.NewWriter(&out)
		require.NoError(t, err)
	default:
		return b
	}
	_, err = w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}

// A file that is no text is refused as a whole: its bytes are not quoted.
func TestBinaryFile(t *testing.T) {
	const want = "x: byte 0: it is neither text nor a recorded trace: want the STD text format or what record writes, " +
		"as it is or packed with gzip or zstd"
	for _, text := range []string{"\x7fELF\x02\x01\x01\x00", "T0|r(x)\x00|1\n", "\xff\xfeT\x000\x00|\x00", "\x1b[2J",
		"\u0085"} {
		for _, how := range []string{"plain", "gzip", "zstd"} {
			_, err := trace.NewReader(bytes.NewReader(packed(t, how, []byte(text))), "x", trace.Options{Lenient: true})
			require.EqualError(t, err, want)
		}
	}
	for _, text := range []string{"", "T0|r(x)|1\n\x00", "T\t0|r(\u00e4)|1\r\n", "T0|r(\xe4)|1\n"} {
		_, err := trace.NewReader(bytes.NewReader([]byte(text)), "x", trace.Options{})
		require.NoError(t, err, "%q", text)
	}
}

// All formats are told by their first bytes, from a file, from a pipe, and if a read gives a
// byte at a time.
func TestOpen(t *testing.T) {
	text := textOf(t, 3000, false)
	want, _ := events(t, text)
	dir := t.TempDir()
	for _, how := range []string{"plain", "gzip", "zstd"} {
		for format, b := range map[string][]byte{"text": text, "binary": binaryOf(t, text)} {
			b = packed(t, how, b)
			name := filepath.Join(dir, "trace")
			require.NoError(t, os.WriteFile(name, b, 0o644))
			pr, pw := io.Pipe()
			go func() {
				pw.Write(b)
				pw.Close()
			}()
			for from, open := range map[string]func() (*trace.Reader, error){
				"file": func() (*trace.Reader, error) { return trace.Open(name, trace.Options{}) },
				"pipe": func() (*trace.Reader, error) { return trace.NewReader(pr, "x", trace.Options{}) },
				"bytes": func() (*trace.Reader, error) {
					return trace.NewReader(iotest.OneByteReader(bytes.NewReader(b)), "x", trace.Options{})
				},
			} {
				r, err := open()
				require.NoError(t, err, "%s %s from a %s", how, format, from)
				run, err := r.Next()
				require.NoError(t, err)
				var got []envs.Event
				require.NoError(t, run.Each(func(ev *envs.Event) bool { got = append(got, *ev); return true }))
				require.Equal(t, want, got, "%s %s from a %s", how, format, from)
				last, err := r.Next()
				require.NoError(t, err)
				require.Nil(t, last)
				require.NoError(t, r.Close())
			}
		}
	}
}

func sameEvent(a, b envs.Event) bool {
	return a.Kind == b.Kind && a.Thread == b.Thread && a.Func == b.Func && a.PC == b.PC && a.Obj == b.Obj &&
		a.Done == b.Done && a.Direct == b.Direct
}

// A packed file that is cut off gives what can be unpacked, and then its place.
func TestCutPacked(t *testing.T) {
	text := textOf(t, 60_000, false)
	want, _ := events(t, text)
	for _, how := range []string{"gzip", "zstd"} {
		for format, b := range map[string][]byte{"text": text, "binary": binaryOf(t, text)} {
			b = packed(t, how, b)
			for _, lenient := range []bool{false, true} {
				told := 0
				got, _, err := contents(b[:len(b)*9/10], trace.Options{Lenient: lenient, Problem: func(error) { told++ }})
				if lenient {
					require.NoError(t, err)
					require.Equal(t, 1, told)
				} else {
					require.ErrorContains(t, err, "the file is cut off here", "%s %s", how, format)
				}
				require.Greater(t, len(got[0]), 10_000, "%s %s", how, format)
				require.True(t, slices.EqualFunc(want[:len(got[0])], got[0], sameEvent))
			}
		}
	}
}

// Bytes of a packed file that are wrong are found by its own checksums at the latest.
func TestDamagedPacked(t *testing.T) {
	for _, how := range []string{"gzip", "zstd"} {
		b := packed(t, how, textOf(t, 3000, false))
		b[len(b)/2] ^= 0x55
		_, _, err := contents(b, trace.Options{})
		var e *trace.Error
		require.ErrorAs(t, err, &e, how)
		require.NotZero(t, e.Line)
	}
}

func TestCannotOpen(t *testing.T) {
	_, err := trace.Open(filepath.Join(t.TempDir(), "none"), trace.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = trace.NewReader(bytes.NewReader([]byte{0x1f, 0x8b, 1, 2, 3}), "x", trace.Options{})
	require.ErrorContains(t, err, "x: byte 0: it begins like gzip but cannot be unpacked")

	// An error of the file comes after all that came before it.
	broken := errors.New("broken")
	in := io.MultiReader(bytes.NewReader([]byte("A|r(x)|1\nA|r(x)|2\nA|")), iotest.ErrReader(broken))
	r, err := trace.NewReader(in, "x", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	n := 0
	err = run.Each(func(*envs.Event) bool { n++; return true })
	require.EqualError(t, err, "x:3: cannot be read on: broken")
	require.ErrorIs(t, err, broken)
	require.Equal(t, 3, n)
}

// An empty file is a text without events.
func TestEmpty(t *testing.T) {
	got, _ := events(t, nil)
	require.Empty(t, got)
}

// To stop is no error, and no event follows. Runs that were not read are passed over.
func TestStop(t *testing.T) {
	run := []envs.Event{{Kind: envs.Enter, Thread: 1}, {Thread: 1, PC: 1, Obj: 1}, {Thread: 1, PC: 2, Obj: 2}}
	for _, lenient := range []bool{false, true} {
		r, err := trace.NewReader(bytes.NewReader(file(t, newMade(), [][]envs.Event{run, run, run})), "x",
			trace.Options{Lenient: lenient})
		require.NoError(t, err)
		first, err := r.Next()
		require.NoError(t, err)
		n := 0
		require.NoError(t, first.Each(func(*envs.Event) bool { n++; return n < 2 }))
		require.Equal(t, 2, n)
		require.Error(t, first.Each(func(*envs.Event) bool { return true }), "events can be read once")
		second, err := r.Next()
		require.NoError(t, err)
		require.Equal(t, "run 1", second.Name)
		third, err := r.Next()
		require.NoError(t, err)
		require.Equal(t, "run 2", third.Name)
		require.Error(t, second.Each(func(*envs.Event) bool { return true }), "it is over")
		var got []envs.Event
		for ev, err := range third.Events() {
			require.NoError(t, err)
			got = append(got, ev)
		}
		require.Equal(t, run, got)
		require.Equal(t, 2, third.End().Exit)
	}
	r, err := trace.NewReader(bytes.NewReader([]byte("A|r(x)|1\nA|begin|2\nB|r(x)|3\n")), "x", trace.Options{})
	require.NoError(t, err)
	text, err := r.Next()
	require.NoError(t, err)
	n := 0
	require.NoError(t, text.Each(func(*envs.Event) bool { n++; return n < 3 }))
	require.Equal(t, 3, n)
}

// Nothing may follow a trace in the binary format: neither another one, of which nobody would
// see anything, nor what says that packed bytes were damaged.
func TestBehindTheEnd(t *testing.T) {
	b := binaryOf(t, textOf(t, 300, false))
	want, _ := events(t, b)
	zipped := packed(t, "gzip", b)
	sum := slices.Clone(zipped)
	sum[len(sum)-8]++
	for text, b := range map[string][]byte{
		"something follows the end of the trace":           slices.Concat(b, b),
		"something follows the end of the trace: want one": append(slices.Clone(b), 0),
		"checksum": sum,
		"cut off":  zipped[:len(zipped)-3],
	} {
		_, _, err := contents(b, trace.Options{})
		require.ErrorContains(t, err, text)
		var problems []error
		runs, _, err := contents(b, trace.Options{Lenient: true,
			Problem: func(err error) { problems = append(problems, err) }})
		require.NoError(t, err)
		require.Len(t, runs, 1)
		require.Equal(t, want, runs[0])
		require.Len(t, problems, 1)
		require.ErrorContains(t, problems[0], text)
	}
}
