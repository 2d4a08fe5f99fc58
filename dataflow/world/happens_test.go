package world_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// before is what directly happens before each event of a run, by index: the definition
// of envs.Event, word by word. Without locks it is what every schedule has in common.
func before(run *toldRun, locks bool) [][]int {
	type lock struct{ write, read []int } // what was given back on the sides
	direct := make([][]int, len(run.events))
	last := map[envs.Thread]int{} // events from 1
	forks := map[envs.Thread]int{}
	all := map[envs.Thread][]int{}
	given := map[uint64]*lock{}
	signals := map[uint64][]int{}
	waits := map[envs.Thread]uint64{}
	acquire := func(i int, obj uint64, read bool) {
		if l := given[obj]; l != nil && locks {
			direct[i] = append(direct[i], l.write...)
			if !read {
				direct[i] = append(direct[i], l.read...)
			}
		}
	}
	release := func(i int, obj uint64, read bool) {
		if given[obj] == nil {
			given[obj] = &lock{}
		}
		if read {
			given[obj].read = append(given[obj].read, i)
		} else {
			given[obj].write = append(given[obj].write, i)
		}
	}
	for i, ev := range run.events {
		if n := last[ev.Thread]; n > 0 {
			direct[i] = append(direct[i], n-1)
		} else if n := forks[ev.Thread]; n > 0 {
			direct[i] = append(direct[i], n-1)
		}
		last[ev.Thread] = i + 1
		all[ev.Thread] = append(all[ev.Thread], i)
		if obj := waits[ev.Thread]; obj != 0 {
			acquire(i, obj, false)
			delete(waits, ev.Thread)
		}
		switch {
		case ev.Direct && !locks:
		case ev.Kind == envs.Signal:
			if ev.Done {
				signals[ev.Obj] = nil
			}
			signals[ev.Obj] = append(signals[ev.Obj], i)
		case ev.Kind == envs.Observe:
			direct[i] = append(direct[i], signals[ev.Obj]...)
			if ev.Done {
				signals[ev.Obj] = nil
			}
		}
		op := run.op(&ev)
		if op == nil {
			continue
		}
		switch op.Kind {
		case envs.Acquire, envs.TryAcquire:
			if ev.Done {
				acquire(i, ev.Obj, op.Is(envs.Shared))
			}
		case envs.Release:
			release(i, ev.Obj, op.Is(envs.Shared))
		case envs.Wait:
			release(i, ev.Obj, false)
			waits[ev.Thread] = ev.Obj
		case envs.Fork:
			forks[envs.Thread(ev.Obj)] = i + 1
		case envs.Join:
			direct[i] = append(direct[i], all[envs.Thread(ev.Obj)]...)
		}
	}
	return direct
}

// past are the events that lead to event i.
func past(direct [][]int, i int) []bool {
	seen := make([]bool, i+1)
	seen[i] = true
	for todo := []int{i}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range direct[n] {
			if !seen[m] {
				seen[m] = true
				todo = append(todo, m)
			}
		}
	}
	return seen
}

// asking keeps the answers about each access.
type asking struct {
	tell  func(w *everything, op *envs.Op)
	world everything
}

func (c asking) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.world = worldOf(r, costly...)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (a asking) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if op.Accesses() {
		a.tell(&a.world, op)
	}
	return s
}

func atomic(op *envs.Op) bool { return op.Kind == envs.Atomic || op.Is(envs.Volatile) }

// orderAgrees holds the answers about order to plain searches through what happens before
// each access.
func orderAgrees(t require.TestingT, run *toldRun) (races, apart int) {
	full, firm := before(run, true), before(run, false)
	type access struct {
		event   int
		segment envs.Segment
	}
	var accesses []access
	var at int
	check := func(w *everything, op *envs.Op) {
		ev := run.events[at]
		where := func() string { return fmt.Sprintf("event %d: thread %d: %s\n%s", at, ev.Thread, op, run) }
		leads := past(full, at)
		may := map[envs.Point]bool{}
		for _, a := range accesses {
			other := run.events[a.event]
			o := run.op(&other)
			if o.Loc == op.Loc && !leads[a.event] && (op.Writes() || o.Writes()) && !(atomic(op) && atomic(o)) {
				may[envs.At(0, other.PC)] = true
			}
		}
		for _, a := range w.MayRace() {
			if !may[a.At] {
				require.Fail(t, "MayRace", "%s: no race with %s", where(), &run.prog.fn.Ops[a.At.PC()])
			}
			if x := w.Excluded(a); x != "" {
				require.Fail(t, "Excluded", "%s: %s, of a race with %s", where(), x, &run.prog.fn.Ops[a.At.PC()])
			}
		}
		if (len(may) > 0) != (len(w.MayRace()) > 0) {
			require.Fail(t, "MayRace", "%s: want %v", where(), may)
		}
		if len(may) > 0 {
			races++
		}
		certain := past(firm, at)
		now := w.Segment()
		for _, a := range accesses {
			want := run.events[a.event].Thread != ev.Thread && !certain[a.event]
			if w.MayOverlap(a.segment, now) != want || w.MayOverlap(now, a.segment) != want {
				require.Fail(t, "MayOverlap", "%s: event %d: it is %v that they may overlap", where(), a.event, want)
			}
			if !want {
				apart++
			}
		}
		accesses = append(accesses, access{at, now})
	}
	w := dataflow.NewAnalyzer("asking", "", asking{tell: check}.analysis).Replay(run.prog)
	for i := range run.events {
		at = i
		if err := w.Event(&run.events[i]); err != nil {
			require.NoError(t, err)
		}
	}
	return races, apart
}

