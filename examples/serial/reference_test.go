package serial

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

var traces = flag.Int("serial.traces", 400, "how many traces are held to the reference, with each set of options")

// A reference decides by the definition: it has all pairs of events that conflict, and which transaction reaches which.
type reference struct {
	blocks bool // monitor blocks are transactions
	data   bool // locks are no conflict
	events []referenceEvent
	reach  [][]bool // by transaction
	acts   map[string]*referenceThread
	cyclic bool
}

type referenceEvent struct {
	thread, verb, arg string
	tx                int
}

type referenceThread struct {
	frames []bool   // which of them are transactions
	held   []string // locks, as often as they were taken
	tx     int      // that is open, or -1
	block  bool     // which is a monitor block
	last   int      // the latest, or -1
}

// line takes in a line of a trace in the STD format, and reports whether the graph has a cycle.
func (r *reference) line(line string) bool {
	parts := strings.Split(line, "|")
	verb, arg, _ := strings.Cut(strings.TrimSuffix(parts[1], ")"), "(")
	t := r.acts[parts[0]]
	if t == nil {
		t = &referenceThread{tx: -1, last: -1}
		r.acts[parts[0]] = t
	}
	e := referenceEvent{thread: parts[0], verb: verb, arg: arg}
	switch verb {
	case "begin":
		own := t.tx < 0
		if t.frames = append(t.frames, own); own {
			t.tx = r.node()
			r.add(t, e)
		}
	case "end":
		n := len(t.frames) - 1
		if t.frames[n] {
			t.tx = -1
			r.settle(t)
		}
		t.frames = t.frames[:n]
	case "acq":
		t.held = append(t.held, arg)
		r.settle(t)
		r.add(t, e)
	case "rel":
		r.add(t, e)
		t.held = slices.Delete(t.held, slices.Index(t.held, arg), slices.Index(t.held, arg)+1)
		r.settle(t)
	default:
		r.add(t, e)
	}
	return r.cyclic
}

// settle begins a monitor block, or ends it.
func (r *reference) settle(t *referenceThread) {
	switch {
	case r.blocks && t.tx < 0 && len(t.held) > 0:
		t.tx, t.block = r.node(), true
	case t.block && len(t.held) == 0:
		t.tx, t.block = -1, false
	}
}

func (r *reference) node() int {
	for i := range r.reach {
		r.reach[i] = append(r.reach[i], false)
	}
	r.reach = append(r.reach, make([]bool, len(r.reach)+1))
	return len(r.reach) - 1
}

// add adds an event with all its edges.
func (r *reference) add(t *referenceThread, e referenceEvent) {
	if r.data && (e.verb == "acq" || e.verb == "rel") {
		return
	}
	if e.tx = t.tx; e.tx < 0 {
		e.tx = r.node()
	}
	if t.last < 0 {
		for _, f := range r.events {
			if f.verb == "fork" && f.arg == e.thread {
				r.edge(f.tx, e.tx)
			}
		}
	} else {
		r.edge(t.last, e.tx)
	}
	t.last = e.tx
	for _, f := range r.events {
		if f.thread != e.thread && f.conflicts(e) {
			r.edge(f.tx, e.tx)
		}
	}
	r.events = append(r.events, e)
}

// conflicts reports whether two events of different threads conflict.
func (f referenceEvent) conflicts(e referenceEvent) bool {
	switch e.verb {
	case "r", "w":
		return f.arg == e.arg && (f.verb == "w" || f.verb == "r" && e.verb == "w")
	case "acq":
		return f.verb == "rel" && f.arg == e.arg
	case "join":
		return f.thread == e.arg
	}
	return false
}

func (r *reference) edge(from, to int) {
	if from == to || r.reach[from][to] {
		return
	}
	r.cyclic = r.cyclic || r.reach[to][from]
	for i := range r.reach {
		if i != from && !r.reach[i][from] {
			continue
		}
		for j := range r.reach {
			if j == to || r.reach[to][j] {
				r.reach[i][j] = true
			}
		}
	}
}

// checked is the line at which the checker finds the first cycle, 0 if it finds none.
func checked(t *testing.T, o options, text string) (first int) {
	r, err := trace.NewReader(strings.NewReader(text), "x", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	found := false
	w := dataflow.NewAnalyzer("serial", "", func(r *dataflow.Requires) dataflow.Analysis[state] {
		c := newChecker(r, o)
		c.history = serial.New(func(*serial.Cycle) { found = true })
		return c.analysis()
	}).Replay(r.Program())
	line := 0
	require.NoError(t, run.Each(func(ev *envs.Event) bool {
		if ev.Kind == envs.Step {
			line++
		}
		require.NoError(t, w.Event(ev), text)
		if found && first == 0 {
			first = line
		}
		return true
	}))
	require.NoError(t, w.End())
	return first
}

// The checker finds the first event that closes a cycle in the graph of all conflicts. The traces have transactions
// that are empty, nested, or open in the end. They also have threads that are waited for by others than those that
// started them. Three sets of options are tried: what begin and end say alone, with monitor blocks, and without
// conflicts of locks.
func TestAgainstReference(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	none, err := transactions.Parse("rules", []byte("none thread"))
	require.NoError(t, err)
	for _, o := range []options{{Rules: none}, {}, {Data: true}} {
		violated := 0
		for seed := range uint64(*traces) {
			text := tracegen.Text(irgen.Seeded(seed), tracegen.Options{
				Events: 30 + int(seed%60), Threads: 2 + int(seed%5), Vars: 1 + int(seed%5), Discipline: []int{-1, 0, 60}[seed%3],
				Blocks: true, Untidy: seed%4 > 0, NoFork: seed%2 == 0,
			})
			ref := reference{blocks: o.Rules == nil, data: o.Data, acts: map[string]*referenceThread{}}
			want := 0
			for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
				if line != "" && ref.line(line) {
					want = i + 1
					break
				}
			}
			if want > 0 {
				violated++
			}
			require.Equal(t, want, checked(t, o, text), "seed %d, data %v\n%s", seed, o.Data, text)
		}
		t.Logf("%d of %d traces are not serializable", violated, *traces)
		require.Greater(t, violated, *traces/8)
		require.Less(t, violated, *traces*7/8)
	}
}

// A transaction that starts a thread and waits for it has the empty transaction of that thread in between; a thread
// that does nothing at all has none.
func TestEmptyTransaction(t *testing.T) {
	none, err := transactions.Parse("rules", []byte("none thread"))
	require.NoError(t, err)
	empty := "T1|begin|1\nT1|fork(T2)|2\nT2|begin|3\nT2|end|4\nT1|join(T2)|5\nT1|end|6\n"
	require.Equal(t, 5, checked(t, options{Rules: none}, empty))
	require.Equal(t, 5, checked(t, options{Rules: none, Data: true}, empty))
	require.Zero(t, checked(t, options{Rules: none}, "T1|begin|1\nT1|fork(T2)|2\nT1|join(T2)|3\nT1|end|4\n"))
}
