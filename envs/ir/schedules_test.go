package ir_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

var programs = flag.Int("ir.programs", 400, "how many generated programs the tests of schedules have")

// drawn is how many programs a test draws: in the first tier 20, as the soundness tests do.
func drawn() uint64 {
	if testing.Short() {
		return 20
	}
	return uint64(*programs)
}

// outcome is all that an execution leaves behind: the values of variables, exceptions, and who waits.
func outcome(r *ir.Result) string {
	var b strings.Builder
	a := r.Global("a")
	f, _ := r.Field(a, "f")
	fmt.Fprint(&b, r.End, " x=", r.Global("x"), " y=", r.Global("y"), " f=", f, " done=", r.Global("done"))
	var all []string
	for _, u := range r.Uncaught {
		all = append(all, fmt.Sprint(" !", u.Value, "@", u.At))
	}
	for _, w := range r.Blocked {
		all = append(all, fmt.Sprint(" waits@", w.At))
	}
	slices.Sort(all)
	return b.String() + strings.Join(all, "")
}

// search is what a way to search finds of a program.
type search struct {
	outcomes map[string]bool
	report   explore.Report
}

func (s search) String() string { return strings.Join(slices.Sorted(maps.Keys(s.outcomes)), "\n") }

// stateless runs a strategy.
func stateless(p *ir.Program, by explore.Strategy, limit int) search {
	s := search{outcomes: map[string]bool{}}
	sys := p.System(ir.Options{})
	s.report = explore.Run(sys, by, explore.Options{Executions: limit, Steps: 300}, func(x explore.Execution) bool {
		if x.End != explore.Redundant {
			s.outcomes[outcome(sys.Result())] = true
		}
		return true
	})
	return s
}

// states searches all states.
func states(p *ir.Program, opts explore.StatesOptions, stops ...ir.Stops) (search, explore.Count) {
	s := search{outcomes: map[string]bool{}}
	sys := p.System(ir.Options{Stops: append(stops, ir.Noticed)[0]})
	count := explore.States(sys, opts, explore.Visitor{End: func(*explore.Path) bool {
		s.outcomes[outcome(sys.Result())] = true
		return true
	}})
	return s, count
}

// TestStrategiesAgree draws programs. Every way to search finds the same outcomes, and optimal reduction executes each
// trace once.
func TestStrategiesAgree(t *testing.T) {
	sum := map[string]int{}
	for seed := range drawn() {
		text := irgen.Schedules(irgen.Seeded(seed))
		p, err := ir.Parse("drawn.plx", text)
		require.NoError(t, err, text)
		require.NoError(t, envs.Validate(p))
		full, count := states(p, explore.StatesOptions{})
		require.True(t, count.Complete)
		sum["states"] += count.States
		for _, opts := range []explore.StatesOptions{{Breadth: true}, {Sleep: true}} {
			other, c := states(p, opts)
			require.Equal(t, full.String(), other.String(), "seed %d, %+v\n%s", seed, opts, text)
			if opts.Breadth {
				require.Equal(t, count.States, c.States)
			}
		}
		every, c := states(p, explore.StatesOptions{}, ir.Every)
		require.Equal(t, full.String(), every.String(), "seed %d\n%s", seed, text)
		sum["every state"] += c.States
		for name, by := range map[string]explore.Strategy{
			"optimal": explore.NewDPOR(explore.DPOROptions{}),
			"source":  explore.NewDPOR(explore.DPOROptions{Source: true}),
		} {
			got := stateless(p, by, 50_000)
			if got.report.Executions == 50_000 {
				sum[name+" too many"]++
				continue
			}
			require.True(t, got.report.Complete, "seed %d %s: %s\n%s", seed, name, got.report.Why, text)
			require.Equal(t, full.String(), got.String(), "seed %d, %s\n%s", seed, name, text)
			sum[name] += got.report.Executions
			sum[name+" redundant"] += got.report.Redundant
			if name == "optimal" {
				require.Zero(t, got.report.Redundant, "seed %d\n%s", seed, text)
			}
		}
	}
	t.Log(sum)
	require.Less(t, sum["optimal too many"]+sum["source too many"], int(drawn())/500+1)
	require.LessOrEqual(t, sum["optimal"], sum["source"])
}

// recorder is a strategy that notes the trace of each execution.
type recorder struct {
	explore.Strategy
	events []traced
	edges  map[int][]int // by thread: events after which it goes on
	last   map[int]int   // by thread: its latest event, plus 1
}

