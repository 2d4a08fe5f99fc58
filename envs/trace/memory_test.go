package trace_test

import (
	"bytes"
	"flag"
	"io"
	"runtime"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

var memoryEvents = flag.Int64("trace.events", 1_000_000,
	"the length of the traces whose reading is to take no more memory than that of short ones")

// allocated reads a trace and says how many bytes were allocated for it in all, whether
// they were freed meanwhile or not, and how many lines it had.
func allocated(t *testing.T, in io.Reader) (memory uint64, lines int64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := trace.NewReader(in, "x", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	require.NoError(t, run.Each(func(ev *envs.Event) bool {
		if ev.Kind == envs.Step {
			lines++
		}
		return true
	}))
	require.NoError(t, r.Close())
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, lines
}

// Memory does not grow with events, and is little.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads traces of a million lines")
	}
	type open func(lines int64) io.Reader
	packedBy := func(pack func(io.Writer) io.WriteCloser) open {
		return func(lines int64) io.Reader {
			var b bytes.Buffer
			w := pack(&b)
			_, err := io.Copy(w, newStream(lines, false))
			require.NoError(t, err)
			require.NoError(t, w.Close())
			return &b
		}
	}
	for name, from := range map[string]open{
		"text": func(lines int64) io.Reader { return newStream(lines, false) },
		"gzip": packedBy(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
		"zstd": packedBy(func(w io.Writer) io.WriteCloser {
			z, err := zstd.NewWriter(w, zstd.WithWindowSize(2<<20)) // that of the command zstd
			require.NoError(t, err)
			return z
		}),
		"binary, written meanwhile": func(lines int64) io.Reader {
			pr, pw := io.Pipe()
			go func() {
				r, err := trace.NewReader(newStream(lines, false), "x", trace.Options{})
				if err == nil {
					err = copyRun(pw, r)
				}
				pw.CloseWithError(err)
			}()
			return pr
		},
	} {
		short := from(*memoryEvents / 10)
		long := from(*memoryEvents)
		little, n := allocated(t, short)
		require.Equal(t, *memoryEvents/10, n)
		much, n := allocated(t, long)
		require.Equal(t, *memoryEvents, n)
		t.Logf("%s: %d KB for %d lines, %d KB for %d", name, little>>10, *memoryEvents/10, much>>10, *memoryEvents)
		require.Less(t, much, uint64(16<<20), name)
		require.Less(t, much, little+64<<10, name)
	}
}

func copyRun(to io.Writer, r *trace.Reader) error {
	run, err := r.Next()
	if err != nil {
		return err
	}
	w, err := trace.NewWriter(to, r.Program(), nil)
	if err != nil {
		return err
	}
	if err := w.Begin(run.Name); err != nil {
		return err
	}
	var failed error
	if err := run.Each(func(ev *envs.Event) bool { failed = w.Event(ev); return failed == nil }); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	if err := w.End(trace.RunEnd{}); err != nil {
		return err
	}
	return w.Close(false)
}
