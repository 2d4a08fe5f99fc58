package trace

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Lines around the sizes of the buffers are read wherever they lie, whether the file is packed or not.
func TestLongLines(t *testing.T) {
	short := func(n int) string { return strings.Repeat("A|r(s)|2\n", n) }
	for _, n := range []int{16<<10 - 1, 16 << 10, 16<<10 + 1, 64 << 10, 100_000, maxLine - 2, maxLine - 1} {
		line := longLine(n)
		for where, c := range map[string]struct{ before, behind string }{
			"first":        {"", "\n" + short(2)},
			"behind some":  {short(3), "\n" + short(2)},
			"in between":   {short(5000), "\n" + short(5000)},
			"twice":        {line + "\n", "\n" + short(2)},
			"last":         {short(3), ""},
			"the only one": {"", ""},
		} {
			text := c.before + line + c.behind
			for sort, in := range packings(t, text) {
				name := fmt.Sprintf("%d bytes, %s, %s", n, where, sort)
				names, err := namesRead(t, in, Options{})
				require.NoError(t, err, name)
				require.Len(t, names, strings.Count(text, "|r("), name)
				require.Len(t, names[strings.Count(c.before, "\n")], n-len("A|r()|1"), name)
			}
			text = strings.TrimSuffix(text, "\n") + "\nbad"
			_, err := namesRead(t, strings.NewReader(text), Options{})
			require.Equal(t, &Error{File: "f", Line: int64(strings.Count(text, "\n") + 1), Offset: int64(len(text) - 3),
				Msg: `want thread|operation|place, got "bad"`}, err)
		}
	}
}

// longLine is a line of n bytes without its end.
func longLine(n int) string { return "A|r(" + strings.Repeat("x", n-len("A|r()|1")) + ")|1" }

// packings are files with a text.
func packings(t *testing.T, text string) map[string]io.Reader {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.WriteString(z, text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return map[string]io.Reader{"plain": strings.NewReader(text), "gzip": &packed,
		"in halves": iotest.HalfReader(strings.NewReader(text))}
}

// namesRead are the names of what a text reads.
func namesRead(t *testing.T, in io.Reader, opts Options) (names []string, err error) {
	r, err := NewReader(in, "f", opts)
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	err = run.Each(func(ev *envs.Event) bool {
		if ev.Kind == envs.Step {
			names = append(names, r.Program().Func(rootFunc).Ops[ev.PC].Loc.Name)
		}
		return true
	})
	return names, err
}

// A line that is too long is an error, also if its beginning parses. Reading goes on in the next one.
func TestTooLongLines(t *testing.T) {
	whole := longLine(maxLine)
	for _, line := range []string{whole, whole + "2", whole + "23", whole + strings.Repeat(" ", maxLine),
		strings.Repeat("A", maxLine) + "|r(x)|1", strings.Repeat("\x00", 3*maxLine)} {
		for _, end := range []string{"\n", "\nA|r(y)|3\n"} {
			for sort, in := range packings(t, "A|r(x)|1\n"+line+end) {
				var problem error
				names, err := namesRead(t, in, Options{Lenient: true, Problem: func(err error) { problem = err }})
				require.NoError(t, err, sort)
				require.Equal(t, &Error{File: "f", Line: 2, Offset: 9,
					Msg: "the line is too long: want at most 262143 bytes"}, problem, sort)
				require.Len(t, names, strings.Count(end, "|r(")+1, sort)
			}
		}
	}
	for _, line := range []string{whole, whole + "2"} {
		_, err := namesRead(t, strings.NewReader(line), Options{})
		require.EqualError(t, err, "f:1: the line is too long: want at most 262143 bytes", "without an end")
	}
}