type traced struct {
	explore.Choice
	accesses []explore.Access
	after    []int
}

func (r *recorder) Begin() bool {
	r.events, r.edges, r.last = nil, map[int][]int{}, map[int]int{}
	return r.Strategy.Begin()
}

func (r *recorder) Order(from, to int) {
	if n := r.last[from]; n > 0 {
		r.edges[to] = append(r.edges[to], n-1)
	}
	r.edges[to] = append(r.edges[to], r.edges[from]...)
	r.Strategy.Order(from, to)
}

func (r *recorder) Next(ops []explore.Op) (explore.Choice, bool) {
	c, ok := r.Strategy.Next(ops)
	if ok {
		i := slices.IndexFunc(ops, func(op explore.Op) bool { return op.Thread == c.Thread })
		r.events = append(r.events, traced{c, slices.Clone(ops[i].Accesses), slices.Clone(r.edges[c.Thread])})
		r.last[c.Thread] = len(r.events)
	}
	return c, ok
}

// normalForm is the same for schedules that are equivalent: the events in layers, each of which depends on one in the
// layer before (Foata).
func (r *recorder) normalForm() string {
	layer := make([]int, len(r.events))
	var words []string
	for i, e := range r.events {
		for j, f := range r.events[:i] {
			dependent := e.Thread == f.Thread || slices.Contains(e.after, j)
			for _, x := range e.accesses {
				for _, y := range f.accesses {
					dependent = dependent || x.Object == y.Object && (x.Mode != explore.Read || y.Mode != explore.Read)
				}
			}
			if dependent {
				layer[i] = max(layer[i], layer[j]+1)
			}
		}
		words = append(words, fmt.Sprintf("%03d %d=%d", layer[i], e.Thread, e.Value))
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// TestOptimal lists every schedule of programs that have few, and counts the traces by their normal forms. There are as
// many executions of an optimal search, and each has a normal form of its own.
func TestOptimal(t *testing.T) {
	few, most := 0, 0
	for seed := range drawn() {
		text := irgen.Schedules(irgen.Seeded(seed))
		p, err := ir.Parse("drawn.plx", text)
		require.NoError(t, err)
		forms := func(by explore.Strategy, limit int) (map[string]bool, explore.Report) {
			all, r := map[string]bool{}, &recorder{Strategy: by}
			return all, explore.Run(p.System(ir.Options{}), r, explore.Options{Executions: limit}, func(explore.Execution) bool {
				all[r.normalForm()] = true
				return true
			})
		}
		want, all := forms(explore.NewExhaustive(-1), 2000)
		if !all.Complete {
			continue
		}
		few, most = few+1, max(most, len(want))
		got, optimal := forms(explore.NewDPOR(explore.DPOROptions{}), 0)
		require.Equal(t, want, got, "seed %d\n%s", seed, text)
		require.Len(t, got, optimal.Executions, "seed %d\n%s", seed, text)
	}
	t.Log(few, "programs with up to", most, "traces")
	require.Greater(t, few, int(drawn())/4)
	if !testing.Short() { // so few programs need not have one with many
		require.Greater(t, most, 50)
	}
}

// stuck are outcomes without the places at which threads wait: a thread that need not wait has gone on in some
// searches.
func stuck(s search) string {
	cut := map[string]bool{}
	for o := range s.outcomes {
		o, _, _ = strings.Cut(o, " waits@")
		cut[o] = true
	}
	return search{outcomes: cut}.String()
}

// TestBlocks draws programs in which each access is under the monitor that protects the variable, or before and after
// all threads. Threads that stop at blocks leave the same behind as those that stop anywhere.
func TestBlocks(t *testing.T) {
	sum := map[string]int{}
	for seed := range drawn() {
		text := irgen.Protected(irgen.Seeded(seed))
		p, err := ir.Parse("drawn.plx", text)
		require.NoError(t, err, text)
		full, count := states(p, explore.StatesOptions{})
		blocks, b := states(p, explore.StatesOptions{}, ir.Blocks)
		require.Equal(t, stuck(full), stuck(blocks), "seed %d\n%s", seed, text)
		sum["states"] += count.States
		sum["blocks"] += b.States
		sleeping, s := states(p, explore.StatesOptions{Sleep: true}, ir.Blocks)
		require.Equal(t, stuck(full), stuck(sleeping), "seed %d\n%s", seed, text)
		sum["transitions"] += b.Transitions
		sum["transitions RW"] += s.Transitions
	}
	t.Log(sum)
}
