package blockwise_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/examples/reduction"
	"github.com/seed38182bad/parallax/examples/serial"
)

// What one checker of atomicity finds is held against what the others do: the exact one (serial), reduction and this
// one. They are about the same transactions, which are compared by the functions that they are, or begin in.
var (
	exact   = checkertest.Checker{Analyzer: serial.Analyzer, Flags: []string{"data=true"}}
	reduced = checkertest.Checker{Analyzer: reduction.Analyzer, Flags: []string{"published=false"}, Offline: true}
	byBlock = checkertest.Checker{Analyzer: blockwise.Analyzer, Offline: true}
)

// funcs are the functions that findings are about.
func funcs(fs []envs.Finding) map[string]bool {
	all := map[string]bool{}
	for _, f := range fs {
		all[f.Func] = true
	}
	return all
}

// generators are the ways in which programs are generated.
var generators = []struct {
	name     string
	generate func(irgen.Draw) string
}{
	{"transactions", drawn.Transactions},
	{"sharing", drawn.Marked(drawn.Sharing)},
	{"blocks", drawn.Marked(irgen.Blocks)},
	{"any", drawn.Marked(func(draw irgen.Draw) string { return irgen.Program(draw, irgen.Options{NoRaw: true}) })},
}

// generated calls f with generated programs.
func generated(t *testing.T, f func(t *testing.T, p *ir.Program, text string, count map[string]int)) {
	for _, g := range generators {
		t.Run(g.name, func(t *testing.T) {
			count := map[string]int{}
			defer func() { t.Log(count) }()
			for text := range checkertest.Generated(*programs, g.generate) {
				p, err := ir.Parse("x.plx", text)
				require.NoError(t, err)
				f(t, p, text, count)
			}
		})
	}
}

// runs calls f with runs in which all transactions end: neither in a deadlock, which the theorems exclude, nor since
// nobody catches an exception.
func runs(p *ir.Program, f func(envs.Run)) {
	for seed := range uint64(4) {
		run := p.Run(seed, ir.Options{MaxSteps: 2000, MaxDepth: 100})
		if r := run.Result(); r.End == ir.Completed && len(r.Uncaught) == 0 {
			f(run)
		}
	}
}

// Whoever is reported is reported by reduction, too: over all paths, and in a run that is known as a whole. On-line
// reduction passes what comes before it is known that memory is shared (the report, section 5.2.3), while this checker
// looks at it once more. Unless told otherwise, reduction also passes initialisation, if only the order in which locks
// were taken tells it from other accesses. Where this checker gives up the order of a transaction, and says so,
// reduction does not.
func TestAmongReduction(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	generated(t, func(t *testing.T, p *ir.Program, text string, count map[string]int) {
		among(t, text, count, "over all paths", byBlock.Static(t, p), reduced.Static(t, p))
		runs(p, func(run envs.Run) {
			among(t, text, count, "in a run", byBlock.Dynamic(t, p, run), reduced.Dynamic(t, p, run))
		})
	})
}

// among holds what is reported by blocks against what reduction reports.
func among(t *testing.T, text string, count map[string]int, where string, blocks, reduced []envs.Finding) {
	also := funcs(reduced)
	for _, f := range blocks {
		switch {
		case also[f.Func]:
			count[where]++
		case strings.HasSuffix(f.Message, blockwise.Unordered):
			count[where+", in no known order, not by reduction"]++
		default:
			t.Fatalf("%s %s: %v\n%s", where, f.Func, checkertest.Story(f), text)
		}
	}
}

// recorder records the transactions of a run.
type recorder struct {
	open     transactions.Follower
	memory   envs.Memory
	threads  envs.Threads
	all      []*doing // singles included
	accesses []recorded
	ends     map[[2]string]bool // the functions in which transactions begin and end
}

func (c *recorder) analysis() dataflow.Analysis[member] {
	return dataflow.Analysis[member]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return, Thrown: c.Thrown,
	}
}

type recorded struct {
	by    *doing
	write bool
	v     string
}

// member is a frame's part in it.
type member struct {
	is transactions.State
	in *doing
}

func (m member) Clone() member               { return m }
func (m member) Merge(member) (member, bool) { panic("a run has one path") }
func (r *recorder) begin(name string) *doing {
	d := &doing{thread: fmt.Sprint(r.threads.Thread()), name: name}
	r.all = append(r.all, d)
	return d
}

