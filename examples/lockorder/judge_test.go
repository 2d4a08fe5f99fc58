package lockorder_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

var checker = checkertest.Checker{Analyzer: lockorder.Analyzer}

var percent = flag.Int("lockorder.percent", 40,
	"how many generated programs are looked at, of those that a change of the checker deserves; at least 40")

// programs is how many programs are looked at of n, and how often something must come up that does
// n times in all of them.
func programs(n int) int { return n * max(*percent, 40) / 100 }

// A deadlock is what the exploration of a program shows: threads that wait for each
// other, each for a lock that the next one holds.
type deadlock struct {
	locks string       // their names, sorted
	waits []envs.Point // where they wait
}

// named are the objects of a program that are locks, and what they are called.
func named(r *ir.Result) map[uint64]string {
	names := map[uint64]string{}
	for _, l := range []string{"l0", "l1", "l2", "l3", "gate"} {
		if obj := r.Global(l).Object(); obj != 0 {
			names[obj] = l
		}
	}
	return names
}

// deadlocks explores all schedules of a program.
func deadlocks(t *testing.T, p *ir.Program, named func(*ir.Result) map[uint64]string) (all []deadlock, complete bool) {
	seen := map[string]bool{}
	_, complete = p.Explore(ir.Options{Merge: true, MaxRuns: 3_000, MaxSteps: 2_000}, func(r *ir.Result) bool {
		if r.End != ir.Deadlock {
			return true
		}
		names := named(r)
		blocked := map[envs.Thread]ir.Blocked{}
		for _, b := range r.Blocked {
			if b.Obj != 0 && !b.Notify && b.For != 0 {
				blocked[b.Thread] = b
			}
		}
		for id := range blocked {
			var d deadlock
			var locks []string
			at := id
			for range len(blocked) {
				b, ok := blocked[at]
				if !ok {
					break
				}
				locks, d.waits = append(locks, names[b.Obj]), append(d.waits, b.At)
				if at = b.For; at == id {
					slices.Sort(locks)
					slices.SortFunc(d.waits, envs.Point.Compare)
					d.locks = strings.Join(slices.Compact(locks), " ")
					if key := d.locks + show(p, d.waits); !seen[key] {
						seen[key] = true
						all = append(all, d)
					}
					break
				}
			}
		}
		return true
	})
	return all, complete
}

func show(p *ir.Program, points []envs.Point) string {
	var list []string
	for _, pt := range points {
		list = append(list, p.Position(pt).String())
	}
	return strings.Join(list, " ")
}

// locksOf are the locks of a cycle, sorted.
func locksOf(f envs.Finding) string {
	names := strings.Split(f.Subject, " -> ")
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// covers reports whether findings of a kind tell of a deadlock at the waits for which at says so.
func covers(fs []envs.Finding, kind string, d deadlock, at func(f *envs.Finding, d deadlock) bool) bool {
	return slices.ContainsFunc(fs, func(f envs.Finding) bool {
		return f.Kind == kind && locksOf(f) == d.locks && at(&f, d)
	})
}

// free requires that nothing is found in a program, and that its runs come to their end.
func free(t *testing.T, p *ir.Program, paths envs.Program, text string) {
	require.Empty(t, checker.Static(t, paths), text)
	for seed := range uint64(2) {
		run := p.Run(seed, ir.Options{})
		require.Empty(t, checker.Dynamic(t, p, run), text)
		require.Equal(t, ir.Completed, run.Result().End, text)
	}
}

func everywhere(f *envs.Finding, d deadlock) bool {
	return !slices.ContainsFunc(d.waits, func(p envs.Point) bool { return !slices.Contains(f.Points, p) })
}

func somewhere(f *envs.Finding, d deadlock) bool {
	return slices.ContainsFunc(d.waits, func(p envs.Point) bool { return slices.Contains(f.Points, p) })
}

// TestDeadlocks holds the checker to the exploration of generated programs. Over all paths it finds every deadlock of
// locks at each of the waits. In a straight program every run that comes to its end finds it.
func TestDeadlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	var real, whole, told, cameAbout, found int
	for seed := range programs(600) {
		opts := drawn.LockOptions{Straight: seed%2 == 0}
		text := drawn.Locks(irgen.Seeded(uint64(seed)), opts)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		ds, complete := deadlocks(t, p, named)
		if complete {
			whole++
		}
		real += len(ds)
		static := checker.Static(t, p)
		found += len(static)
		for _, d := range ds {
			require.True(t, covers(static, lockorder.Cycle, d, everywhere), "over all paths: %s at %s\n%s\n%v", d.locks,
				show(p, d.waits), text, static)
		}
		if !opts.Straight {
			continue
		}
		for seed := range 3 {
			run := p.Run(uint64(seed), ir.Options{})
			fs := checker.Dynamic(t, p, run)
			if run.Result().End != ir.Completed {
				continue
			}
			for _, d := range ds {
				require.True(t, covers(fs, lockorder.Cycle, d, somewhere), "in a run: %s at %s\n%s\n%v", d.locks, show(p, d.waits),
					text, fs)
			}
			for _, f := range fs {
				told++
				if slices.ContainsFunc(ds, func(d deadlock) bool { return d.locks == locksOf(f) }) {
					cameAbout++
				}
			}
		}
	}
	t.Logf("%d programs explored to the end; %d deadlocks; %d cycles over all paths; "+
		"of %d cycles told in runs %d come about",
		whole, real, found, told, cameAbout)
	require.Greater(t, real, programs(200))
}

// TestDiscipline: nothing is reported about programs that take locks in one order, or
// several of them under a gate only.
func TestDiscipline(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	for seed := range programs(400) {
		opts := drawn.LockOptions{Ordered: seed%2 == 0, Gated: seed%2 == 1}
		text := drawn.Locks(irgen.Seeded(uint64(seed)), opts)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		free(t, p, p, text)
	}
}

// TestContained: what runs show is found over all paths too, also where locks have no
// name, for which the checker has to count them.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	shown := checkertest.Contained(t, checker, checkertest.Generated(programs(300), func(draw irgen.Draw) string {
		return drawn.Locks(draw, drawn.LockOptions{})
	}))
	require.Greater(t, shown[lockorder.Cycle], programs(50))
	all := checker
	all.Flags = []string{"all=true"}
	shown = checkertest.Contained(t, all, checkertest.Generated(max(programs(120), 120), func(draw irgen.Draw) string {
		return irgen.Program(draw, irgen.Options{Stmts: 15}) // of twice as many each wait is in thousands of cycles
	}))
	t.Log(shown)
	require.Greater(t, min(shown[lockorder.Cycle], shown[lockorder.Kept]), 1)
}