func (r *toldRun) String() (text string) {
	for i, ev := range r.events {
		text += fmt.Sprintf("%3d thread %d: ", i, ev.Thread)
		if op := r.op(&ev); op != nil {
			text += fmt.Sprintf("%s %d %d %v\n", op, op.Flags, ev.Obj, ev.Done)
		} else {
			text += fmt.Sprintf("%s %d %v\n",
				[]string{"step", "enter", "leave", "end", "fault", "signal", "observe", "forget"}[ev.Kind], ev.Obj, ev.Done)
		}
	}
	return text
}

// Vector clocks and epochs give the same answers as searches for each access.
func TestOrderAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }
		orderAgrees(t, tell(draw, rapid.IntRange(1, 120).Draw(t, "events"), false))
	})
	var races, apart, threads int
	for seed := range uint64(500) {
		run := tell(irgen.Seeded(seed), 250, false)
		r, a := orderAgrees(t, run)
		races, apart = races+r, apart+a
		for _, ev := range run.events {
			threads = max(threads, int(ev.Thread))
		}
	}
	require.Greater(t, races, 10_000)
	require.Greater(t, apart, 100_000)
	require.Greater(t, threads, 20)
}

// An exclusive release by another thread than the holder hands over the releases before it, though that thread may not
// know of them. A later exclusive acquire comes after those of both sides, a later shared one after the exclusive ones,
// as with sync.RWMutex: RUnlock synchronises with a later Lock, not with RLock.
func TestForeignRelease(t *testing.T) {
	const exclusive, shared = envs.Flags(0), envs.Shared
	for _, c := range []struct {
		name        string
		first, last envs.Flags // the sides on which the lock is held at the two accesses
		races       int
	}{
		{"exclusive, exclusive", exclusive, exclusive, 0},
		{"exclusive, shared", exclusive, shared, 0},
		{"shared, exclusive", shared, exclusive, 0},
		{"shared, shared", shared, shared, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &teller{toldRun: &toldRun{prog: newVocabulary(1)}}
			first, taker, giver, last := s.start(), s.start(), s.start(), s.start()
			x := s.prog.locs[0]
			s.step(first, envs.Acquire, c.first, nil, 1, true)
			s.step(first, envs.Atomic, 0, x, 1, false)
			s.step(first, envs.Release, c.first, nil, 1, true)
			s.step(taker, envs.Acquire, exclusive, nil, 1, true)
			s.step(giver, envs.Release, exclusive, nil, 1, true)
			s.step(last, envs.Acquire, c.last, nil, 1, true)
			s.step(last, envs.Load, 0, x, 1, false)
			races, _ := orderAgrees(t, s.toldRun)
			require.Equal(t, c.races, races)
		})
	}
}

// A shared release comes before every later exclusive acquire, even if another thread than the holder gave back the
// exclusive side in between. It does not come before the shared acquire of that thread.
func TestForeignReleaseKeepsShared(t *testing.T) {
	s := &teller{toldRun: &toldRun{prog: newVocabulary(1)}}
	giver, taker, writer := s.start(), s.start(), s.start()
	x := s.prog.locs[0]
	s.step(taker, envs.Acquire, envs.Shared, nil, 1, true)
	s.step(taker, envs.Atomic, 0, x, 1, false)
	s.step(taker, envs.Release, envs.Shared, nil, 1, true)
	s.step(taker, envs.Acquire, 0, nil, 1, true)
	s.step(giver, envs.Release, 0, nil, 1, true)
	s.step(giver, envs.Acquire, envs.Shared, nil, 1, true)
	s.step(giver, envs.Load, 0, x, 1, false)
	s.step(giver, envs.Release, envs.Shared, nil, 1, true)
	s.step(writer, envs.Acquire, 0, nil, 1, true)
	s.step(writer, envs.Store, 0, x, 1, false)
	races, _ := orderAgrees(t, s.toldRun)
	require.Equal(t, 1, races) // of giver with taker; writer comes after both
}

// A lock that another thread gives back keeps nothing apart, however long its holder is taken to hold it.
func TestHandedOverUnderAccess(t *testing.T) {
	s := &teller{toldRun: &toldRun{prog: newVocabulary(1)}}
	holder, giver, other := s.start(), s.start(), s.start()
	x := s.prog.locs[0]
	s.step(holder, envs.Acquire, 0, nil, 1, true)
	s.step(holder, envs.Store, 0, x, 1, false)
	s.step(giver, envs.Release, 0, nil, 1, true)
	s.step(other, envs.Acquire, 0, nil, 1, true)
	s.step(other, envs.Store, 0, x, 1, false)
	races, _ := orderAgrees(t, s.toldRun)
	require.Equal(t, 1, races)
}