func (r *recorder) Entry(env envs.Env, fn *envs.Func) member {
	return r.entered(env, member{is: r.open.Entry(env, fn)}, fn)
}

func (r *recorder) Enter(env envs.Env, _ *envs.Op, m member, fn *envs.Func) (member, string) {
	return r.entered(env, member{r.open.Enter(env, m.is, fn), m.in}, fn), ""
}

func (r *recorder) entered(env envs.Env, m member, fn *envs.Func) member {
	if m.is.Own() {
		m.in = r.begin(fn.Name)
	}
	return m
}

func (r *recorder) Step(env envs.Env, op *envs.Op, m member) member {
	is, now := r.open.Step(env, op, m.is)
	if m.is = is; now.Begins && !now.Ends {
		m.in = r.begin(env.Func().Name)
	}
	if v := r.memory.Variable(); op.Accesses() && v != 0 {
		in := m.in
		if in == nil {
			in = r.begin("")
		}
		if op.Kind != envs.Store {
			r.accesses = append(r.accesses, recorded{in, false, fmt.Sprint(v)})
		}
		if op.Writes() {
			r.accesses = append(r.accesses, recorded{in, true, fmt.Sprint(v)})
		}
	}
	if now.Ends && m.in != nil {
		r.ends[[2]string{m.in.name, env.Func().Name}] = true
	}
	switch {
	case now.Begins && now.Ends:
		m.in = r.begin(env.Func().Name)
	case now.Ends:
		m.in = nil
	}
	return m
}

func (r *recorder) Return(env envs.Env, _ *envs.Op, exit, m member) member {
	is, now := r.open.Return(env, m.is, exit.is)
	switch m.is = is; {
	case now.Begins:
		m.in = r.begin(env.Func().Name)
	case !is.MayBeIn():
		m.in = nil
	default:
		m.in = exit.in
	}
	return m
}

func (r *recorder) Thrown(env envs.Env, call *envs.Op, thrown, m member) member {
	return r.Return(env, call, thrown, m)
}

func record(t *testing.T, p envs.Program, run envs.Run) *recorder {
	r := &recorder{ends: map[[2]string]bool{}}
	w := dataflow.NewWatch(p, dataflow.NewAnalyzer("recorder", "records",
		func(req *dataflow.Requires) dataflow.Analysis[member] {
			r.open = transactions.Follow(req, nil)
			r.memory, r.threads = world.Memory.For(req), world.Threads.For(req)
			return r.analysis()
		}))
	require.NoError(t, w.Run(context.Background(), run))
	return r
}

// explained reports whether a serial order explains what the transactions of some names, and the single accesses of
// what they access, read and leave. These are taken to be all there is. If they are too many to try all orders it is
// not known.
func (r *recorder) explained(names []string) (is, known bool) {
	vars, final := map[string]bool{}, map[string]int{}
	for _, x := range r.accesses {
		x.by.ops = nil
		vars[x.v] = vars[x.v] || slices.Contains(names, x.by.name)
	}
	writes := 0
	for _, x := range r.accesses {
		if x.by.name == "" && !vars[x.v] || x.by.name != "" && !slices.Contains(names, x.by.name) {
			continue
		}
		a := access{write: x.write, v: x.v, from: final[x.v]}
		if x.write {
			writes++
			a.own, final[x.v] = writes, writes
		}
		x.by.ops = append(x.by.ops, a)
	}
	some := slices.DeleteFunc(slices.Clone(r.all), func(d *doing) bool { return len(d.ops) == 0 })
	if len(some) > 24 {
		return false, false
	}
	return serializable(some, final), true
}

// aboutThreads reports whether a step of a story is about a thread that is started or waited for. What a transaction
// starts and waits for the checker by blocks takes for a part of it, and reduction lets it come before what it wakes
// up.
func aboutThreads(step string) bool { return strings.Contains(step, " a thread is ") }

