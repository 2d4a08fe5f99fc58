package lockorder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

// standstills explores all schedules of a program for threads that wait for each other in a circle. A thread waits for
// a lock that the next one holds, for its end, or to be notified by it. Circles have a lock and something else; waits
// are the places at which those of them wait who hold the lock that the one before waits for.
func standstills(p *ir.Program) (all []deadlock, complete bool) {
	seen := map[string]bool{}
	at := map[envs.Thread]envs.Point{} // where the first function of a thread is
	_, complete = p.Explore(ir.Options{Merge: true, MaxRuns: 3_000, MaxSteps: 2_000, Observe: func(s *ir.State) {
		if s.Thread() == 1 && s.Depth() == 1 && s.Point().PC() == 0 {
			clear(at) // another run
		}
		at[s.Thread()] = s.Frame(s.Depth() - 1)
	}}, func(r *ir.Result) bool {
		if r.End != ir.Deadlock {
			return true
		}
		names := map[uint64]string{}
		for _, l := range []string{"l0", "l1", "l2", "m", "c0", "c1"} {
			if obj := r.Global(l).Object(); obj != 0 {
				names[obj] = l
			}
		}
		// The graph of who waits for whom.
		next := map[envs.Thread][]envs.Thread{}
		blocked := map[envs.Thread]ir.Blocked{}
		for _, b := range r.Blocked {
			blocked[b.Thread] = b
		}
		for _, b := range r.Blocked {
			for _, u := range r.Blocked {
				if b.For == u.Thread || b.Notify && u.Thread != b.Thread && mayNotify(p, at[u.Thread], names[b.Obj]) {
					next[b.Thread] = append(next[b.Thread], u.Thread)
				}
			}
		}
		var path []envs.Thread
		var visit func(envs.Thread)
		visit = func(t envs.Thread) {
			if i := slices.Index(path, t); i >= 0 {
				if i == 0 && t == slices.Min(path) {
					if d := circle(path, blocked, names); d.locks != "" {
						if key := d.locks + show(p, d.waits); !seen[key] {
							seen[key] = true
							all = append(all, d)
						}
					}
				}
				return
			}
			path = append(path, t)
			for _, u := range next[t] {
				visit(u)
			}
			path = path[:len(path)-1]
		}
		for _, b := range r.Blocked {
			visit(b.Thread)
		}
		return true
	})
	return all, complete
}

// circle is what threads wait for; without locks if it is only locks, or none.
func circle(path []envs.Thread, blocked map[envs.Thread]ir.Blocked, names map[uint64]string) (d deadlock) {
	isLock := func(t envs.Thread) bool { return blocked[t].Obj != 0 && !blocked[t].Notify }
	locks := 0
	var list []string
	for i, t := range path {
		b := blocked[t]
		switch {
		case isLock(t):
			locks++
			list = append(list, names[b.Obj])
		case b.Notify:
			list = append(list, names[b.Obj])
		default:
			list = append(list, "the end of a thread")
		}
		if isLock(path[(i+len(path)-1)%len(path)]) {
			d.waits = append(d.waits, b.At)
		}
	}
	if locks == 0 || locks == len(path) {
		return deadlock{}
	}
	slices.Sort(list)
	slices.SortFunc(d.waits, envs.Point.Compare)
	d.locks = strings.Join(slices.Compact(list), " ")
	return d
}

// mayNotify reports whether what a function may do after a point notifies of an object,
// itself or in a function that it calls.
func mayNotify(p *ir.Program, after envs.Point, name string) bool {
	if after.IsZero() {
		return false
	}
	fn := p.Func(after.Func())
	seen := make([]bool, len(fn.Ops))
	var todo []int32
	leave := func(op *envs.Op) {
		todo = append(todo, fn.Targets(op)...)
		if op.Falls() {
			todo = append(todo, op.PC+1)
		}
	}
	leave(&fn.Ops[after.PC()])
	for len(todo) > 0 {
		op := &fn.Ops[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if seen[op.PC] {
			continue
		}
		seen[op.PC] = true
		if op.Kind == envs.Notify && op.Path != nil && op.Path.Global == name ||
			op.Kind == envs.Call && op.Callee.Name == "set_"+name {
			return true
		}
		leave(op)
	}
	return false
}

// TestWaits holds the checker to the exploration of generated programs in which threads wait for more than locks. Over
// all paths it finds every circle of theirs with a lock in it, at the places at which they hold the locks. A run that
// comes to its end finds those with ends of threads.
func TestWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	var whole, real, ends, found, told, cameAbout int
	for seed := range programs(500) {
		text := waits(irgen.Seeded(uint64(seed)), false)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		ds, complete := standstills(p)
		if complete {
			whole++
		}
		real += len(ds)
		static := checker.Static(t, p)
		for _, d := range ds {
			require.True(t, covers(static, lockorder.Woken, d, everywhere), "over all paths: %s at %s\n%s\n%v", d.locks,
				show(p, d.waits), text, static)
		}
		for _, f := range static {
			if f.Kind == lockorder.Woken && complete {
				found++
				if slices.ContainsFunc(ds, func(d deadlock) bool { return d.locks == locksOf(f) }) {
					cameAbout++
				}
			}
		}
		for seed := range 3 {
			run := p.Run(uint64(seed), ir.Options{})
			fs := checker.Dynamic(t, p, run)
			if run.Result().End != ir.Completed {
				continue
			}
			for _, d := range ds {
				if !strings.Contains(d.locks, "c") {
					ends++
					require.True(t, covers(fs, lockorder.Woken, d, somewhere), "in a run: %s at %s\n%s\n%v", d.locks, show(p, d.waits),
						text, fs)
				}
			}
			told += len(fs)
		}
	}
	t.Logf("%d programs explored to the end; %d circles; of %d told over all paths %d come about; %d told in runs", whole,
		real, found, cameAbout, told)
	require.Greater(t, real, programs(100))
	require.Greater(t, ends, programs(20))
}

// TestFreeWaits: nothing is reported about programs in which those that wake others need no
// lock before.
func TestFreeWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	for seed := range programs(300) {
		text := waits(irgen.Seeded(uint64(seed)), true)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		free(t, p, p, text)
	}
}

// TestWaitsContained: what runs show is found over all paths too.
func TestWaitsContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	shown := checkertest.Contained(t, checker, checkertest.Generated(programs(200), func(draw irgen.Draw) string {
		return waits(draw, false)
	}))
	require.Greater(t, shown[lockorder.Woken], programs(10))
}
