package trace

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
)

// readAll reads a file to its end or its first error, and gives the events of all runs.
func readAll(file []byte, opts Options) (r *Reader, got []envs.Event, err error) {
	got = []envs.Event{}
	if r, err = NewReader(bytes.NewReader(file), "f", opts); err != nil {
		return r, got, err
	}
	for {
		run, err := r.Next()
		if err != nil || run == nil {
			return r, got, err
		}
		if err := run.Each(func(ev *envs.Event) bool { got = append(got, *ev); return true }); err != nil {
			return r, got, err
		}
	}
}

func textAgain(t *testing.T, r *Reader, run []envs.Event) string {
	var b strings.Builder
	w := NewTextWriter(&b, r.Program())
	for i := range run {
		require.NoError(t, w.Event(&run[i]))
	}
	require.NoError(t, w.Close())
	require.Empty(t, w.omitted)
	return b.String()
}

// A text, whatever is in it: a line is an event or an error. What the strict reader
// gives is the beginning of what the lenient one does, and what that gives is a text.
func FuzzText(f *testing.F) {
	for seed := range uint64(5) {
		f.Add([]byte(tracegen.Text(irgen.Seeded(seed), tracegen.Options{Blocks: true})))
	}
	f.Add([]byte("A|r(x)|+01\r\nA|begin()|-1\nA|end|2147483647\nA|begin((x)|1\nA|beginning|2\nA|begin(begin 3)|3\nA|end"))
	f.Add([]byte("A b|acq(()|1\nA b|acq(()|1\nA b|rel(()|1\n\nlong thread name|r(x)|1\nlong thread " +
		"name|r(\xff)|1\nA|fork(A b)|1\n|r(x)|1"))
	f.Add([]byte("A|fork(B)|1\nA|join(B)|2\nB|r(x)|1\nA|join(B)|1\nA|join(A)|1\nA|fork(B)|1\nA|rel(x)|3\nA|end|1\n"))
	f.Add([]byte("A|r(" + strings.Repeat("x", maxLine) + ")|1\nA|r(x)|1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.HasPrefix(text, gzipMagic) || bytes.HasPrefix(text, zstdMagic) || bytes.HasPrefix(text, []byte(magic[:4])) {
			return
		}
		problems := 0
		r, got, err := readAll(text, Options{Lenient: true, Problem: func(error) { problems++ }})
		require.NoError(t, err)
		lines := bytes.Count(text, []byte("\n"))
		if len(text) > 0 && text[len(text)-1] != '\n' {
			lines++
		}
		steps := 0
		for _, ev := range got {
			if ev.Kind == envs.Step {
				steps++
			}
		}
		require.Equal(t, lines, steps+int(r.Skipped()), "a line is a step or an error")
		require.EqualValues(t, r.Skipped(), problems)

		_, strict, err := readAll(text, Options{})
		require.Equal(t, problems == 0, err == nil)
		require.Equal(t, got[:len(strict)], strict)

		again := textAgain(t, r, got)
		r, got, err = readAll([]byte(again), Options{})
		require.NoError(t, err)
		require.Equal(t, again, textAgain(t, r, got))
	})
}

// Any bytes as contents of blocks: definitions, and events of them.
func FuzzBlocks(f *testing.F) {
	old := later()
	for i := len(magic); i < len(old); {
		h, _ := parseHeader(old[i:])
		if h.kind == defBlock || h.kind == eventBlock {
			f.Add(old[i+headerSize:i+headerSize+int(h.length)], old[i+headerSize:i+headerSize+int(h.length)], uint32(5))
		}
		i += headerSize + int(h.length)
	}
	f.Fuzz(func(t *testing.T, defs, events []byte, n uint32) {
		n %= 1000
		file := slices.Concat(
			[]byte(magic), byHand('H', 0, 0, 0, []byte("{}")), byHand('R', 1, 0, 0, nil),
			byHand('D', 1, 0, 0, defs), byHand('E', 1, n, 0, events), byHand('E', 1, n, uint64(n), events),
			byHand('X', 1, 0, 2*uint64(n), []byte("{}")), byHand('Z', 0, 0, 2*uint64(n), []byte("{}")),
		)
		r, got, err := readAll(file, Options{})
		require.LessOrEqual(t, len(got), 2*max(int(n), len(events)))
		lenient, all, failed := readAll(file, Options{Lenient: true})
		require.NoError(t, failed)
		require.Equal(t, got, all[:len(got)])
		if err == nil && lenient.Skipped() == 0 { // what is read can be written
			require.EqualValues(t, 2*n, len(got))
			var b bytes.Buffer
			w, err := NewWriter(&b, r.Program(), nil)
			require.NoError(t, err)
			require.NoError(t, w.Begin(""))
			for i := range got {
				require.NoError(t, w.Event(&got[i]))
			}
			require.NoError(t, w.End(RunEnd{}))
			require.NoError(t, w.Close(false))
			_, again, err := readAll(b.Bytes(), Options{})
			require.NoError(t, err)
			require.Equal(t, got, again)
		}
	})
}

// Any bytes as a file.
func FuzzFile(f *testing.F) {
	f.Add(later())
	f.Add([]byte{0x1f, 0x8b, 8, 0})
	f.Add([]byte{0x28, 0xb5, 0x2f, 0xfd, 0})
	f.Fuzz(func(t *testing.T, file []byte) {
		_, strict, err := readAll(file, Options{})
		r, got, failed := readAll(file, Options{Lenient: true})
		if failed == nil && err == nil {
			require.Equal(t, strict, got)
			require.Zero(t, r.Skipped())
		}
	})
}
