package trace_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/internal/lockrule"
)

// stream is a text without end in sight: threads that lock, access and unlock in turns
// of a few events. It is made while it is read.
type stream struct {
	left int64 // lines
	seed uint64
	line []byte
	held [8]int // by thread: a lock, from 1
	t    int
}

func newStream(lines int64) *stream { return &stream{left: lines, seed: 1} }

func (s *stream) random(n uint64) int {
	s.seed ^= s.seed << 13
	s.seed ^= s.seed >> 7
	s.seed ^= s.seed << 17
	return int(s.seed >> 33 % n)
}

func (s *stream) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(s.line) == 0 && !s.next() {
			break
		}
		k := copy(p[n:], s.line)
		s.line = s.line[k:]
		n += k
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (s *stream) next() bool {
	if s.left == 0 {
		return false
	}
	s.left--
	if s.random(8) == 0 {
		s.t = s.random(8)
	}
	t := s.t
	var b []byte
	switch c := s.random(10); {
	case c == 0 && s.held[t] == 0:
		s.held[t] = 1 + s.random(20)
		b = fmt.Appendf(nil, "T%d|acq(L%d)|%d\n", t, s.held[t], s.held[t])
	case c <= 1 && s.held[t] != 0:
		b = fmt.Appendf(nil, "T%d|rel(L%d)|%d\n", t, s.held[t], s.held[t])
		s.held[t] = 0
	default:
		op := "rw"[s.random(2)]
		v := s.random(100)
		b = fmt.Appendf(nil, "T%d|%c(Account.balance@%d)|%d\n", t, op, v, 100+v*4+s.random(4))
	}
	s.line = b
	return true
}

// textOf is a text in memory.
func textOf(t require.TestingT, lines int64) []byte {
	var b bytes.Buffer
	_, err := b.ReadFrom(newStream(lines))
	require.NoError(t, err)
	return b.Bytes()
}

// ruled applies the lock-set rule to the only run of a trace.
func ruled(t require.TestingT, file []byte) (events, reports int64) {
	r, err := trace.NewReader(bytes.NewReader(file), "bench", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	rule := lockrule.New(r.Program())
	err = run.Each(func(ev *envs.Event) bool {
		events++
		if rule.Event(ev) {
			reports++
		}
		return true
	})
	require.NoError(t, err)
	return events, reports
}

// naive is the rule over a text as one writes it at first.
func naive(text []byte) (lines, reports int64) {
	held := map[string]map[string]int{}
	type state struct {
		locks   []string
		threads map[string]bool
		written bool
	}
	vars := map[string]*state{}
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		lines++
		f := strings.Split(sc.Text(), "|")
		op, arg, _ := strings.Cut(strings.TrimSuffix(f[1], ")"), "(")
		h := held[f[0]]
		if h == nil {
			h = map[string]int{}
			held[f[0]] = h
		}
		switch op {
		case "acq":
			h[arg]++
		case "rel":
			if h[arg]--; h[arg] == 0 {
				delete(h, arg)
			}
		case "r", "w":
			v := vars[arg]
			if v == nil {
				v = &state{threads: map[string]bool{}}
				for l := range h {
					v.locks = append(v.locks, l)
				}
				vars[arg] = v
			}
			v.threads[f[0]] = true
			v.written = v.written || op == "w"
			v.locks = slices.DeleteFunc(v.locks, func(l string) bool { return h[l] == 0 })
			if v.written && len(v.threads) > 1 && len(v.locks) == 0 {
				reports++
			}
		}
	}
	return lines, reports
}

// binaryOf makes a text binary.
func binaryOf(t require.TestingT, text []byte) []byte {
	r, err := trace.NewReader(bytes.NewReader(text), "bench", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, r.Program(), nil)
	require.NoError(t, err)
	require.NoError(t, w.Begin("bench"))
	require.NoError(t, run.Each(func(ev *envs.Event) bool { return w.Event(ev) == nil }))
	require.NoError(t, w.End(trace.RunEnd{}))
	require.NoError(t, w.Close(false))
	return b.Bytes()
}

// The three ways to apply the rule find the same.
func TestLockRule(t *testing.T) {
	text := textOf(t, 20_000)
	_, want := naive(text)
	require.NotZero(t, want)
	_, got := ruled(t, text)
	require.Equal(t, want, got)
	_, got = ruled(t, binaryOf(t, text))
	require.Equal(t, want, got)
}

// BenchmarkLockSet applies the rule to a text, read by a naive reader and by ours, and to
// the same made binary.
func BenchmarkLockSet(b *testing.B) {
	const lines = 1_000_000
	text := textOf(b, lines)
	bin := binaryOf(b, text)
	var slow, fast, faster time.Duration
	timed := func(d *time.Duration, f func()) {
		start := time.Now()
		f()
		*d += time.Since(start)
	}
	for b.Loop() {
		timed(&slow, func() { naive(text) })
		timed(&fast, func() { ruled(b, text) })
		timed(&faster, func() { ruled(b, bin) })
	}
	n := float64(b.N) * lines / 1e6
	b.ReportMetric(n/slow.Seconds(), "naive-Mevents/s")
	b.ReportMetric(n/fast.Seconds(), "text-Mevents/s")
	b.ReportMetric(n/faster.Seconds(), "binary-Mevents/s")
	b.ReportMetric(slow.Seconds()/fast.Seconds(), "naive/text")
	b.ReportMetric(slow.Seconds()/faster.Seconds(), "naive/binary")
	b.ReportMetric(float64(len(bin))/float64(len(text)), "binary/text-bytes")
	b.ReportMetric(0, "ns/op")
}
