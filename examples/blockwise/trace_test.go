package blockwise_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/blockwise"
)

// found is what the checker finds in a trace, on-line and off-line.
func found(t testing.TB, text string) (online, offline []envs.Finding) {
	p, run := tracetest.Read(t, text)
	w := dataflow.NewWatch(p, blockwise.Analyzer())
	require.NoError(t, w.Run(context.Background(), run))
	whole := dataflow.NewWatch(p, blockwise.Analyzer())
	require.NoError(t, whole.RunWhole(context.Background(), run))
	return w.Findings(), whole.Findings()
}

// A doing is a transaction of a trace.
type doing struct {
	thread string
	name   string
	ops    []access
}

type access struct {
	write bool
	v     string
	from  int // of a read: which write it reads, 0 if none
	own   int // of a write: its number
}

// teller takes a trace apart into transactions, by the rules: what begins outside of others, monitor blocks
// outside of others, and each other access.
type teller struct {
	frames []bool // whether they are transactions
	held   []string
	open   *doing
	block  bool
}

// doings are the transactions of a trace, in the order of their first events, of which all are closed, and the final
// writes.
func doings(lines []string) (all []*doing, final map[string]int) {
	threads := map[string]*teller{}
	final = map[string]int{}
	writes := 0
	for _, line := range lines {
		parts := strings.Split(line, "|")
		name, op := parts[0], parts[1]
		th := threads[name]
		if th == nil {
			th = &teller{}
			threads[name] = th
		}
		verb, arg, _ := strings.Cut(strings.TrimSuffix(op, ")"), "(")
		begin := func() {
			th.open = &doing{thread: name}
			all = append(all, th.open)
		}
		settle := func() {
			switch {
			case len(th.held) > 0 && th.open == nil:
				begin()
				th.block = true
			case len(th.held) == 0 && th.block:
				th.open, th.block = nil, false
			}
		}
		switch {
		case verb == "acq":
			th.held = append(th.held, arg)
			settle()
		case verb == "rel":
			i := len(th.held) - 1
			for th.held[i] != arg {
				i--
			}
			th.held = slices.Delete(th.held, i, i+1)
			settle()
		case strings.HasPrefix(verb, "begin"):
			own := th.open == nil
			th.frames = append(th.frames, own)
			if own {
				begin()
			}
		case strings.HasPrefix(verb, "end"):
			n := len(th.frames) - 1
			if th.frames[n] {
				th.open = nil
				settle()
			}
			th.frames = th.frames[:n]
		case verb == "r" || verb == "w":
			a := access{write: verb == "w", v: arg, from: final[arg]}
			if a.write {
				writes++
				a.own = writes
				final[arg] = writes
			}
			if th.open == nil {
				all = append(all, &doing{thread: name, ops: []access{a}})
				continue
			}
			th.open.ops = append(th.open.ops, a)
		}
	}
	return slices.DeleteFunc(all, func(d *doing) bool { return len(d.ops) == 0 }), final
}

// closed is a trace with all that is open closed.
func closed(lines []string) []string {
	open := map[string][]string{}
	var names []string
	for _, line := range lines {
		parts := strings.Split(line, "|")
		name := parts[0]
		verb, arg, _ := strings.Cut(strings.TrimSuffix(parts[1], ")"), "(")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		close := ""
		switch {
		case verb == "acq":
			close = "rel(" + arg + ")"
		case strings.HasPrefix(verb, "begin"):
			close = "end"
		case verb == "rel":
			for i, c := range slices.Backward(open[name]) {
				if c == "rel("+arg+")" {
					open[name] = slices.Delete(open[name], i, i+1)
					break
				}
			}
		case strings.HasPrefix(verb, "end"):
			for i, c := range slices.Backward(open[name]) {
				if c == "end" {
					open[name] = slices.Delete(open[name], i, i+1)
					break
				}
			}
		}
		if close != "" {
			open[name] = append(open[name], close)
		}
	}
	for _, name := range names {
		for _, c := range slices.Backward(open[name]) {
			lines = append(lines, fmt.Sprintf("%s|%s|%d", name, c, 900))
		}
	}
	return lines
}

// serializable reports whether some serial order, in which the transactions of each thread keep theirs, has the same
// reads and final writes. It tries all of them, but those of which the beginning is wrong.
func serializable(all []*doing, final map[string]int) bool {
	done, last := make([]bool, len(all)), map[string]int{}
	dead := map[string]bool{}
	var walk func(left int) bool
	walk = func(left int) bool {
		if left == 0 {
			for v, w := range final {
				if last[v] != w {
					return false
				}
			}
			return true
		}
		key := fmt.Sprint(done, last)
		if dead[key] {
			return false
		}
	next:
		for i, d := range all {
			if done[i] {
				continue
			}
			for j, e := range all[:i] {
				if !done[j] && e.thread == d.thread {
					continue next
				}
			}
			before := map[string]int{}
			ok := true
			for _, a := range d.ops {
				if _, known := before[a.v]; !known {
					before[a.v] = last[a.v]
				}
				if a.write {
					last[a.v] = a.own
				} else if ok = last[a.v] == a.from; !ok {
					break
				}
			}
			if ok {
				done[i] = true
				ok = walk(left - 1)
				done[i] = false
			}
			for v, w := range before {
				last[v] = w
			}
			if ok {
				return true
			}
		}
		dead[key] = true
		return false
	}
	return walk(len(all))
}

