package serial_test

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// A player takes the events of traces in which functions other than that of threads are transactions.
type player struct {
	h      *serial.History
	prog   *trace.Program
	stacks map[envs.Thread]*playing
	next   int64
	cycles []*serial.Cycle
}

type playing struct {
	frames []*envs.Func
	in     serial.Transaction
	call   envs.Point // the last one
}

func newPlayer(prog *trace.Program) *player {
	p := &player{prog: prog, stacks: map[envs.Thread]*playing{}}
	p.h = serial.New(func(c *serial.Cycle) { p.cycles = append(p.cycles, c) })
	return p
}

// event takes an event in. It says whether it is a line of the trace other than an end.
func (p *player) event(ev *envs.Event) (op *envs.Op) {
	s := p.stacks[ev.Thread]
	if s == nil {
		s = &playing{}
		p.stacks[ev.Thread] = s
	}
	switch ev.Kind {
	case envs.Enter:
		s.frames = append(s.frames, p.prog.Func(ev.Func))
		if len(s.frames) == 2 {
			p.next++
			s.in = serial.Transaction{ID: p.next, Func: ev.Func}
			p.h.Begin(serial.Event{Thread: ev.Thread, At: s.call, In: s.in})
		}
	case envs.Leave:
		if s.frames = s.frames[:len(s.frames)-1]; len(s.frames) == 1 {
			s.in = serial.Transaction{}
			if p.next%2 == 0 {
				p.h.Leave(ev.Thread) // which need not be told
			}
		}
	case envs.Step:
		f := s.frames[len(s.frames)-1]
		op = &f.Ops[ev.PC]
		if op.Kind == envs.Call || op.Kind == envs.Return {
			s.call = envs.At(f.ID, ev.PC)
			return op
		}
		a := p.h.At(serial.Event{Thread: ev.Thread, At: envs.At(f.ID, ev.PC), In: s.in})
		switch op.Kind {
		case envs.Load:
			a.Read(envs.Variable(ev.Obj))
		case envs.Store:
			a.Write(envs.Variable(ev.Obj))
		case envs.Acquire:
			a.Acquire(envs.Lock(ev.Obj), false)
		case envs.Release:
			a.Release(envs.Lock(ev.Obj), false)
		case envs.Fork:
			a.Fork(envs.Thread(ev.Obj))
		case envs.Join:
			a.Join(envs.Thread(ev.Obj))
		}
	}
	return op
}

// play gives the lines whose events close a cycle, and the cycles.
func play(t *testing.T, text string) (lines []int, cycles []*serial.Cycle, prog *trace.Program) {
	r, err := trace.NewReader(strings.NewReader(text), "x", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	p := newPlayer(r.Program())
	line := 0
	err = run.Each(func(ev *envs.Event) bool {
		if ev.Kind == envs.Step {
			line++
		}
		n := len(p.cycles)
		p.event(ev)
		if len(p.cycles) > n {
			lines = append(lines, line)
		}
		return true
	})
	require.NoError(t, err, text)
	return lines, p.cycles, p.prog
}

// TestAgainstGraph holds the History to the search of a graph that is built edge by edge, on each of 100,000 traces.
// The first event that closes a cycle is the same as in the graph of all conflicts. All events that close one are the
// same as in the graph from which those edges were left out.
func TestAgainstGraph(t *testing.T) {
	t.Parallel()
	n, shards := uint64(100_000), uint64(4)
	usual := debug.SetGCPercent(1000) // each reader has large buffers
	t.Cleanup(func() { debug.SetGCPercent(usual) })
	if testing.Short() {
		n = 10_000
	}
	for shard := range shards {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			violated, events := 0, 0
			for seed := shard; seed < n; seed += shards {
				closes, lines := againstGraph(t, script(irgen.Seeded(seed)))
				events += lines
				if closes {
					violated++
				}
			}
			t.Logf("%d traces with %d events; %d are not serializable", n/shards, events, violated)
			require.Greater(t, violated, int(n/shards/5))
			require.Less(t, violated, int(n/shards*4/5))
		})
	}
}

// againstGraph looks at a trace. It says whether an event closes a cycle, and how many there are.
func againstGraph(t *testing.T, text string) (closes bool, events int) {
	var want []int
	full, least := newOracle(true), newOracle(false)
	first := 0
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		if line == "" {
			continue
		}
		if first == 0 && full.line(line) {
			first = i + 1
		}
		if least.line(line) {
			want = append(want, i+1)
		}
	}
	got, cycles, prog := play(t, text)
	if !slices.Equal(want, got) {
		require.Equal(t, want, got, text)
	}
	if first > 0 && (len(got) == 0 || got[0] != first) || first == 0 && len(got) > 0 {
		require.Equal(t, first, got, text)
	}
	for _, c := range cycles {
		checkCycle(t, c, prog, lines, text)
	}
	return first > 0, len(lines)
}

// checkCycle holds evidence to the text of the trace: each edge is one, and they lead from the transaction to itself.
func checkCycle(t *testing.T, c *serial.Cycle, prog *trace.Program, lines []string, text string) {
	edges := c.Edges()
	require.GreaterOrEqual(t, len(edges), 2, text)
	line := func(e serial.Event) int { return prog.Position(e.At).Line }
	require.Equal(t, c.Transaction, edges[0].From.In, text)
	require.Equal(t, c.Transaction, edges[len(edges)-1].To.In, text)
	for i, e := range edges {
		from, to := strings.Split(lines[line(e.From)-1], "|"), strings.Split(lines[line(e.To)-1], "|")
		require.Less(t, line(e.From), line(e.To), text)
		require.NotEqual(t, from[0], to[0], text)
		v, arg, _ := strings.Cut(from[1], "(")
		w, brg, _ := strings.Cut(to[1], "(")
		switch v + " " + w {
		case "rel acq", "w w", "w r", "r w":
			require.Equal(t, arg, brg, text)
		default:
			require.True(t, v == "fork" && arg == to[0]+")" || w == "join" && brg == from[0]+")", "%v %v\n%s", from, to, text)
			require.Equal(t, strings.HasPrefix(v, "begin"), e.From.Begins, text)
			require.Equal(t, strings.HasPrefix(w, "begin"), e.To.Begins, text)
		}
		if i > 0 {
			before := edges[i-1].To
			require.Equal(t, before.Thread, e.From.Thread, text)
			require.True(t, before.In.ID != 0 && before.In == e.From.In || line(before) <= line(e.From), "%v %v\n%s", before,
				e.From, text)
		}
	}
}

// Two accesses of which it is not known which came first are no conflict.
func TestAccessesThatMayComeLater(t *testing.T) {
	cycles := func(later ...envs.Thread) (n int) {
		h := serial.New(func(*serial.Cycle) { n++ })
		at := func(id envs.Thread) *serial.Actor {
			e := serial.Event{Thread: id, At: envs.At(0, int32(id))}
			if id == 1 {
				e.In = serial.Transaction{ID: 1}
			}
			return h.At(e)
		}
		at(1).Write(7)
		at(3).Write(7, later...)
		at(2).Write(7, later...)
		at(1).Read(7, later...)
		return n
	}
	require.Equal(t, 1, cycles())
	require.Equal(t, 1, cycles(4))
	require.Equal(t, 0, cycles(1, 2, 3))
	require.Equal(t, 0, cycles(serial.Anyone))
}
