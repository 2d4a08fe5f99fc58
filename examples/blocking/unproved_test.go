package blocking_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// unproved is the checker with -all.
var unproved = checkertest.Checker{Analyzer: blocking.Analyzer, Flags: []string{"all=true"},
	Kinds: []string{blocking.Kind}}

func TestUnproved(t *testing.T) { checkertest.Text(t, unproved, "testdata/all/*.plx") }

// With -all, each operation at which a thread waits for good in some schedule is reported. Of what is reported, a good
// part has such a schedule, and most programs that have none are proved as a whole.
func TestEachBlockedWaitIsReported(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 1,500 programs and explores all schedules of each")
	}
	t.Parallel()
	var blocking, free, whole, blocked, reported, proved int
	for seed := range uint64(1500) {
		text := waits(irgen.Seeded(seed))
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		real, complete := everBlocked(p)
		found := map[envs.Point]bool{}
		for _, f := range unproved.Static(t, p) {
			for _, at := range f.Points {
				found[at] = found[at] || f.Kind == "blocked"
			}
		}
		for at := range real {
			require.True(t, found[at], "seed %d: %v blocks\n%s", seed, p.Position(at), text)
		}
		if !complete {
			continue
		}
		blocked, reported, proved = blocked+len(real), reported+len(found), proved+waitsOf(p)-len(found)
		switch {
		case len(real) > 0:
			blocking++
		case len(found) == 0:
			whole++
			fallthrough
		default:
			free++
		}
	}
	t.Logf("%d programs block and %d do not, of which %d are proved as a whole", blocking, free, whole)
	t.Logf("%d waits block, %d are reported, %d are proved", blocked, reported, proved)
	require.Greater(t, min(blocking, free), 400)
	require.Greater(t, whole, free*3/4)
	require.Greater(t, blocked, reported*2/5)
	require.Greater(t, proved, reported*2)
}

// everBlocked are the operations at which a thread waits for good in some schedule, by brute force.
func everBlocked(p *ir.Program) (all map[envs.Point]bool, complete bool) {
	all = map[envs.Point]bool{}
	_, complete = p.Explore(ir.Options{Merge: true, MaxRuns: 4_000, MaxSteps: 2_000}, func(r *ir.Result) bool {
		for _, b := range r.Blocked {
			all[b.At] = true
		}
		return true
	})
	return all, complete
}

// waitsOf is how many operations wait in functions that can be reached.
func waitsOf(p *ir.Program) (n int) {
	var reached []envs.FuncID
	for work := slices.Clone(p.Roots()); len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if slices.Contains(reached, f) {
			continue
		}
		reached = append(reached, f)
		for i := range p.Func(f).Ops {
			op := &p.Func(f).Ops[i]
			if op.Waits() {
				n++
			}
			if op.Callee != nil {
				work = append(work, op.Callee.Funcs...)
			}
		}
	}
	return n
}

// Threads that are blocked at the end of a run wait where it is not proved that they do not, also in programs that are
// drawn for other purposes: with calls of each other, exceptions, arrays and numbers.
func TestUnprovedContained(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 20
	}
	shown := checkertest.Contained(t, unproved, checkertest.Generated(n, func(draw irgen.Draw) string {
		return irgen.Program(draw, irgen.Options{})
	}))
	require.Greater(t, shown[blocking.Kind], n/10)
}
