package waiting

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// A Follower gathers the edges of a program for a checker that embeds it. Its methods are parts of the
// checker's Analysis, and have their names. Follow makes it.
type Follower struct {
	// All says that what has no name counts: it may be anything.
	All bool
	// Ask are the facets that the Follower requires, for the checker to ask, too.
	Ask asks

	told func(envs.Env, Step) (again bool)
	// Edges are the edges so far.
	Edges graph
	// Waits are all waits so far, as edges from what is waited for to itself. Those occur that are
	// for the exclusive side of locks that have two.
	Waits graph

	scope
	wakers  map[Thing][]envs.Point
	drains  map[*envs.Loc]bool
	locks   []envs.HeldLock // scratch
	around  held            // likewise
	entered *State          // with which a callee began lately
	lately  [1 << 8]*Edge   // of Waits, by what says which
	spare   []*State        // that nobody has
}

// Analysis is what a checker starts from that gathers edges. It replaces the parts that are its own. table is
// the Follower, or the checker if that has more to do when a pass ends.
func (f *Follower) Analysis(r *dataflow.Requires, table dataflow.Table) dataflow.Analysis[*State] {
	r.Gather(table)
	return dataflow.Analysis[*State]{
		Entry: f.Entry, Step: f.Step,
		Enter: f.Enter, Return: f.Return,
		Tuning: dataflow.Tuning[*State]{Selects: f.Selects},
	}
}

// asks are the facets that a Follower requires.
type asks struct {
	envs.Locks
	envs.LockSets
	envs.Blocks
	envs.Threads
	envs.Segments
	envs.Meetings
	envs.Stages
}

// Follow makes a Follower for an analysis. With all, what has no name counts. told is told of each edge, where the
// thread waits. If the thread is to wake others, told is told where it does, or where it has called a function that
// does. It says whether it is to be told of the edge at other places too, and when they are visited again, in this
// pass.
func Follow(r *dataflow.Requires, all bool, told func(envs.Env, Step) (again bool)) Follower {
	return follow(all, told, asks{
		world.Locks.For(r), world.LockSets.For(r), world.Blocks.For(r),
		world.Threads.For(r), world.Segments.For(r),
		world.Meetings.For(r), dataflow.Stages.For(r),
	})
}

func follow(all bool, told func(envs.Env, Step) bool, ask asks) Follower {
	return Follower{
		All: all, Ask: ask, told: told,
		Edges: graph{Compare: Label.compare}, Waits: graph{Compare: Label.compare},
		scope: scope{done: map[pair]bool{}},
	}
}

// Selects says what a Follower has to be shown of a run; see dataflow.Tuning. A checker may have to be shown more.
func (f *Follower) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.Wait, envs.Join, envs.Receive, envs.Send, envs.Close, envs.Notify, envs.Return:
		return true
	}
	return false
}

// Entry is the state of a frame whose callers hold no lock.
func (f *Follower) Entry(envs.Env, *envs.Func) *State { return nil }

// Enter tells a callee of the locks that are held around it.
func (f *Follower) Enter(env envs.Env, call *envs.Op, s *State, _ *envs.Func) (*State, string) {
	if dataflow.Unseen(call) {
		return nil, ""
	}
	at := f.Held(s)
	before, _ := union(s.of().before, s.of().sent)
	if len(at) == 0 && len(before) == 0 {
		return nil, ""
	}
	f.around = around(f.none(), at, f.around[:0])
	if o := f.entered; o == nil || !slices.Equal(o.around, f.around) || !slices.Equal(o.before, before) {
		f.entered = &State{around: slices.Clone(f.around), before: before, shared: true}
	}
	return f.entered, ""
}

// Return adds what a callee has waited for, and whom it woke after what was waited for before it.
func (f *Follower) Return(env envs.Env, _ *envs.Op, exit, s *State) *State {
	for _, w := range exit.of().woken {
		f.wake(env, w, s)
	}
	s = s.called(f, exit)
	f.reuse(exit)
	return s
}

// reuse takes back a state that nobody has any more. A run needs one for each frame that waits.
func (f *Follower) reuse(s *State) {
	if s != nil && !s.shared && f.passes == 0 && len(f.spare) < len(f.lately) {
		*s = State{made: s.made[:0]}
		f.spare = append(f.spare, s)
	}
}