// held holds what is reported of a run against what the exact checker finds in it. Reduction names a transaction by
// the function in which it ends.
func held(t *testing.T, p envs.Program, run envs.Run, count map[string]int, text string, reported,
	blocks map[string]bool) {
	t.Helper()
	cycles := exact.Dynamic(t, p, run)
	if len(cycles) == 0 {
		return
	}
	r := record(t, p, run)
	for _, f := range cycles {
		var members []string
		for _, item := range f.Items {
			members = append(members, strings.TrimPrefix(item, "transaction "))
		}
		require.Contains(t, members, f.Subject)
		count["cycles"]++
		also := false
		for end := range r.ends {
			also = also || end[0] == f.Subject && reported[end[1]]
		}
		threads := slices.ContainsFunc(checkertest.Story(f), aboutThreads)
		if !also && threads {
			count["cycles of what a transaction starts or waits for, not reported by reduction"]++
			continue
		}
		require.True(t, also, "reduction reports %v, not %s: %v\n%s", reported, f.Subject, checkertest.Story(f), text)
		switch is, known := r.explained(members); {
		case blocks[f.Subject]:
		case slices.ContainsFunc(members, func(m string) bool { return blocks[m] }):
			count["cycles that were closed by who is not split"]++
		case threads:
			count["cycles of what a transaction starts or waits for"]++
		case !known:
			count["cycles that may be explained"]++
		default:
			require.True(t, is, "none of %v is reported: %v\n%s", members, checkertest.Story(f), text)
			count["cycles that a serial order explains"]++
		}
	}
}

// A transaction that closes a cycle in a run, which the exact checker finds, is reported by reduction: if it could be
// reduced, what comes between its operations could not have. Of those in the cycle one is reported by this checker,
// unless a serial order of them leads to the same reads and final writes. Conflicts are those of data, as in the
// report, section 5.1; what else serial may take for a conflict, the order in which locks were taken, is not.
func TestFoundIfNotSerializable(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	generated(t, func(t *testing.T, p *ir.Program, text string, count map[string]int) {
		reported, blocks := funcs(reduced.Static(t, p)), funcs(byBlock.Static(t, p))
		runs(p, func(run envs.Run) {
			held(t, p, run, count, "in a run\n"+text, funcs(reduced.Dynamic(t, p, run)), funcs(byBlock.Dynamic(t, p, run)))
			held(t, p, run, count, "over all paths\n"+text, reported, blocks)
		})
	})
}

// The same of generated traces, in which each transaction has a name of its own.
func TestContainedInTraces(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	count := map[string]int{}
	for seed := range uint64(*programs * 20) {
		text := tracegen.Text(irgen.Seeded(seed),
			tracegen.Options{Events: 40, Threads: 4, Locks: 2, Vars: 4, Blocks: true, NoFork: true,
				Discipline: []int{-1, 50, 90}[seed%3]})
		lines := closed(strings.Split(strings.TrimSpace(text), "\n"))
		for i, line := range lines {
			lines[i] = strings.Replace(line, "|begin(f)|", fmt.Sprintf("|begin(f%d)|", i), 1)
		}
		text = strings.Join(lines, "\n") + "\n"
		p, run := tracetest.Read(t, text)
		reductions, blocks := reduced.Dynamic(t, p, run), byBlock.Dynamic(t, p, run)
		among(t, text, count, "by blocks", blocks, reductions)
		held(t, p, run, count, text, funcs(reductions), funcs(blocks))
	}
	t.Log(count)
	require.Greater(t, count["by blocks"], *programs)
	require.Greater(t, count["cycles"], *programs)
}

// A transaction that starts a thread may be reported though it can be reduced: here T2 can come between the two
// sections of l only if it is started there. Which locks are held since when of the time in which others may run is
// not looked at.
func TestStartedInTheSecondSection(t *testing.T) {
	p, run := tracetest.Read(t,
		"T1|begin(f)|1\nT1|acq(l)|2\nT1|w(x)|3\nT1|rel(l)|4\nT1|acq(l)|5\nT1|fork(T2)|6\nT1|r(y)|7\nT1|rel(l)|8\nT1|end|9\n"+
			"T2|r(x)|10\nT2|acq(l)|11\nT2|w(y)|12\nT2|rel(l)|13\n")
	require.Empty(t, exact.Dynamic(t, p, run))
	require.Equal(t, map[string]bool{}, funcs(reduced.Dynamic(t, p, run)))
	require.Equal(t, map[string]bool{"f": true}, funcs(byBlock.Dynamic(t, p, run)))
}