// Of a trace that no serial order of its transactions explains, a transaction is reported: off-line always, on-line
// unless it takes a circle that another one closes, which comes later.
func TestTracesAreSound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	count := map[bool]int{}
	reported, missed := 0, 0
	for seed := range uint64(1500) {
		text := tracegen.Text(irgen.Seeded(seed),
			tracegen.Options{Events: 24, Threads: 3, Locks: 2, Vars: 3, Blocks: true, NoFork: true,
				Discipline: []int{-1, 50, 90}[seed%3]})
		lines := closed(strings.Split(strings.TrimSpace(text), "\n"))
		text = strings.Join(lines, "\n") + "\n"
		all, final := doings(lines)
		is := serializable(all, final)
		count[is]++
		online, offline := found(t, text)
		if !is {
			require.NotEmpty(t, offline, "seed %d, off-line\n%s", seed, text)
			if len(online) == 0 {
				missed++
			}
		} else if len(offline) > 0 {
			reported++
		}
	}
	t.Log(count, "reported of those that are serializable as they are:", reported, "missed on-line:", missed)
	require.Greater(t, count[false], 100)
	require.Less(t, missed, count[false]/50)
}

// What is not a violation for the algorithm, though conflicts of it are in a circle: a write that nobody reads before
// it is overwritten, and locks.
func TestWhatIsNotViewed(t *testing.T) {
	for name, text := range map[string]string{
		"blind writes": "T1|begin|1\nT1|w(x)|2\nT2|w(x)|3\nT1|w(x)|4\nT1|end|5\nT2|r(y)|6\n",
		"locks": "T1|begin|1\nT1|acq(l)|2\nT1|r(x)|3\nT1|rel(l)|4\n" +
			"T2|acq(l)|5\nT2|r(x)|6\nT2|rel(l)|7\nT1|acq(l)|8\nT1|r(x)|9\nT1|rel(l)|10\nT1|end|11\n",
	} {
		online, offline := found(t, text)
		require.Empty(t, online, name)
		require.Empty(t, offline, name)
	}
}

// What a transaction starts and waits for cannot come before it or after it, and is taken for a part of it.
func TestStartedWithin(t *testing.T) {
	online, offline := found(t, "T1|begin|1\nT1|r(x)|2\nT1|fork(T2)|3\nT2|w(x)|4\nT1|join(T2)|5\nT1|w(x)|6\nT1|end|7\n")
	require.Empty(t, online)
	require.Empty(t, offline)
	// But not what may still run while the transaction goes on.
	online, offline = found(t, "T1|begin|1\nT1|r(x)|2\nT1|fork(T2)|3\nT2|w(x)|4\nT1|w(x)|6\nT1|end|7\n")
	require.Len(t, online, 1)
	require.Len(t, offline, 1)
}

// Off-line, the passes end though more threads do the same than are kept.
func TestManyThreads(t *testing.T) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "T%[1]d|begin|1\nT%[1]d|r(x)|2\nT%[1]d|w(x)|3\nT%[1]d|end|4\n", i)
	}
	online, offline := found(t, text.String())
	require.Len(t, online, 1)
	require.Len(t, offline, 1)
}

// A circle is found though there are more transactions than circles are looked for among, if they come later.
func TestCircleAmongMany(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("T1|begin(one)|1\nT2|begin(two)|2\nT3|begin(three)|3\nT1|w(x)|4\nT2|r(x)|5\n" +
		"T2|w(z)|6\nT2|end|7\nT3|r(z)|8\nT3|r(y)|9\nT3|end|10\nT1|w(y)|11\nT1|end|12\n")
	for i := range 100 {
		for thread := range 2 {
			fmt.Fprintf(&text, "T%d|begin(many)|%d\nT%[1]d|w(v%d)|%d\nT%[1]d|end|%[2]d\n", thread+1, 3*i+20, i, 3*i+21)
		}
	}
	_, offline := found(t, text.String())
	var names []string
	for _, f := range offline {
		require.Equal(t, blockwise.OrderKind, f.Kind)
		names = append(names, f.Func)
	}
	require.ElementsMatch(t, []string{"one", "two", "three"}, names)
}
