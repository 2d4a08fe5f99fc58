package trace_test

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
)

// stream is a text of any length, made while it is read: threads in turns of some events lock,
// access and unlock. With loops each thread does the same again and again, in one of two functions,
// as programs do. Otherwise all is random, which is the worst that there can be.
type stream struct {
	left  int64 // lines
	loops bool
	seed  uint64
	line  []byte
	rest  []byte // of line
	t     int
	todo  int // of t's turn
	seeds [8]uint64
	start [8]uint64
	body  [8]int // events until the loop goes round
	held  [8]int // a lock, from 1
}

func newStream(lines int64, loops bool) *stream {
	s := &stream{left: lines, loops: loops, seed: 1}
	for t := range s.seeds {
		s.start[t] = uint64(t%2*7 + 1)
		s.seeds[t] = s.start[t]
	}
	return s
}

func random(seed *uint64, n uint64) int {
	*seed ^= *seed << 13
	*seed ^= *seed >> 7
	*seed ^= *seed << 17
	return int(*seed >> 33 % n)
}

func (s *stream) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(s.rest) == 0 && !s.next() {
			break
		}
		k := copy(p[n:], s.rest)
		s.rest = s.rest[k:]
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
	if s.todo--; s.todo < 0 {
		s.t, s.todo = random(&s.seed, 8), random(&s.seed, 16)
	}
	t, seed := s.t, &s.seed
	if s.loops {
		seed = &s.seeds[t]
		if s.body[t]++; s.body[t] == 100 && s.held[t] == 0 {
			*seed = s.start[t]
		}
		s.body[t] %= 100
	}
	s.line = strconv.AppendInt(append(s.line[:0], 'T'), int64(t), 10)
	place := 0
	switch c := random(seed, 10); {
	case c == 0 && s.held[t] == 0 && s.takes(1+random(seed, 20)):
		place = s.held[t]
		s.line = strconv.AppendInt(append(s.line, "|acq(L"...), int64(place), 10)
	case c <= 1 && s.held[t] != 0:
		place = s.held[t]
		s.line = strconv.AppendInt(append(s.line, "|rel(L"...), int64(place), 10)
		s.held[t] = 0
	default:
		v := random(seed, 100)
		place = 100 + v*4 + random(seed, 4)
		s.line = append(append(s.line, '|'), "rw"[random(seed, 2)])
		s.line = strconv.AppendInt(append(s.line, "(Account.balance@"...), int64(v), 10)
	}
	s.line = append(strconv.AppendInt(append(s.line, ")|"...), int64(place), 10), '\n')
	s.rest = s.line
	return true
}

// takes has the thread take a lock, if no other one holds it.
func (s *stream) takes(lock int) bool {
	if slices.Contains(s.held[:], lock) {
		return false
	}
	s.held[s.t] = lock
	return true
}

// textOf is a text in memory.
func textOf(t require.TestingT, lines int64, loops bool) []byte {
	var b bytes.Buffer
	_, err := b.ReadFrom(newStream(lines, loops))
	require.NoError(t, err)
	return b.Bytes()
}

// ruled applies the lock-set rule to the only run of a trace.
func ruled(t require.TestingT, file []byte) (events, reports int64) {
	r, err := trace.NewReader(bytes.NewReader(file), "bench", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	rule := newLockRule(r.Program())
	require.NoError(t, run.Each(rule.take()))
	return rule.events, rule.reports
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
	text := textOf(t, 20_000, false)
	_, want := naive(text)
	require.NotZero(t, want)
	_, got := ruled(t, text)
	require.Equal(t, want, got)
	_, got = ruled(t, binaryOf(t, text))
	require.Equal(t, want, got)
}

// Some generated traces have accesses that no lock protects, and with all discipline none has.
func TestDiscipline(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	reported := map[int]int{}
	for _, discipline := range []int{-1, 0, 50, 100} {
		for seed := range uint64(300) {
			text := tracegen.Text(irgen.Seeded(seed), tracegen.Options{Discipline: discipline})
			if _, reports := ruled(t, []byte(text)); reports > 0 {
				reported[discipline]++
			}
		}
	}
	t.Log("traces of 300 with reports, by discipline:", reported)
	require.Zero(t, reported[100])
	require.Greater(t, reported[-1], 150)
	require.Greater(t, reported[0], 50)
	require.Less(t, reported[0], 250)
	require.Greater(t, reported[50], 100)
}

// BenchmarkLockSet applies the rule to a text, read by a naive reader and by ours, and to
// the same made binary. The times are the best of all rounds: neighbours disturb.
func BenchmarkLockSet(b *testing.B) {
	const lines = 500_000
	for _, c := range []struct {
		name  string
		loops bool
	}{{"loops", true}, {"random", false}} {
		b.Run(c.name, func(b *testing.B) {
			text := textOf(b, lines, c.loops)
			bin := binaryOf(b, text)
			slow, fast, faster := time.Hour, time.Hour, time.Hour
			timed := func(d *time.Duration, f func()) {
				start := time.Now()
				f()
				*d = min(*d, time.Since(start))
			}
			for b.Loop() {
				timed(&slow, func() { naive(text) })
				timed(&fast, func() { ruled(b, text) })
				timed(&faster, func() { ruled(b, bin) })
			}
			b.ReportMetric(lines/1e6/slow.Seconds(), "naive-Mevents/s")
			b.ReportMetric(lines/1e6/fast.Seconds(), "text-Mevents/s")
			b.ReportMetric(lines/1e6/faster.Seconds(), "binary-Mevents/s")
			b.ReportMetric(slow.Seconds()/fast.Seconds(), "naive/text")
			b.ReportMetric(slow.Seconds()/faster.Seconds(), "naive/binary")
			b.ReportMetric(float64(len(bin))/float64(lines), "binary-bytes/event")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkRead reads alone, without a rule, and writes.
func BenchmarkRead(b *testing.B) {
	const lines = 500_000
	text := textOf(b, lines, true)
	bin := binaryOf(b, text)
	run, r := events(b, text)
	best := map[string]time.Duration{}
	timed := func(name string, f func()) {
		start := time.Now()
		f()
		if d := time.Since(start); best[name] == 0 || d < best[name] {
			best[name] = d
		}
	}
	read := func(file []byte) {
		r, err := trace.NewReader(bytes.NewReader(file), "bench", trace.Options{})
		require.NoError(b, err)
		run, err := r.Next()
		require.NoError(b, err)
		require.NoError(b, run.Each(func(*envs.Event) bool { return true }))
	}
	for b.Loop() {
		timed("text", func() { read(text) })
		timed("binary", func() { read(bin) })
		timed("writing", func() {
			w, err := trace.NewWriter(io.Discard, r.Program(), nil)
			require.NoError(b, err)
			require.NoError(b, w.Begin(""))
			for i := range run {
				if w.Event(&run[i]) != nil {
					b.Fatal("cannot write")
				}
			}
			require.NoError(b, w.End(trace.RunEnd{}))
		})
	}
	for name, d := range best {
		b.ReportMetric(float64(d.Nanoseconds())/lines, name+"-ns/event")
	}
	b.ReportMetric(best["text"].Seconds()/best["binary"].Seconds(), "text/binary")
	b.ReportMetric(0, "ns/op")
}
