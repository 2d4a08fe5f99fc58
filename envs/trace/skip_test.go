package trace_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// What follows a skip is what was written, in the frames in which it was; a pipe, which
// cannot be sought in, gives the same.
func TestSkip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := plausible(t, 200)
		file, _ := inBlocks(t, [][]envs.Event{run[:20], run}, 10)
		n := rapid.Int64Range(0, 250).Draw(t, "n")
		var before []envs.Event
		for i, in := range []io.Reader{bytes.NewReader(file), io.MultiReader(bytes.NewReader(file))} {
			r, err := trace.NewReader(in, "x", trace.Options{})
			require.NoError(t, err)
			_, err = r.Next()
			require.NoError(t, err)
			second, err := r.Next()
			require.NoError(t, err)
			skipped, err := second.Skip(n)
			require.NoError(t, err)
			require.Equal(t, min(n, 200)/10*10, skipped)

			stacks := map[envs.Thread][]envs.FuncID{} // as they are
			for _, ev := range run[:skipped] {
				follow(stacks, ev)
			}
			told := map[envs.Thread][]envs.FuncID{} // as they are told
			var got []envs.Event
			require.NoError(t, second.Each(func(ev *envs.Event) bool {
				got = append(got, *ev)
				return true
			}))
			next := int(skipped)
			for _, ev := range got {
				if next < len(run) && sameEvent(ev, run[next]) && len(told[ev.Thread]) == len(stacks[ev.Thread]) {
					require.Equal(t, stacks[ev.Thread], told[ev.Thread])
					follow(stacks, ev)
					next++
				} else {
					require.Equal(t, envs.Enter, ev.Kind, "a frame that was entered before")
				}
				follow(told, ev)
			}
			require.Equal(t, len(run), next)
			require.EqualValues(t, len(run), second.End().Events)
			require.Zero(t, r.Skipped())
			if i == 0 {
				before = got
			} else {
				require.Equal(t, before, got)
			}
		}
	})
}

func follow(stacks map[envs.Thread][]envs.FuncID, ev envs.Event) {
	s := stacks[ev.Thread]
	switch ev.Kind {
	case envs.Enter:
		stacks[ev.Thread] = append(s[:len(s):len(s)], ev.Func)
	case envs.Leave:
		stacks[ev.Thread] = s[:len(s)-1]
		if len(s) == 1 {
			delete(stacks, ev.Thread)
		}
	}
}

// A skip reads less than what it passes over.
func TestSkipSeeks(t *testing.T) {
	file := binaryOf(t, textOf(t, 300_000, false))
	in := &countingSeeker{Reader: bytes.NewReader(file)}
	r, err := trace.NewReader(in, "x", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	skipped, err := run.Skip(1 << 40)
	require.NoError(t, err)
	require.Greater(t, skipped, int64(300_000))
	require.NoError(t, run.Each(func(*envs.Event) bool { t.Fatal("no event is left"); return false }))
	require.Equal(t, skipped, run.End().Events)
	require.NotZero(t, in.seeks)
}

type countingSeeker struct {
	*bytes.Reader
	seeks int
}

func (c *countingSeeker) Seek(offset int64, whence int) (int64, error) {
	c.seeks++
	return c.Reader.Seek(offset, whence)
}