// Step is the effect of an operation.
func (f *Follower) Step(env envs.Env, op *envs.Op, s *State) *State {
	switch op.Kind {
	case envs.Acquire:
		if w := f.at(env, op, lock); !f.Ask.MustRetake() {
			s = f.wait(env, op, w, s)
		}
	case envs.Wait: // which then takes its lock again
		s = f.wait(env, op, f.at(env, op, filled), s)
		s = f.wait(env, op, f.at(env, op, lock), s)
	case envs.Join:
		s = f.wait(env, op, f.at(env, op, filled), s)
	case envs.Receive:
		if w := f.at(env, op, filled); !op.Is(envs.Chosen) && !s.maySend(w.For) {
			s = f.wait(env, op, w, s)
		}
		s = f.wakes(env, emptied, s)
	case envs.Send:
		if !unbuffered(op) {
			if f.drained(env, op.Loc) { // who fills a buffer may empty it
				s = s.sends(f, thing(f.Ask.Meeting(), filled))
			}
		} else if !op.Is(envs.Chosen) {
			s = f.wait(env, op, f.at(env, op, emptied), s)
		}
		s = f.wakes(env, filled, s)
	case envs.Close, envs.Notify:
		s = f.wakes(env, filled, s)
	case envs.Return:
		if f.Ask.MayEnd() {
			s = f.wakes(env, filled, s)
		}
	}
	return s
}

// Held is what may be held at an operation, outermost first as far as that is known: by the
// frame, and by its callers. It is valid until the next question.
func (f *Follower) Held(s *State) []envs.HeldLock {
	f.locks = s.of().around.at(f.Ask.Locks, f.locks[:0])
	return f.locks
}

// wait is the effect of an operation that waits.
func (f *Follower) wait(env envs.Env, op *envs.Op, w Wait, s *State) *State {
	if w.For.Lock() == 0 && !f.All {
		return s
	}
	in := f.Ask.Segment().Of()
	e := f.Note(op, w)
	locks := f.Held(s)
	own := innermost(locks, w.For.Lock()) // which the operation takes
	for i, h := range locks {
		if i != own && (h.Lock != 0 || f.All) {
			f.add(env, w, Hold{thing(h.Lock, lock), h.Read, h.At, h.Around}, in)
		}
	}
	if f.leads(w.For) {
		s = s.waited(f, made{e, in})
	}
	return s
}

// Note notes a wait, whatever is held meanwhile.
func (f *Follower) Note(op *envs.Op, w Wait) *Edge {
	last := &f.lately[uint32(w.At.PC()+31*int32(w.At.Func())+17*int32(w.For))%uint32(len(f.lately))]
	if *last == nil || (*last).Label.Wait != w {
		*last = f.Waits.Edge(f, w.For, w.For, Label{Wait: w})
	}
	if w.For.role() == lock && !w.Shared && !op.Is(envs.OneSided) && (*last).See(f.Ask.Segment().Of()) {
		f.more = true
	}
	return *last
}

// wakes is the effect of an operation that ends the waiting of others.
func (f *Follower) wakes(env envs.Env, r role, s *State) *State {
	w := waking{what: thing(f.Ask.Meeting(), r), at: env.Point(), under: f.Ask.MustLocks()}
	if w.what.Lock() == 0 && !f.All {
		return s
	}
	f.note(w)
	f.wake(env, w, s)
	if f.awaits(w.what) {
		s = s.wakes(f, w)
	}
	return s
}

// wake adds waits of a thread that keep it from waking others. One who waits at a channel wakes those who wait at its
// other side by that. That somebody waits to be woken counts only if it is certain by what.
func (f *Follower) wake(env envs.Env, by waking, s *State) {
	once := !f.Ask.Judges() || !f.Ask.Gathers()
	for _, m := range s.of().made {
		if once && f.done[pair{m, by}] {
			continue
		}
		if m.To.role() != lock && (m.To.Lock() == by.what.Lock() || !f.All && !(f.Single(m.To) && f.Single(by.what))) ||
			!f.add(env, m.Label.Wait, Hold{by.what, false, by.at, by.under}, m.in) {
			if once {
				f.done[pair{m, by}] = true
			}
		}
	}
}

// add tells of an edge, and reports whether it is to be told again.
func (f *Follower) add(env envs.Env, w Wait, h Hold, in any) (again bool) {
	e := f.Edges.Edge(f, h.Of, w.For, Label{w, h})
	if e.See(in) {
		f.grew = true
	}
	return f.told(env, Step{Edge: e, At: in})
}
