package serial

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// TestSameAsHistory holds the checker to a history that is told of the events of a trace one by one, which package
// serial holds to a graph.
func TestSameAsHistory(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	rules, err := transactions.Parse("rules", []byte("none thread"))
	require.NoError(t, err)
	closing := 0
	for seed := range uint64(3000) {
		text := tracegen.Text(irgen.Seeded(seed), tracegen.Options{Events: 60, Blocks: true, Threads: 5})
		r, err := trace.NewReader(strings.NewReader(text), "x", trace.Options{})
		require.NoError(t, err)
		run, err := r.Next()
		require.NoError(t, err)
		var got, want int
		w := dataflow.NewAnalyzer("serial", "", func(r *dataflow.Requires) dataflow.Analysis[state] {
			c := newChecker(r, options{Rules: rules})
			c.history = serial.New(func(*serial.Cycle) { got++ })
			return c.analysis()
		}).Replay(r.Program())
		p := player{prog: r.Program(), h: serial.New(func(*serial.Cycle) { want++ }),
			stacks: map[envs.Thread][]*envs.Func{}, in: map[envs.Thread]serial.Transaction{}}
		n := 0
		require.NoError(t, run.Each(func(ev *envs.Event) bool {
			n++
			require.NoError(t, w.Event(ev), text)
			p.event(ev)
			require.Equal(t, want, got, "event %d of\n%s", n, text)
			return true
		}))
		closing += want
	}
	t.Log("operations that close a cycle:", closing)
	require.Greater(t, closing, 1000)
}

type player struct {
	h      *serial.History
	prog   *trace.Program
	stacks map[envs.Thread][]*envs.Func
	in     map[envs.Thread]serial.Transaction
	next   int64
}

func (p *player) event(ev *envs.Event) {
	s := p.stacks[ev.Thread]
	switch ev.Kind {
	case envs.Enter:
		if p.stacks[ev.Thread] = append(s, p.prog.Func(ev.Func)); len(s) == 1 {
			p.next++
			p.in[ev.Thread] = serial.Transaction{ID: p.next, Func: ev.Func}
			p.h.Begin(serial.Event{Thread: ev.Thread, In: p.in[ev.Thread]})
		}
	case envs.Leave:
		if p.stacks[ev.Thread] = s[:len(s)-1]; len(s) == 2 {
			p.in[ev.Thread] = serial.Transaction{}
		}
	case envs.Step:
		op := &s[len(s)-1].Ops[ev.PC]
		if op.Kind == envs.Call || op.Kind == envs.Return {
			return
		}
		a := p.h.At(serial.Event{Thread: ev.Thread, At: envs.At(ev.Func, ev.PC), In: p.in[ev.Thread]})
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
}

// unknown leaves out a function, as a recording does that has not told of it.
type unknown struct{ envs.Program }

func (p unknown) Func(id envs.FuncID) *envs.Func {
	if id == 0 {
		return nil
	}
	return p.Program.Func(id)
}

// What is in no transaction is in a cycle without the name of one: no function is asked for.
func TestCycleOutside(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Account { balance }
final a = new Account
func unused() { skip }
atomic func add() {
	n = a.balance
	a.balance = n + 1
}
func other() { a.balance = 3 }
func main() {
	t = spawn other()
	add()
	join t
}
`)
	require.NoError(t, err)
	require.Equal(t, "unused", p.Func(0).Name)
	w := dataflow.NewAnalyzer("serial", "", func(r *dataflow.Requires) dataflow.Analysis[state] {
		return newChecker(r, options{}).analysis()
	}).Replay(unknown{p})
	for seed := range uint64(50) {
		require.NoError(t, w.Run(t.Context(), p.Run(seed, ir.Options{})))
	}
	require.Len(t, w.Findings(), 1)
	require.Equal(t, []string{"transaction add"}, w.Findings()[0].Items)
}
